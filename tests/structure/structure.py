# SPDX-License-Identifier: Apache-2.0
"""What the structure tests share: the tree's files, the table, and the checks on them.

Each check takes a root folder and a list of paths below it and returns sentences, one a violation,
so that a test can run it on the project and on a planted tree alike.
"""

import fnmatch
import json
import os
import re
import subprocess
import sys
from functools import lru_cache
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SOURCES = (".cpp", ".h", ".c", ".cl", ".cu")

# Spans in which "#include" is not a directive, and directives themselves: the first that matches at a
# place wins, so a directive in a comment or in a raw string is passed over.
TOKENS = re.compile(
    r"""(?P<include>^[ \t]*\#[ \t]*include[ \t]*(?P<name>"[^"\n]*"|<[^>\n]*>))
      | //[^\n]* | /\*.*?\*/
      | R"(?P<mark>[^()\s\\]{0,16})\(.*?\)(?P=mark)"
      | "(?:\\.|[^"\\\n])*"
      | (?<![0-9a-fA-F])'(?:\\[^'\n]*|[^'\\\n])'""",
    re.MULTILINE | re.DOTALL | re.VERBOSE,
)

STANDARD = set(
    """algorithm any array atomic barrier bit bitset cassert cctype cerrno cfenv cfloat charconv chrono
    cinttypes climits clocale cmath codecvt compare complex concepts condition_variable coroutine
    csetjmp csignal cstdarg cstddef cstdint cstdio cstdlib cstring ctime cuchar cwchar cwctype deque
    exception execution filesystem format forward_list fstream functional future initializer_list
    iomanip ios iosfwd iostream istream iterator latch limits list locale map memory memory_resource
    mutex new numbers numeric optional ostream queue random ranges ratio regex scoped_allocator
    semaphore set shared_mutex source_location span sstream stack stdexcept stop_token streambuf
    string string_view syncstream system_error thread tuple type_traits typeindex typeinfo
    unordered_map unordered_set utility valarray variant vector version cxxabi.h
    assert.h complex.h ctype.h errno.h fenv.h float.h inttypes.h limits.h locale.h math.h setjmp.h
    signal.h stdalign.h stdarg.h stdatomic.h stdbool.h stddef.h stdint.h stdio.h stdlib.h string.h
    strings.h tgmath.h threads.h time.h uchar.h wchar.h wctype.h""".split()
)


def table():
    return json.loads((HERE / "layers.json").read_text(encoding="utf-8"))


def project_files(root=ROOT):
    """Paths below root, with '/', that are part of the project; build outputs are not."""
    try:
        listed = subprocess.run(
            ["git", "-c", "core.quotepath=off", "ls-files", "-z", "-co", "--exclude-standard"],
            cwd=root, capture_output=True, check=True, text=True,
        ).stdout.split("\0")
        return sorted(path for path in listed if path and (root / path).is_file())
    except (OSError, subprocess.CalledProcessError):
        found = []
        for folder, folders, names in os.walk(root):
            folders[:] = [f for f in folders if f not in (".git", "build", "__pycache__", ".cache")]
            found += [str((Path(folder) / name).relative_to(root)) for name in names]
        return sorted(found)


@lru_cache(maxsize=None)
def _pattern(pattern):
    regex = ""
    for piece in re.split(r"(\*\*/|\*\*|\*|\{folder\})", pattern):
        regex += {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "{folder}": "(?P<folder>[^/]+)"}.get(
            piece, re.escape(piece)
        )
    return re.compile(regex + r"\Z")


def matches(path, patterns):
    return any(_pattern(pattern).match(path) for pattern in patterns)


class Layers:
    """The table, asked by path."""

    def __init__(self, data=None):
        self.data = data or table()
        self.unit_of_path = lru_cache(maxsize=None)(self._unit_of_path)

    def _unit_of_path(self, path):
        for unit in self.data["units"]:
            for pattern in unit["files"]:
                found = _pattern(pattern).match(path)
                if found:
                    folder = found.groupdict().get("folder")
                    return {**unit, "name": unit["name"].replace("{folder}", folder or "")}
        return None

    def library_of(self, header):
        for name, patterns in self.data["libraries"].items():
            if matches(header, patterns):
                return name
        return None

    def is_allowed(self, unit, target):
        return target == unit["name"] or any(
            fnmatch.fnmatchcase(target, pattern) for pattern in unit["may"]
        )

    @staticmethod
    def allowance(unit):
        return (
            f"{unit['name']} may include: {', '.join([unit['name'], *unit['may']])}; "
            f"libraries: {', '.join(['standard', *unit['libraries']])}"
        )


