# SPDX-License-Identifier: Apache-2.0
# ctest: TIMEOUT=600
"""Bundles for every target: compiled, and their own tests run, natively or under an emulator. The tools are
those that packaging/debian-packages.txt lists for tests; wasmtime comes from tests/requirements.txt."""

import json
import os
import pathlib

from command_line import MODELS, SOURCE, main, manifest

# Every target, and every level. mnist8 is a file from outside; LeNet is ours.
PLAN = [
    ("x86-64-v2", "0", "lenet"), ("x86-64-v3", "3", "mnist8"), ("x86-64-v4", "s", "lenet"), ("host", "1", "mnist8"),
    ("aarch64", "3", "lenet"), ("riscv64", "s", "mnist8"), ("riscv64-v", "3", "mnist8"), ("wasm32-wasi", "0", "lenet"),
    ("wasm32-wasi", "3", "mnist8"), ("cortex-m4", "0", "lenet"), ("cortex-m7", "3", "mnist8"), ("cortex-m55", "s", "lenet"),
]

# The command that the product looks for, from the Python package.
WASMTIME = """#!{python}
import sys
import wasmtime
engine = wasmtime.Engine()
linker = wasmtime.Linker(engine)
linker.define_wasi()
store = wasmtime.Store(engine)
wasi = wasmtime.WasiConfig()
wasi.argv = sys.argv[1:]
wasi.inherit_stdout()
store.set_wasi(wasi)
instance = linker.instantiate(store, wasmtime.Module.from_file(engine, sys.argv[1]))
try:
    instance.exports(store)["_start"](store)
except wasmtime.ExitTrap as end:
    sys.exit(end.code)
"""


def tools(case):
    """An environment in which all emulators are found."""
    folder = case.folder / "bin"
    folder.mkdir()
    wasmtime = folder / "wasmtime"
    wasmtime.write_text(WASMTIME.format(python=os.environ["ESPALIER_VENV_PYTHON"]))
    wasmtime.chmod(0o755)
    return {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"}


def network(name):
    mnist = MODELS / "mnist8.onnx"
    if name == "mnist8" and mnist.is_file():
        return mnist
    return SOURCE / "projects/fashion-mnist/lenet.espalier"


def every_target(case):
    environment = tools(case)
    listed = case.expect(0, "compile", "--targets", "--json", env=environment).stdout.splitlines()
    targets = {line["target"]: line for line in map(json.loads, listed)}
    assert set(targets) == {target for target, *_ in PLAN}, sorted(targets)
    for target, level, name in PLAN:
        facts = targets[target]
        assert facts["compiler_found"], f"{facts['compiler']} is missing; {facts['packages']} have it"
        folder = case.folder / f"{target}-{level}"
        must = ["--test"] if target != "x86-64-v4" else []
        case.expect(0, "compile", network(name), "-o", folder, "--target", target, "-O", level, *must, env=environment)
        told = manifest(folder)
        assert told["code_bytes"] > 0 and told["constant_bytes"] > 0 and told["arena_bytes"] > 0, told
        assert told["tested"] or target == "x86-64-v4", told
        if told["tested"]:
            assert told["largest_difference"] <= told["tolerance"], told
        assert len(told.get("boards", [])) == len(facts["boards"]), told


def weights_in_files(case):
    environment = tools(case)
    for target in ("host", "wasm32-wasi", "cortex-m4"):
        sizes = []
        for weights in ("source", "binary", "object"):
            folder = case.folder / f"{target}-{weights}"
            case.expect(0, "compile", "mlp.espalier", "-o", folder, "--target", target, "-O", "0", "--weights", weights,
                        "--test", env=environment)
            assert (folder / "mlp_weights.bin").is_file() == (weights != "source")
            sizes.append(manifest(folder)["constant_bytes"])
        # the tensors, and what lies between them for the sake of alignment
        assert max(sizes) - min(sizes) < 1024, sizes


def boards(case):
    case.expect(0, "compile", "mlp.espalier", "-o", "fits", "--target", "cortex-m4", "--board", "NUCLEO-L4R5ZI")
    assert [b["fits"] for b in manifest(case.folder / "fits")["boards"]] == [True]
    before = case.names()
    case.expect(1, "compile", "mlp.espalier", "-o", "b", "--target", "cortex-m4", "--board", "Fridge",
                says=["Fridge", "NUCLEO-L4R5ZI"])
    case.expect(1, "compile", "mlp.espalier", "-o", "b", "--board", "NUCLEO-L4R5ZI", says=["no boards"])
    large = SOURCE / "projects/fashion-mnist/residual.espalier"
    case.expect(1, "compile", large, "-o", "b", "--target", "cortex-m4", "--board", "STM32F4-DISCOVERY",
                says=["bytes of RAM (arena", "STM32F4-DISCOVERY has 131072"])
    assert case.names() == before


def refusals(case):
    before = case.names()
    case.expect(2, "compile", "mlp.espalier", "-o", "b", "--target", "pdp-11", says=["pdp-11", "cortex-m55", "riscv64-v"])
    case.expect(1, "compile", "mlp.espalier", "-o", "b", "--target", "riscv64", "--compiler", "no-such-gcc",
                says=["no-such-gcc", "riscv64-linux-gnu-gcc"])
    case.expect(1, "compile", "mlp.espalier", "-o", "b", "--sysroot", "nowhere", says=["nowhere", "no folder"])
    case.expect(1, "compile", "mlp.espalier", "-o", "b", "--link-arg=-lno_such_library", says=["no_such_library"])
    # an emulator that is missing: the bundle is written and says so, unless its test is asked for
    only = case.folder / "only"
    only.mkdir()
    for tool in ("gcc", "as", "ar", "size", "ld"):
        for name in (f"arm-none-eabi-{tool}",):
            (only / name).symlink_to(pathlib.Path("/usr/bin") / name)
    poor = {**os.environ, "PATH": str(only)}
    case.expect(1, "compile", "mlp.espalier", "-o", "b", "--target", "cortex-m4", "--test", env=poor,
                says=["qemu-system-arm", "not installed"])
    case.expect(1, "compile", "mlp.espalier", "-o", "b", "--target", "aarch64", env=poor,
                says=["apt install gcc-aarch64-linux-gnu"])
    assert case.names() == sorted(before + ["only"])
    case.expect(0, "compile", "mlp.espalier", "-o", "b", "--target", "cortex-m4", env=poor, says=["compiled, never run"])
    assert not manifest(case.folder / "b")["tested"]


main([every_target, weights_in_files, boards, refusals])
