# SPDX-License-Identifier: Apache-2.0
# ctest: TIMEOUT=300
"""Kills a training run with SIGKILL twenty times at random moments; resumed each time, it must end with
the very weights of a run that was left alone."""

import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

CLI = os.environ["ESPALIER_CLI"]
SOURCE = pathlib.Path(os.environ["ESPALIER_SOURCE_DIR"])
KILLS = 20
SETTINGS = [
    "--set", "training.epochs=30",
    "--set", "training.batch_size=16",
    "--set", "training.checkpoint.every_steps=25",
    "--threads", "2",
]


def command(project, resume):
    return [CLI, "train", str(project), *SETTINGS, *(["--resume"] if resume else [])]


def prepare(folder):
    shutil.copytree(SOURCE / "projects/spirals", folder, ignore=shutil.ignore_patterns("*.runs", "*.py"))
    return folder / "mlp.espalier"


def tensors(file):
    """The bytes of all tensors; the metadata hold times, which differ."""
    data = file.read_bytes()
    size = int.from_bytes(data[:8], "little")
    header = __import__("json").loads(data[8 : 8 + size])
    header.pop("__metadata__", None)
    return {name: data[8 + size + t["data_offsets"][0] : 8 + size + t["data_offsets"][1]] for name, t in header.items()}


def main():
    seed = int(os.environ.get("ESPALIER_TEST_SEED", time.time_ns() % 1_000_000))
    print("seed", seed)
    random.seed(seed)
    with tempfile.TemporaryDirectory() as root:
        root = pathlib.Path(root)
        alone = prepare(root / "alone")
        begin = time.monotonic()
        subprocess.run(command(alone, False), check=True, stderr=subprocess.DEVNULL)
        whole = time.monotonic() - begin
        expected = tensors(root / "alone/mlp.runs/last.safetensors")
        print(f"{whole:.2f} s alone, {len(expected)} tensors")

        kills = rounds = 0
        while kills < KILLS:
            rounds += 1
            project = prepare(root / f"round{rounds}")
            checkpoint = project.parent / "mlp.runs/last.safetensors"
            while True:
                process = subprocess.Popen(command(project, checkpoint.exists()), stderr=subprocess.PIPE, text=True)
                try:
                    _, errors = process.communicate(timeout=random.uniform(0.02, max(whole * 0.6, 0.1)))
                except subprocess.TimeoutExpired:
                    process.send_signal(signal.SIGKILL)
                    process.communicate()
                    kills += 1
                    continue
                if process.returncode != 0:
                    print(errors)
                    sys.exit("resuming failed")
                break
            got = tensors(checkpoint)
            if got != expected:
                different = [name for name in expected if got.get(name) != expected[name]]
                sys.exit(f"round {rounds}: other weights after {kills} kills: {different}")
            shutil.rmtree(project.parent)
        print(f"{kills} kills in {rounds} runs, the same bits each time")


main()
