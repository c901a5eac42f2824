# SPDX-License-Identifier: Apache-2.0
# ctest: TIMEOUT=300
"""Devices are listed with what they are, or why they cannot be used; --device takes them."""

import json

import command_line


def listed(case):
    done = case.expect(0, "devices", "--json")
    found = {d["id"]: d for d in map(json.loads, done.stdout.splitlines())}
    assert next(iter(found)) == "cpu", found
    device = found["opencl:0"]  # ./test installs an OpenCL driver for the CPU
    assert device["usable"] and device["memory"] > 0 and device["driver"] and device["name"], device
    cuda = [d for name, d in found.items() if name.startswith("cuda")]
    assert cuda and all("compiled, never run" in d["note"] for d in cuda), found
    case.expect(0, "devices", says=["opencl:0", device["name"], device["driver"]])


def unknown(case):
    says = ["there is no device opencl:9; this machine has cpu, opencl:0"]
    case.train("--device", "opencl:9", status=2, says=says)
    case.expect(2, "profile", "mlp.espalier", "--device", "opencl:9", says=says)
    assert case.names() == ["mlp.espalier", "test.csv", "train.csv"], case.names()
    case.edit(lambda d: d.setdefault("training", {}).update(device="opencl:9"))  # of another machine: no wrong usage
    case.train(status=1, says=says)


def trained(case):
    """The same figures as on the CPU, to the digits that are printed."""
    figures = {}
    for device in ("cpu", "opencl:0"):
        done = case.train("--device", device, "--json", "--set", "training.optimizer.name=SGD", epochs=2)
        events = [json.loads(line) for line in done.stdout.splitlines()]
        figures[device] = [e["metrics"]["train"]["loss"] for e in events if e["event"] == "epoch"]
        case.expect(0, "eval", "mlp.espalier", "--device", device, says=["accuracy"])
    assert all(abs(a - b) < 1e-3 for a, b in zip(figures["cpu"], figures["opencl:0"], strict=True)), figures
    case.expect(0, "profile", "mlp.espalier", "--train", "--device", "opencl:0", "--repeat", 2,
                says=["gpu.product", "transfer", "opencl:0 → cpu"])


command_line.main([listed, unknown, trained])
