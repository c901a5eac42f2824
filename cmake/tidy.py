#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs clang-tidy on the sources that changed, or on those named.

    cmake/tidy.py                   what git says differs from HEAD
    cmake/tidy.py --since main      what differs from a branch
    cmake/tidy.py engine/graph      files and folders

Needs a configured and built dev preset. GCC's precompiled headers mean nothing to clang, so the
compile commands are rewritten to read the headers themselves.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def rewritten_commands(build):
    commands = json.loads((build / "compile_commands.json").read_text())
    folder = ROOT / "build" / "tidy"
    for command in commands:
        text = re.sub(r"^.*?(?=\S*(?:g\+\+|gcc|c\+\+|cc) )", "", command["command"])
        for header in re.findall(r"-include (\S+cmake_pch\.h\w*)", text):
            copy = folder / Path(header).relative_to(build)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(header, copy)
            text = text.replace(header, str(copy))
        command["command"] = re.sub(r" -Winvalid-pch| -Werror| -fno-semantic-interposition", "", text)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "compile_commands.json").write_text(json.dumps(commands))
    return folder, {command["file"] for command in commands}


def changed(since):
    run = lambda *words: subprocess.run(
        ["git", *words], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.splitlines()
    return run("diff", "--name-only", since) + run("ls-files", "--others", "--exclude-standard")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--since", default="HEAD")
    parser.add_argument("--build", default="build/dev")
    parser.add_argument("paths", nargs="*")
    options = parser.parse_args()
    build = ROOT / options.build
    if not (build / "compile_commands.json").exists():
        sys.exit(f"{options.build} is not configured: cmake --preset dev && cmake --build --preset dev")

    folder, compiled = rewritten_commands(build)
    wanted = options.paths or changed(options.since)
    files = sorted(
        file for file in compiled
        if any(Path(file) == ROOT / path or (ROOT / path) in Path(file).parents for path in wanted)
        and "build" not in Path(file).relative_to(ROOT).parts[:1]
    )
    program = shutil.which("clang-tidy-14") or shutil.which("clang-tidy")
    if not program:
        sys.exit("clang-tidy is not installed (Debian: clang-tidy)")
    check = lambda file: subprocess.run(
        [program, "--quiet", "-p", str(folder), file], capture_output=True, text=True
    )
    status = 0
    with ThreadPoolExecutor(2) as pool:
        for result in pool.map(check, files):
            print(result.stdout, end="")
            if result.returncode:
                print(result.stderr, end="", file=sys.stderr)
                status = 1
    print(f"{len(files)} files checked", file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main())
