# SPDX-License-Identifier: Apache-2.0
"""What the tests of the command line share: a project to break, and a way to say what must come of it."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

CLI = os.environ["ESPALIER_CLI"]
SOURCE = pathlib.Path(os.environ["ESPALIER_SOURCE_DIR"])
MODELS = pathlib.Path(os.environ.get("ESPALIER_TEST_MODELS", ""))


class Case:
    """One test in a folder of its own, which holds the spirals project."""

    def __init__(self, folder):
        self.folder = folder
        self.project = folder / "mlp.espalier"
        self.weights = folder / "mlp.weights-1.safetensors"
        self.runs = folder / "mlp.runs"
        for name in ("mlp.espalier", "train.csv", "test.csv"):
            shutil.copy(SOURCE / "projects/spirals" / name, folder)

    def cli(self, *arguments, **options):
        options = {"capture_output": True, "text": True, "cwd": self.folder, "timeout": 120, **options}
        return subprocess.run([CLI, *map(str, arguments)], **options)

    def expect(self, status, *arguments, says=(), never=(), **options):
        """Runs; the words must, or must not, be in what is printed."""
        done = self.cli(*arguments, **options)
        text = (done.stdout or "") + (done.stderr or "")
        told = f"espalier-cli {' '.join(map(str, arguments))}\n{text}"
        assert done.returncode == status, f"{told}exit status {done.returncode} instead of {status}"
        for words in says:
            assert words in text, f"{told}does not say: {words}"
        for words in never:
            assert words not in text, f"{told}says: {words}"
        return done

    def train(self, *arguments, epochs=1, status=0, **expectations):
        return self.expect(status, "train", "mlp.espalier", "--epochs", epochs, *arguments, **expectations)

    def edit(self, change):
        """Changes the project file's JSON."""
        document = json.loads(self.project.read_text())
        change(document)
        self.project.write_text(json.dumps(document))

    def names(self):
        return sorted(p.name for p in self.folder.iterdir())


def manifest(bundle):
    return json.loads((bundle / "manifest.json").read_text())


def main(tests):
    failed = 0
    for test in tests:
        with tempfile.TemporaryDirectory() as folder:
            try:
                test(Case(pathlib.Path(folder)))
                print(f"passed  {test.__name__}")
            except AssertionError as problem:
                failed += 1
                print(f"FAILED  {test.__name__}: {problem}")
    sys.exit(1 if failed else 0)