def includes(text):
    """(line, header, quoted) of every include directive."""
    for token in TOKENS.finditer(text):
        if token["include"]:
            name = token["name"]
            yield text.count("\n", 0, token.start("name")) + 1, name[1:-1], name[0] == '"'


def check_includes(root, paths, layers=None):
    layers = layers or Layers()
    problems = []
    existing = set(paths) | set(layers.data["generated"])
    for path in paths:
        if not path.endswith(SOURCES):
            continue
        unit = layers.unit_of_path(path)
        if unit is None:
            problems.append(
                f"{path}:1: no unit of tests/structure/layers.json has this file; add its folder there"
            )
            continue
        text = (root / path).read_text(encoding="utf-8", errors="replace")
        for line, header, quoted in includes(text):
            reason = _refusal(layers, existing, path, unit, header, quoted)
            if reason:
                spelled = f'"{header}"' if quoted else f"<{header}>"
                problems.append(f"{path}:{line}: includes {spelled}: {reason}")
    return problems


def _refusal(layers, existing, path, unit, header, quoted):
    if quoted:
        if header in existing:
            target = layers.unit_of_path(header)
            if target is None or layers.is_allowed(unit, target["name"]):
                return None
            return f"that is {target['name']}, but {layers.allowance(unit)}"
        if header.endswith(".moc") and matches(path, layers.data["moc"]):
            return None
        sibling = os.path.normpath(os.path.join(os.path.dirname(path), header))
        if sibling in existing:
            if matches(path, layers.data["relative"]) and matches(sibling, layers.data["relative"]):
                return None
            return f'write it from the root of the project: #include "{sibling}"'
        if not layers.library_of(header):
            return "there is no such file in the project"
    library = layers.library_of(header)
    if library is None:
        if header in STANDARD:
            return None
        return "an unknown library; if it is meant, name it in tests/structure/layers.json"
    if library in unit["libraries"]:
        return None
    return f"that is {library}, but {layers.allowance(unit)}"


def check_acyclic(layers=None):
    """The units of engine/, ui/ and app/ form no cycle."""
    layers = layers or Layers()
    names = [unit["name"] for unit in layers.data["units"]]
    graph = {
        unit["name"]: [n for n in names if n != unit["name"] and layers.is_allowed(unit, n)]
        for unit in layers.data["units"]
    }
    done, problems = set(), []

    def visit(name, trail):
        if name in trail:
            problems.append("layers.json: a cycle: " + " → ".join([*trail[trail.index(name):], name]))
        elif name not in done:
            for target in graph[name]:
                visit(target, [*trail, name])
            done.add(name)

    for name in names:
        visit(name, [])
    unknown = [
        f"layers.json: {unit['name']} may include {pattern}, which is no unit"
        for unit in layers.data["units"]
        for pattern in unit["may"]
        if not any(fnmatch.fnmatchcase(name.replace("{folder}", "x"), pattern) for name in names)
    ]
    return problems + unknown


def is_script(root, path):
    if "." in os.path.basename(path).lstrip("."):
        return False
    with open(root / path, "rb") as file:
        return file.read(2) == b"#!"


def check_licences(root, paths, layers=None):
    """The SPDX line of every source: the first line, or the second after '#!'."""
    layers = layers or Layers()
    problems = []
    for path in paths:
        name = os.path.basename(path)
        if path.endswith(SOURCES):
            sign = "//"
        elif path.endswith((".py", ".sh", ".cmake")) or name in ("CMakeLists.txt", ".clang-format", ".clang-tidy"):
            sign = "#"
        elif is_script(root, path):
            sign = "#"
        else:
            continue
        licence = next(
            rule["licence"] for rule in layers.data["licences"] if matches(path, rule["files"])
        )
        expected = f"{sign} SPDX-License-Identifier: {licence}"
        with open(root / path, encoding="utf-8", errors="replace") as file:
            lines = [file.readline().rstrip("\n"), file.readline().rstrip("\n")]
        number = 1 if lines[0].startswith("#!") else 0
        if lines[number] != expected:
            problems.append(f"{path}:{number + 1}: expected '{expected}', got '{lines[number]}'")
    return problems


def report(problems, what):
    """Prints the problems and ends the test."""
    for problem in problems:
        print(problem)
    print(f"{what}: {len(problems) or 'no'} problem{'' if len(problems) == 1 else 's'}")
    sys.exit(1 if problems else 0)
