# SPDX-License-Identifier: Apache-2.0
"""LeNet, Adam 1e-3, batch 64, five epochs, five seeds: mean test accuracy of ours and of PyTorch."""

import argparse
import json
import statistics

import common


def ours(seed, epochs):
    project = common.Project("fashion-mnist/lenet.espalier")
    events = common.espalier(
        "train", project.path, "--epochs", epochs, "--seed", seed,
        "--set", "data.validation_fraction=0", "--set", "training.checkpoint.best=false",
    )
    return events[-1]["metrics"]["test"]["accuracy"]


def peer(seed, epochs, data):
    import torch

    torch.manual_seed(seed)
    (images, labels), (test_images, test_labels) = data
    model = common.torch_lenet()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for _ in range(epochs):
        common.torch_epoch(model, optimizer, images, labels)
    with torch.no_grad():
        return (model(test_images).argmax(1) == test_labels).float().mean().item()


def main():
    import torch

    parser = argparse.ArgumentParser()
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--epochs", type=int, default=5)
    arguments = parser.parse_args()
    data = [tuple(map(torch.from_numpy, common.fashion_mnist(part))) for part in ("train", "t10k")]
    mine, theirs = [], []
    for seed in range(1, arguments.seeds + 1):
        mine.append(ours(seed, arguments.epochs))
        theirs.append(peer(seed, arguments.epochs, data))
        print(json.dumps({"seed": seed, "espalier": round(mine[-1], 4), "pytorch": round(theirs[-1], 4)}), flush=True)
    print(json.dumps({
        "espalier_mean": round(statistics.mean(mine), 4),
        "pytorch_mean": round(statistics.mean(theirs), 4),
        "difference_points": round(100 * (statistics.mean(mine) - statistics.mean(theirs)), 2),
    }))


main()
