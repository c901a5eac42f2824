# SPDX-License-Identifier: Apache-2.0
"""One call at batch 1 on one core: ours beside ONNX Runtime, in turn."""

import argparse
import json
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

import common


def ours(file):
    events = common.espalier("profile", file, "--threads", 1, "--repeat", 500, cores=[0])
    return events[-1]["median_ms"] * 1e3


def peer(file):
    code = f"""
import numpy, onnxruntime, time, statistics
o = onnxruntime.SessionOptions(); o.intra_op_num_threads = 1; o.inter_op_num_threads = 1; o.log_severity_level = 3
s = onnxruntime.InferenceSession({str(file)!r}, o, providers=["CPUExecutionProvider"])
r = numpy.random.default_rng(1)
feeds = {{i.name: r.random([d if isinstance(d, int) and d > 0 else 1 for d in i.shape], dtype=numpy.float32) for i in s.get_inputs()}}
names = [o.name for o in s.get_outputs()]
for _ in range(20): s.run(names, feeds)
t = []
for _ in range(500):
    a = time.perf_counter(); s.run(names, feeds); t.append(time.perf_counter() - a)
print(statistics.median(t) * 1e6)
"""
    done = subprocess.run(["taskset", "-c", "0", sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, check=True)
    return float(done.stdout.split()[-1])


def bundle(file, target):
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "b"
        done = subprocess.run([common.cli(), "compile", str(file), "-o", str(out), "--target", target, "-O", "3"], capture_output=True, text=True)
        if done.returncode != 0:
            return None
        test = next(out.glob("*_test"))
        text = subprocess.run(["taskset", "-c", "0", str(test)], capture_output=True, text=True, check=True).stdout
        return float(re.search(r"median ([0-9.]+) us", text)[1])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--target", default="x86-64-v3")
    arguments = parser.parse_args()
    for file in arguments.files:
        rounds = [(ours(file), peer(file), bundle(file, arguments.target)) for _ in range(arguments.rounds)]
        middle = lambda i: statistics.median(r[i] for r in rounds) if all(r[i] for r in rounds) else None
        print(json.dumps({
            "file": file.name,
            "engine_us": round(middle(0), 1),
            "bundle_us": round(middle(2), 1) if middle(2) else None,
            "onnxruntime_us": round(middle(1), 1),
            "engine_ratio": [round(r[0] / r[1], 2) for r in rounds],
            "bundle_ratio": [round(r[2] / r[1], 2) for r in rounds if r[2]],
        }), flush=True)


main()
