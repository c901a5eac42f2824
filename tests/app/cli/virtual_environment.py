# SPDX-License-Identifier: Apache-2.0
"""To be imported before the packages that `./test` installs: starts the test again in its virtual environment, and
ends it as skipped where these packages are missing."""

import importlib
import os
import sys


def needs(*packages):
    python = os.environ.get("ESPALIER_VENV_PYTHON")
    if python and sys.executable != python:
        os.execv(python, [python, *sys.argv])
    try:
        for package in packages:
            importlib.import_module(package)
    except ImportError as error:
        print(f"skipped: {error}; ./test makes a virtual environment that has it")
        sys.exit(77)
