# SPDX-License-Identifier: Apache-2.0
"""One call at batch 1 on one core: engine and bundle beside ONNX Runtime, IREE and emx-onnx-cgen, in turn."""

import argparse
import json
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

import common

CALLS = 101
SCRIPTS = pathlib.Path(sys.executable).parent
PINNED = ["taskset", "-c", "0"]

# Times calls of a compiled network as every peer is timed: each by itself, the median of them.
HARNESS = """#define _POSIX_C_SOURCE 199309L
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
{declarations}
static int by_value(const void* a, const void* b) {{
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}}
int main(void) {{
  static double us[{calls}];
{setup}
  for (int n = -20; n < {calls}; ++n) {{
    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    {call};
    clock_gettime(CLOCK_MONOTONIC, &b);
    if (n >= 0) us[n] = (double)(b.tv_sec - a.tv_sec) * 1e6 + (double)(b.tv_nsec - a.tv_nsec) / 1e3;
  }}
  qsort(us, {calls}, sizeof *us, by_value);
  printf("%.3f\\n", us[{calls} / 2]);
  return 0;
}}
"""

ONNX_RUNTIME = """
import numpy, onnxruntime, statistics, sys, time
o = onnxruntime.SessionOptions()
o.intra_op_num_threads = o.inter_op_num_threads = 1
o.log_severity_level = 3
s = onnxruntime.InferenceSession(sys.argv[1], o, providers=["CPUExecutionProvider"])
r = numpy.random.default_rng(1)
bound = s.io_binding()
for i in s.get_inputs():
    shape = [d if isinstance(d, int) and d > 0 else 1 for d in i.shape]
    bound.bind_ortvalue_input(i.name, onnxruntime.OrtValue.ortvalue_from_numpy(r.random(shape, dtype=numpy.float32)))
for i in s.get_outputs(): bound.bind_output(i.name)
for _ in range(20): s.run_with_iobinding(bound)
t = []
for _ in range(int(sys.argv[2])):
    a = time.perf_counter(); s.run_with_iobinding(bound); t.append(time.perf_counter() - a)
print(statistics.median(t) * 1e6)
"""


def output_of(*command):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def with_batch_of_one(file, folder):
    """The file as ONNX with fixed sizes, which the compilers beside ours ask for; their element counts."""
    import onnx

    if file.suffix == ".espalier":
        exported = folder / (file.stem + ".onnx")
        output_of(common.cli(), "export", file, "-o", exported)
        file = exported
    model = onnx.load(str(file))
    weights = {i.name for i in model.graph.initializer}
    ends = [v for v in model.graph.input if v.name not in weights], list(model.graph.output)
    for value in [v for end in ends for v in end]:
        for d in value.type.tensor_type.shape.dim:
            if d.dim_value <= 0:
                d.dim_value = 1
    fixed = folder / "fixed.onnx"
    onnx.save(onnx.shape_inference.infer_shapes(model), str(fixed))
    shapes = [[[d.dim_value for d in v.type.tensor_type.shape.dim] for v in end] for end in ends]
    return file, fixed, shapes


def build_harness(folder, name, declarations, setup, call, objects, options=()):
    source = folder / f"{name}_time.c"
    source.write_text(HARNESS.format(declarations=declarations, setup=setup, call=call, calls=CALLS))
    program = folder / f"{name}_time"
    output_of("gcc", "-O2", *options, source, *objects, "-o", program, "-lm")
    return program


def arrays(shapes):
    """Static arrays for the ends of a network, inputs filled; their names."""
    import math

    names = [[f"{kind}_{i}" for i in range(len(end))] for kind, end in zip(("in", "out"), shapes)]
    sizes = [[math.prod(s) for s in end] for end in shapes]
    declared = "".join(f"static float {n}[{c}];\n" for end in zip(names, sizes) for n, c in zip(*end))
    setup = "".join(f"  for (int i = 0; i < {c}; ++i) {n}[i] = (float)(i * 7919 % 1000) / 1000;\n" for n, c in zip(names[0], sizes[0]))
    return declared, setup, names[0] + names[1]


class Engine:
    name = "engine"

    def __init__(self, file, fixed, shapes, folder, target):
        self._file = file

    def microseconds(self):
        return common.espalier("profile", self._file, "--threads", 1, "--repeat", CALLS, cores=[0])[-1]["median_ms"] * 1e3


class Bundle:
    name = "bundle"

    def __init__(self, file, fixed, shapes, folder, target):
        out = folder / "bundle"
        output_of(common.cli(), "compile", file, "-o", out, "--target", target, "-O", "3")
        about = json.loads((out / "manifest.json").read_text())
        prefix = about["prefix"]
        declared, setup, names = arrays(shapes)
        declared = f'#include "{prefix}.h"\nstatic _Alignas(64) unsigned char arena[{max(about["arena_bytes"], 1)}];\n' + declared
        self._program = build_harness(folder, "bundle", declared, setup, f"{prefix}_run({', '.join(names)}, arena)", [next(out.glob("lib*.a"))], [f"-I{out}"])

    def microseconds(self):
        return float(output_of(*PINNED, self._program))


