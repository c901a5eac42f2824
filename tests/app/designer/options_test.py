#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# ctest: TIMEOUT=300
"""What the designer's options do to the pictures that it writes."""
import os
import pathlib
import struct
import subprocess
import sys
import tempfile

designer = os.environ["ESPALIER_DESIGNER"]
project = pathlib.Path(os.environ["ESPALIER_SOURCE_DIR"]) / "projects/spirals/mlp.espalier"


def run(*arguments):
    return subprocess.run([designer, *map(str, arguments)], capture_output=True, text=True)


def size_of(png):
    head = png.read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n", f"{png} is no PNG"
    return struct.unpack(">II", head[16:24])


with tempfile.TemporaryDirectory() as folder:
    folder = pathlib.Path(folder)
    picture = folder / "window.png"
    # Before or after the file.
    for arguments in (["--scale", 2, "--screenshot", project], ["--screenshot", project, "--scale", 2]):
        done = run(*arguments, "--size", "1200x720", "-o", picture)
        assert done.returncode == 0, done.stderr
        assert size_of(picture) == (2400, 1440), f"--scale 2 made {size_of(picture)}"
    # A picture may be written again, a project never.
    mine = folder / "mine.espalier"
    mine.write_bytes(project.read_bytes())
    done = run("--render", mine, "-o", folder / "drawing.png")
    assert done.returncode == 0, done.stderr
    done = run("--render", mine, "-o", folder / "drawing.png")
    assert done.returncode == 0, done.stderr
    (folder / "drawing.svg").write_bytes(project.read_bytes())
    done = run("--render", mine, "-o", folder / "drawing.svg")
    assert done.returncode == 2 and "drawing.svg" in done.stderr, done.stderr
    assert (folder / "drawing.svg").read_bytes() == project.read_bytes(), "the project is lost"
sys.exit(0)
