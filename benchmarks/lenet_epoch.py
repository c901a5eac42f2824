# SPDX-License-Identifier: Apache-2.0
"""A LeNet epoch at batch 64, Adam: ours and PyTorch's in turn, at one thread and at two."""

import argparse
import json
import statistics
import subprocess
import sys

import common


def ours(threads):
    project = common.Project("fashion-mnist/lenet.espalier")
    events = common.espalier(
        "train", project.path, "--epochs", 1, "--threads", threads,
        "--set", "data.validation_fraction=0", cores=range(threads),
    )
    epoch = [e for e in events if e["event"] == "epoch"][0]
    return epoch["seconds"]


def peer(threads):
    """In a process of its own, so that its threads and memory are its own."""
    code = f"""
import common, torch
torch.set_num_threads({threads}); torch.set_flush_denormal(True); torch.manual_seed(1)
images, labels = map(torch.from_numpy, common.fashion_mnist("train"))
model = common.torch_lenet(); optimizer = torch.optim.Adam(model.parameters(), lr=1e-3, fused=True)
common.torch_epoch(model, optimizer, images[:6400], labels[:6400])
print(common.torch_epoch(model, optimizer, images, labels))
"""
    command = ["taskset", "-c", ",".join(map(str, range(threads))), sys.executable, "-c", code]
    done = subprocess.run(command, cwd=common.ROOT / "benchmarks", stdout=subprocess.PIPE, text=True, check=True)
    return float(done.stdout.split()[-1])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    for threads in (1, 2):
        pairs = [(ours(threads), peer(threads)) for _ in range(arguments.rounds)]
        ratios = sorted(a / b for a, b in pairs)
        print(json.dumps({
            "threads": threads,
            "espalier_s": round(statistics.median(a for a, _ in pairs), 3),
            "pytorch_s": round(statistics.median(b for _, b in pairs), 3),
            "ratio": [round(r, 3) for r in ratios],
        }), flush=True)


main()
