# SPDX-License-Identifier: Apache-2.0
# ctest: TIMEOUT=600
"""Bundles of files from elsewhere: every valid one compiles and passes its own test, 8-bit ones on other machines,
too; what a Cortex-M4 needs stays small; an If that data decides is an if in C."""

import os
import pathlib

from command_line import MODELS, main, manifest

# mnist8 is compiled in compile_targets_test.py; light_resnet50.onnx is left out: a hundred megabytes of weights, and
# minutes of reference operators.
FILES = {"mnist8": [], "resnet8": [], "vww96": [], "kws_fp32": [], "kws_qdq": [], "qlstm": [], "yunet": [], "slim320s": [],
         "silero16k": ["--dim", "sequence=512"]}
EIGHT_BITS = ("kws_qdq", "qlstm")
# Half of the stack that emx-onnx-cgen 1.4 takes, in bytes, and what a bundle's code may take at -Os.
ARENA = {"mnist8": 131576 // 2, "resnet8": 754560 // 2, "vww96": 1855568 // 2, "kws_fp32": 363144 // 2}
CODE = 16384


def there(name):
    file = MODELS / f"{name}.onnx"
    if not file.is_file():
        print(f"skipped  {file} is not there")
    return file.is_file()


def compiled(case, name, *arguments, **options):
    folder = case.folder / f"{name}{len(case.names())}"
    case.expect(0, "compile", MODELS / f"{name}.onnx", "-o", folder, *FILES[name], *arguments, **options)
    return folder


def every_valid_file(case):
    for name in filter(there, [name for name in FILES if name not in ("mnist8", *EIGHT_BITS)]):
        told = manifest(compiled(case, name, "--target", "host", "-O", "0", "--weights", "object", "--test"))
        assert told["tested"] and told["largest_difference"] <= told["tolerance"], told


def the_invalid_one_is_refused(case):
    if not there("toycar"):
        return
    before = case.names()
    case.expect(1, "compile", MODELS / "toycar.onnx", "-o", "bundle", says=["dense.BiasAdd: A: expected float32", "got int8"])
    assert case.names() == before


def eight_bits_elsewhere(case):
    for name in filter(there, EIGHT_BITS):
        for target, level in (("x86-64-v3", "2"), ("aarch64", "0"), ("cortex-m4", "s")):
            told = manifest(compiled(case, name, "--target", target, "-O", level, "--test"))
            assert told["tested"] and told["largest_difference"] == 0, told


def a_cortex_m4_needs_little(case):
    only = case.folder / "bin"
    only.mkdir()
    for tool in ("gcc", "as", "ar", "size", "ld"):
        (only / f"arm-none-eabi-{tool}").symlink_to(pathlib.Path("/usr/bin") / f"arm-none-eabi-{tool}")
    for name in filter(there, ARENA):
        told = manifest(compiled(case, name, "--target", "cortex-m4", "-O", "s", env={**os.environ, "PATH": str(only)}))
        assert told["arena_bytes"] <= ARENA[name] and told["code_bytes"] <= CODE, told


main([every_valid_file, the_invalid_one_is_refused, eight_bits_elsewhere, a_cortex_m4_needs_little])
