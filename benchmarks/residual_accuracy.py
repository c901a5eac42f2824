# SPDX-License-Identifier: Apache-2.0
"""The residual example, trained as its project says: test accuracy and time."""

import json

import common


def main():
    project = common.Project("fashion-mnist/residual.espalier")
    for event in common.espalier("train", project.path):
        if event["event"] == "epoch":
            print(json.dumps({"epoch": event["epoch"], "seconds": round(event["seconds"], 1), **event["metrics"]["validation"]}), flush=True)
        if event["event"] == "done":
            print(json.dumps({"test": event["metrics"]["test"], "seconds": round(event["seconds"], 1), "samples_per_second": round(event["samples_per_second"])}))


main()
