# SPDX-License-Identifier: Apache-2.0
"""Every string of the designer is translated into every language of translations/."""

import os
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import structure

files = sorted((structure.ROOT / "translations").glob("*.ts"))
if not files:
    print("translations/ has no .ts file")
    sys.exit(77)

folders = [f for f in ("ui", "app/designer", "engine") if (structure.ROOT / f).is_dir()]
lupdate = os.environ.get("ESPALIER_LUPDATE") or shutil.which("lupdate", path=os.environ["PATH"] + ":/usr/lib/qt6/bin")
problems = []
with tempfile.TemporaryDirectory() as scratch:
    for file in files:
        # A fresh look at the sources, so that a string nobody extracted is noticed, too.
        copy = Path(scratch) / file.name
        shutil.copy(file, copy)
        if lupdate:
            subprocess.run(
                [lupdate, "-silent", "-no-obsolete", "-locations", "none",
                 "-tr-function-alias", "QT_TRANSLATE_NOOP+=ESP_TEXT",
                 *(["-pluralonly"] if file.stem.endswith("_en") else []), *folders,
                 "-I", ".", "-ts", str(copy)],
                cwd=structure.ROOT, check=True, stdout=subprocess.DEVNULL,
            )
        for context in ElementTree.parse(copy).getroot().iter("context"):
            for message in context.iter("message"):
                translation = message.find("translation")
                texts = [translation.text or "", *(n.text or "" for n in translation.iter("numerusform"))]
                if translation.get("type") == "unfinished" or not "".join(texts).strip():
                    source = (message.findtext("source") or "").replace("\n", " ")
                    problems.append(f"translations/{file.name}: {context.findtext('name')}: "
                                    f"'{source}' is not translated")
structure.report(problems, "translations")
