# SPDX-License-Identifier: Apache-2.0
"""Every C and C++ file is as clang-format 14 writes it; --write makes it so, and so does
`cmake --build build/dev -t format`."""

import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import structure

SKIPPED = 77

program = shutil.which("clang-format-14") or shutil.which("clang-format")
if not program:
    print("clang-format is not installed")
    sys.exit(SKIPPED)
version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
if not re.search(r"version 14\.", version):
    print(f"clang-format 14 is needed, as versions differ in taste; this is {version.strip()}")
    sys.exit(SKIPPED)

files = [path for path in structure.project_files() if path.endswith(structure.SOURCES)]
if "--write" in sys.argv[1:]:
    subprocess.run([program, "-i", *files], cwd=structure.ROOT, check=True)
    sys.exit(0)


def check(batch):
    result = subprocess.run(
        [program, "--dry-run", "--ferror-limit=1", *batch],
        cwd=structure.ROOT, capture_output=True, text=True,
    )
    return [line for line in result.stderr.splitlines() if "-Wclang-format-violations" in line]


batches = [files[i::8] for i in range(8)]
with ThreadPoolExecutor(2) as pool:
    problems = sorted(line for lines in pool.map(check, [b for b in batches if b]) for line in lines)
structure.report(
    [p.split(": warning")[0] + ": not formatted (cmake --build build/dev -t format)" for p in problems],
    "format",
)
