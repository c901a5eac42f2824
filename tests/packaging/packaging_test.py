# SPDX-License-Identifier: Apache-2.0
"""The files that go into the package are well formed: desktop entry, MIME type, icons, manual."""

import os
import re
import shutil
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGING = ROOT / "packaging"


def run(*command):
    return subprocess.run(command, capture_output=True, text=True)


class Packaging(unittest.TestCase):
    def needs(self, program):
        if not shutil.which(program):
            self.skipTest(f"{program} is not installed")

    def test_desktop_entry(self):
        self.needs("desktop-file-validate")
        result = run("desktop-file-validate", str(PACKAGING / "espalier.desktop"))
        self.assertEqual((result.returncode, result.stdout), (0, ""))

    def test_mime_type(self):
        self.needs("update-mime-database")
        entry = (PACKAGING / "espalier.desktop").read_text(encoding="utf-8")
        kind = re.search(r"^MimeType=(.*);$", entry, re.MULTILINE)[1]
        with tempfile.TemporaryDirectory() as folder:
            packages = Path(folder) / "packages"
            packages.mkdir()
            shutil.copy(PACKAGING / "espalier.xml", packages)
            result = run("update-mime-database", folder)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertIn(f"{kind}:*.espalier", (Path(folder) / "globs2").read_text())

    def test_icons(self):
        for icon in (PACKAGING / "icons").glob("*.svg"):
            root = ElementTree.parse(icon).getroot()
            self.assertEqual(root.get("viewBox"), "0 0 128 128", icon)

    def test_manual_pages(self):
        self.needs("groff")
        for page in (PACKAGING / "man").glob("*.1"):
            result = run("groff", "-man", "-Tutf8", "-ww", "-z", str(page))
            self.assertEqual((result.returncode, result.stderr), (0, ""), page)

    def test_manual_and_completion_know_every_option(self):
        cli = os.environ.get("ESPALIER_CLI")
        if not cli:
            self.skipTest("no espalier-cli was built")
        manual = (PACKAGING / "man/espalier-cli.1").read_text(encoding="utf-8").replace("\\-", "-")
        completion = (PACKAGING / "completions/espalier-cli.bash").read_text(encoding="utf-8")
        commands = re.findall(r"^  ([a-z]+) ", run(cli, "--help").stdout.split("Subcommands:")[1], re.MULTILINE)
        self.assertGreater(len(commands), 10)
        for command in commands:
            text = run(cli, command, "--help").stdout
            # The line of its own options in the completion: "train) options=…" or "a | train | b) …".
            line = re.search(rf"^ *(?:\w+ \| )*{command}(?: \| \w+)*\) options=.*$", completion, re.MULTILINE)
            self.assertIsNotNone(line, command)
            for option in re.findall(r"^  (?:-\w,)?(--[a-z-]+)", text, re.MULTILINE):
                if option == "--help":
                    continue
                self.assertRegex(line[0], rf"{option}\b", f"{command}: the completion lacks {option}")
                self.assertRegex(manual, rf"{option}\b", f"{command}: the manual page lacks {option}")

    def test_manual_knows_every_option_of_the_window(self):
        manual = (PACKAGING / "man/espalier.1").read_text(encoding="utf-8").replace("\\-", "-")
        source = (ROOT / "app/designer/options.cpp").read_text(encoding="utf-8")
        options = set(re.findall(r'"(--?[a-z-]+)"', source))
        self.assertGreater(len(options), 12)
        for option in options:
            self.assertRegex(manual, rf"{option}\b", f"the manual page lacks {option}")

    def test_scripts(self):
        scripts = [ROOT / "run", ROOT / "test", ROOT / ".ci/run", *(PACKAGING / "completions").iterdir()]
        scripts += [PACKAGING / "install_packages", PACKAGING / "build_package"]
        for script in scripts:
            result = run("bash", "-n", str(script))
            self.assertEqual(result.returncode, 0, result.stderr)

    def test_version_is_the_same_everywhere(self):
        project = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
        version = re.search(r"project\(espalier VERSION ([\d.]+)", project)[1]
        changelog = (PACKAGING / "deb/changelog").read_text(encoding="utf-8")
        self.assertTrue(changelog.startswith(f"espalier ({version})"), changelog[:40])


if __name__ == "__main__":
    unittest.main()
