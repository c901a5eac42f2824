# SPDX-License-Identifier: Apache-2.0
# ctest: TIMEOUT=300
"""A disk that is full at any write of any command: a sentence, exit status 1, nothing lost, nothing half-written.
The disk is played by tests/support/full_disk.c, which is preloaded and counts the writes."""

import os
import pathlib
import struct
import subprocess
import tempfile

import command_line
from command_line import SOURCE

LIBRARY = pathlib.Path(tempfile.mkdtemp()) / "full_disk.so"
subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", LIBRARY, SOURCE / "tests/support/full_disk.c", "-ldl"], check=True)
MOST = 14  # places at which a command is stopped


def run(case, writes, *arguments):
    """(what was done, number of writes that were tried)"""
    with tempfile.NamedTemporaryFile() as state:
        state.write(struct.pack("qq", writes, 0))
        state.flush()
        env = {**os.environ, "LD_PRELOAD": str(LIBRARY), "FULL_DISK_UNDER": str(case.folder), "FULL_DISK_STATE": state.name}
        done = case.cli(*arguments, env=env)
        return done, struct.unpack("qq", pathlib.Path(state.name).read_bytes())[1]


def contents(case):
    return {p.relative_to(case.folder): p.read_bytes() for p in case.folder.rglob("*") if p.is_file() and p.suffix != ".lock"}


def places(total):
    every = range(total)
    return every if total <= MOST else sorted({0, 1, 2, total - 1, *range(0, total, -(-total // (MOST - 3)))})


def at_every_write(case, *arguments, lasting=(), also=lambda: None):
    """Counts the writes of the command in a copy of the folder, then fails each. `lasting`: names that may appear."""
    before = contents(case)

    def restore():
        for path in contents(case):
            if path not in before:
                (case.folder / path).unlink()
        for path, data in before.items():
            if not (case.folder / path).is_file() or (case.folder / path).read_bytes() != data:
                (case.folder / path).write_bytes(data)
        for folder in sorted((p for p in case.folder.rglob("*") if p.is_dir()), reverse=True):
            if not any(folder.iterdir()):
                folder.rmdir()

    done, total = run(case, 1 << 40, *arguments)
    assert done.returncode == 0, done.stderr
    assert total > 0, f"{arguments} wrote nothing"
    finished = contents(case)
    for left in places(total):
        restore()
        done, _ = run(case, left, *arguments)
        told = f"{' '.join(map(str, arguments))}, full after {left} of {total} writes: status {done.returncode}\n{done.stderr}"
        assert done.returncode == 1, told
        assert "disk is full" in done.stderr or "No space left" in done.stderr, told
        for path, data in contents(case).items():
            if any(path.match(name) for name in lasting):
                continue
            assert path in before or path in finished, f"{told}{path} is left behind"
            assert data == before.get(path) or data == finished.get(path), f"{told}{path} is half-written"
        assert not set(before) - set(contents(case)), f"{told}lost {set(before) - set(contents(case))}"
        also()
    restore()


def exports(case):
    case.train()
    case.expect(0, "export", "mlp.espalier", "-o", "m.onnx")
    case.expect(0, "import", "m.onnx", "-o", "again.espalier")
    case.train()
    at_every_write(case, "export", "mlp.espalier", "-o", "m.onnx", "--force")
    at_every_write(case, "export", "mlp.espalier", "-o", "new.onnx")
    at_every_write(case, "import", "m.onnx", "-o", "again.espalier", "--force")
    at_every_write(case, "import", "m.onnx", "-o", "new.espalier")


def bundles(case):
    case.train()
    at_every_write(case, "compile", "mlp.espalier", "-o", "bundle", "-O", "0")


def results_and_traces(case):
    case.train()
    head = "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 2), }".ljust(117) + "\n"
    (case.folder / "x.npy").write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() + bytes(24))
    at_every_write(case, "run", "mlp.espalier", "--input", "point=x.npy", "--output", "out")
    case.expect(0, "profile", "mlp.espalier", "--repeat", 2, "--trace", "t.json")
    done, total = run(case, 1 << 40, "profile", "mlp.espalier", "--repeat", 2, "--trace", "t.json", "--force")
    before = (case.folder / "t.json").read_bytes()
    for left in places(total):
        done, _ = run(case, left, "profile", "mlp.espalier", "--repeat", 2, "--trace", "t.json", "--force")
        assert done.returncode == 1 and "disk is full" in done.stderr, done.stderr
        assert (case.folder / "t.json").read_bytes() == before


def trainings_go_on_afterwards(case):
    """The history and the checkpoints may hold what was written until then; the project and its data may not change,
    and the next training works."""
    case.train()
    at_every_write(
        case,
        "train",
        "mlp.espalier",
        "--epochs",
        2,
        lasting=["mlp.runs/*", "mlp.runs/*/*"],
        also=lambda: case.train(epochs=1, says=["done in"]),
    )


command_line.main([exports, bundles, results_and_traces, trainings_go_on_afterwards])