class OnnxRuntime:
    name = "onnxruntime"

    def __init__(self, file, fixed, shapes, folder, target):
        self._file = fixed

    def microseconds(self):
        return float(output_of(*PINNED, sys.executable, "-c", ONNX_RUNTIME, self._file, CALLS))


class Iree:
    name = "iree"

    def __init__(self, file, fixed, shapes, folder, target):
        text, self._module = folder / "iree.mlir", folder / "iree.vmfb"
        output_of(SCRIPTS / "iree-import-onnx", fixed, "--opset-version", 17, "-o", text)
        output_of(
            SCRIPTS / "iree-compile", text, "-o", self._module, "--iree-hal-target-device=local",
            "--iree-hal-local-target-device-backends=llvm-cpu", f"--iree-llvmcpu-target-cpu={target}", "--iree-opt-data-tiling",
            "--iree-preprocessing-pass-pipeline=builtin.module(util.func(iree-preprocessing-convert-conv-to-channels-last))",
        )
        function = re.search(r'func\.func @"?([^"(]+)', text.read_text())[1]
        self._options = [f"--function={function}", *("--input=" + "x".join(map(str, s)) + "xf32=0.5" for s in shapes[0])]

    def microseconds(self):
        text = output_of(
            *PINNED, SCRIPTS / "iree-benchmark-module", f"--module={self._module}", "--device=local-sync", *self._options,
            f"--benchmark_repetitions={CALLS}", "--benchmark_min_time=1x", "--benchmark_format=json",
        )
        runs = [b for b in json.loads(text[text.index("{"):])["benchmarks"] if b["run_type"] == "iteration"]
        return statistics.median(b["real_time"] * {"ns": 1e-3, "us": 1, "ms": 1e3}[b["time_unit"]] for b in runs)


class Emx:
    name = "emx"

    def __init__(self, file, fixed, shapes, folder, target):
        source = folder / "emx_network.c"
        # Weights and buffers in the program, so that nothing is read or allocated in a call.
        output_of(SCRIPTS / "emx-onnx-cgen", "compile", "--model-name", "emx_network", "--large-weight-threshold", 0, "--large-temp-threshold", 0, fixed, source)
        compiled = folder / "emx_network.o"
        output_of("gcc", "-O3", f"-march={target}", "-c", source, "-o", compiled)
        declared, setup, names = arrays(shapes)
        declared += f"void emx_network({', '.join(['const float*'] * len(shapes[0]) + ['float*'] * len(shapes[1]))});\n"
        self._program = build_harness(folder, "emx", declared, setup, f"emx_network({', '.join(names)})", [compiled])

    def microseconds(self):
        return float(output_of("bash", "-c", 'ulimit -s unlimited; exec "$@"', "-", *PINNED, self._program))


KINDS = [Engine, Bundle, OnnxRuntime, Iree, Emx]


def measured(file, rounds, target):
    """Microseconds of one call, by name, one number a round: the median of CALLS calls."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        given = (*with_batch_of_one(file, folder), folder, target)
        peers = [kind(*given) for kind in KINDS]
        times = {p.name: [] for p in peers}
        for _ in range(rounds):
            for p in peers:
                times[p.name].append(p.microseconds())
        return times


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="+", type=pathlib.Path, help="ONNX files or projects of float networks")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--target", default="x86-64-v3", help="of the bundle, IREE and emx-onnx-cgen")
    arguments = parser.parse_args()
    table = []
    for file in arguments.files:
        times = measured(file, arguments.rounds, arguments.target)
        least = {name: min(t) for name, t in times.items()}
        compiler = min(least["iree"], least["emx"])
        print(json.dumps({
            "file": file.name,
            "rounds_us": {name: [round(x, 1) for x in t] for name, t in times.items()},
            "engine_to_onnxruntime": [round(a / b, 2) for a, b in zip(times["engine"], times["onnxruntime"])],
            "bundle_to_onnxruntime": [round(a / b, 2) for a, b in zip(times["bundle"], times["onnxruntime"])],
        }), flush=True)
        cells = [file.stem, *(f"{least[k.name]:.1f}" for k in KINDS)]
        cells += [f"{least[n] / least['onnxruntime']:.2f}" for n in ("engine", "bundle")]
        table.append([*cells, f"{max(least['engine'], least['bundle']) / compiler:.2f}"])
    print("\nLeast median of a round, µs; ratios of these")
    print("| file | engine | bundle | ONNX Runtime | IREE | emx | engine / ONNX Runtime | bundle / ONNX Runtime | slower of ours / faster compiler |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|--:|")
    for row in table:
        print("| " + " | ".join(row) + " |")


main()
