# SPDX-License-Identifier: Apache-2.0
# ctest: TIMEOUT=600
"""Exported files pass onnx.checker and give ONNX Runtime's outputs; imported files give ours."""

import os
import pathlib
import subprocess
import sys
import tempfile

import virtual_environment

virtual_environment.needs("numpy", "onnx", "onnxruntime")

import numpy
import onnx
import onnxruntime

CLI = os.environ["ESPALIER_CLI"]
SOURCE = pathlib.Path(os.environ["ESPALIER_SOURCE_DIR"])
MODELS = pathlib.Path(os.environ.get("ESPALIER_TEST_MODELS", ""))
PROJECTS = ["fashion-mnist/lenet", "fashion-mnist/residual", "spirals/mlp"]
# Those whose operators all belong to this version.
FILES = ["mnist8", "resnet8", "vww96", "kws_fp32", "slim320s", "yunet", "light_resnet50"]
TOLERANCE = 1e-4


def cli(*arguments):
    done = subprocess.run([CLI, *map(str, arguments)], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, arguments))}\n{done.stdout}{done.stderr}")
    return done.stdout


def session(file):
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])


def inputs_of(peer, batch, random):
    feeds = {}
    for value in peer.get_inputs():
        shape = [d if isinstance(d, int) and d > 0 else batch for d in value.shape]
        feeds[value.name] = random.standard_normal(shape, dtype=numpy.float32)
    return feeds


def file_name(name):
    return name.replace("/", "_").replace(":", "_") + ".npy"


def compare(what, subject, peer, folder, batch):
    random = numpy.random.default_rng(1)
    feeds = inputs_of(peer, batch, random)
    arguments = []
    for i, (name, value) in enumerate(feeds.items()):
        numpy.save(folder / f"in{i}.npy", value)
        arguments += ["--input", f"{name}={folder / f'in{i}.npy'}"]
    cli("run", subject, *arguments, "--output", folder / "out")
    expected = peer.run(None, feeds)
    for output, value in zip(peer.get_outputs(), expected):
        got = numpy.load(folder / "out" / file_name(output.name))
        if got.shape != value.shape or got.dtype != value.dtype:
            sys.exit(f"{what}: {output.name}: expected {value.dtype}{value.shape}, got {got.dtype}{got.shape}")
        worst = float(numpy.max(numpy.abs(got - value) / (1 + numpy.abs(value)), initial=0))
        print(f"{what}: {output.name}: largest difference {worst:.2g}")
        if not worst <= TOLERANCE:
            sys.exit(f"{what}: {output.name} differs")


def main():
    with tempfile.TemporaryDirectory() as root:
        root = pathlib.Path(root)
        for project in PROJECTS:
            for opset in (13, 15, 17):
                folder = root / f"{project.replace('/', '_')}_{opset}"
                folder.mkdir()
                file = folder / "model.onnx"
                cli("export", SOURCE / "projects" / f"{project}.espalier", "-o", file, "--opset", opset)
                onnx.checker.check_model(str(file), full_check=True)
                peer = session(file)
                for batch in (1, 3):
                    compare(f"{project} opset {opset} batch {batch}", file, peer, folder, batch)
        found = 0
        for name in FILES:
            file = MODELS / f"{name}.onnx"
            if not file.is_file():
                continue
            found += 1
            folder = root / name
            folder.mkdir()
            compare(name, file, session(file), folder, 1)
            cli("import", file, "-o", folder / "imported.espalier")
            compare(f"{name} as a project", folder / "imported.espalier", session(file), folder, 1)
            cli("export", folder / "imported.espalier", "-o", folder / "again.onnx")
            onnx.checker.check_model(str(folder / "again.onnx"), full_check=True)
            compare(f"{name} exported again", folder / "again.onnx", session(folder / "again.onnx"), folder, 1)
        print(f"{len(PROJECTS)} projects, {found} files")


main()
