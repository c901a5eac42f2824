#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes train.csv and test.csv beside this file: points of two spirals, one class each.

The same seed writes the same bytes on every machine.
"""

import math
import pathlib
import random

SEED = 7
TURNS = 1.75
NOISE = 0.02


def point(generator: random.Random, label: int) -> tuple[float, float]:
    """A point of one spiral, within [-1, 1] but for the noise."""
    # The root spreads the points evenly along the arm, which gets longer outwards.
    t = math.sqrt(generator.random())
    angle = t * TURNS * 2 * math.pi + label * math.pi
    radius = 0.08 + 0.87 * t
    x = radius * math.cos(angle) + generator.gauss(0, NOISE)
    y = radius * math.sin(angle) + generator.gauss(0, NOISE)
    return x, y


def write(path: pathlib.Path, count: int, generator: random.Random) -> None:
    """Writes `count` rows, half of each class, in random order."""
    labels = [i % 2 for i in range(count)]
    generator.shuffle(labels)
    rows = ["x,y,class"]
    for label in labels:
        x, y = point(generator, label)
        rows.append(f"{x:.4f},{y:.4f},{label}")
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")


def main() -> None:
    folder = pathlib.Path(__file__).resolve().parent
    generator = random.Random(SEED)
    write(folder / "train.csv", 2000, generator)
    write(folder / "test.csv", 500, generator)


if __name__ == "__main__":
    main()
