# SPDX-License-Identifier: Apache-2.0
"""What the benchmarks share: the program, its JSON lines, Fashion-MNIST as arrays, LeNet in PyTorch."""

import gzip
import json
import os
import pathlib
import shutil
import subprocess
import tempfile

for name in ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE"):
    os.environ.pop(name, None)

ROOT = pathlib.Path(__file__).resolve().parent.parent
DATA = pathlib.Path("/usr/share/datasets/fashion-mnist")


def cli():
    if "ESPALIER_CLI" in os.environ:
        return os.environ["ESPALIER_CLI"]
    found = sorted((ROOT / "build/release").rglob("espalier-cli"))
    if not found:
        raise SystemExit("build/release has no espalier-cli; run ./run --build-only first")
    return str(found[0])


def espalier(*arguments, cores=None):
    """The events of a command with --json."""
    command = [cli(), *map(str, arguments), "--json"]
    if cores is not None:
        command = ["taskset", "-c", ",".join(map(str, cores)), *command]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command)}\n{done.stderr}")
    return [json.loads(line) for line in done.stdout.splitlines()]


class Project:
    """A copy of an example in a folder of its own, so that training leaves the examples alone."""

    def __init__(self, example):
        self._folder = tempfile.TemporaryDirectory()
        source = ROOT / "projects" / example
        shutil.copytree(source.parent, pathlib.Path(self._folder.name) / "p", ignore=shutil.ignore_patterns("*.runs"))
        self.path = pathlib.Path(self._folder.name) / "p" / source.name


def fashion_mnist(part):
    """(images float32 [n,1,28,28] in [0,1], labels int64 [n]); part is "train" or "t10k"."""
    import numpy

    with gzip.open(DATA / f"{part}-images-idx3-ubyte.gz") as f:
        images = numpy.frombuffer(f.read(), numpy.uint8, offset=16).reshape(-1, 1, 28, 28)
    with gzip.open(DATA / f"{part}-labels-idx1-ubyte.gz") as f:
        labels = numpy.frombuffer(f.read(), numpy.uint8, offset=8).astype(numpy.int64)
    return images.astype(numpy.float32) / 255, labels


def torch_lenet():
    import torch.nn as nn

    return nn.Sequential(
        nn.Conv2d(1, 6, 5, padding=2), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(6, 16, 5), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(),
        nn.Linear(400, 120), nn.ReLU(), nn.Linear(120, 84), nn.ReLU(), nn.Linear(84, 10),
    )


def torch_epoch(model, optimizer, images, labels, batch=64):
    """One epoch over tensors that are in memory; returns seconds. No loader stands in its way."""
    import time

    import torch

    order = torch.randperm(len(images))
    begin = time.perf_counter()
    for at in range(0, len(images), batch):
        chosen = order[at : at + batch]
        optimizer.zero_grad(set_to_none=True)
        loss = torch.nn.functional.cross_entropy(model(images[chosen]), labels[chosen])
        loss.backward()
        optimizer.step()
    return time.perf_counter() - begin
