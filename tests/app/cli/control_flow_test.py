# SPDX-License-Identifier: Apache-2.0
# ctest: TIMEOUT=300
"""If, Loop, Scan, sequences, optionals and shapes that data decides: ONNX Runtime's results, from the
file, from the project it becomes, and from the file that project is exported to."""

import os
import pathlib
import subprocess
import sys
import tempfile

import virtual_environment

virtual_environment.needs("numpy", "onnx", "onnxruntime")

import numpy
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

CLI = os.environ["ESPALIER_CLI"]
MODELS = pathlib.Path(os.environ.get("ESPALIER_TEST_MODELS", ""))
FLOAT, INT64, BOOL = TensorProto.FLOAT, TensorProto.INT64, TensorProto.BOOL


def value(name, kind, shape):
    return helper.make_tensor_value_info(name, kind, shape)


def node(kind, inputs, outputs, **attributes):
    return helper.make_node(kind, inputs, outputs, **attributes)


def constant(name, array):
    return numpy_helper.from_array(numpy.asarray(array), name)


def model(nodes, inputs, outputs, initializers=()):
    graph = helper.make_graph(nodes, "g", inputs, outputs, list(initializers))
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 16)])
    made.ir_version = 8
    onnx.checker.check_model(made)
    return made


def body(nodes, inputs, outputs, initializers=()):
    return helper.make_graph(nodes, "body", inputs, outputs, list(initializers))


def cli(*arguments, status=0):
    done = subprocess.run([CLI, *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode == status, f"{' '.join(map(str, arguments))}\n{done.stdout}{done.stderr}"
    return done.stdout + done.stderr


def peer(file, feeds):
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])
    results = session.run(None, feeds)
    return {out.name: result for out, result in zip(session.get_outputs(), results)}


def compare(what, subject, feeds, expected, folder):
    arguments = []
    for name, array in feeds.items():
        numpy.save(folder / f"{name}.npy", array)
        arguments += ["--input", f"{name}={folder / name}.npy"]
    out = folder / "out"
    cli("run", subject, *arguments, "--output", out)
    for name, want in expected.items():
        parts = {f"{name}_{i}": part for i, part in enumerate(want)} if isinstance(want, list) else {name: want}
        for part, array in parts.items():
            got = numpy.load(out / f"{part}.npy")
            assert got.dtype == array.dtype and got.shape == array.shape, f"{what}: {part}: {got.dtype} {got.shape}"
            assert numpy.allclose(got, array, rtol=1e-4, atol=1e-4), f"{what}: {part}:\n{got}\n{array}"


def check(what, made, *feed_sets, export=True):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        onnx.save(made, folder / "m.onnx")
        cli("import", folder / "m.onnx", "-o", folder / "m.espalier")
        if export:
            cli("export", folder / "m.espalier", "-o", folder / "again.onnx", "--opset", 16)
            onnx.checker.check_model(str(folder / "again.onnx"), full_check=True)
        for feeds in feed_sets:
            expected = peer(folder / "m.onnx", feeds)
            compare(what, folder / "m.onnx", feeds, expected, folder)
            compare(f"{what}, project", folder / "m.espalier", feeds, expected, folder)
            if not export:
                continue
            again = peer(folder / "again.onnx", feeds)
            for name, want in expected.items():
                assert numpy.allclose(again[name], want, rtol=1e-4, atol=1e-4), f"{what}, exported: {name}"
    print(f"passed  {what}")


X = numpy.random.default_rng(1).standard_normal((3, 4)).astype(numpy.float32)


def test_if_by_data():
    yes = body([node("Mul", ["x", "two"], ["y_then"])], [], [value("y_then", FLOAT, [3, 4])])
    no = body([node("Add", ["x", "two"], ["a"]), node("Relu", ["a"], ["y_else"])], [], [value("y_else", FLOAT, [3, 4])])
    made = model([node("If", ["c"], ["y"], then_branch=yes, else_branch=no)],
                 [value("c", BOOL, []), value("x", FLOAT, [3, 4])], [value("y", FLOAT, [3, 4])],
                 [constant("two", numpy.float32(2))])
    check("If by data", made, *({"c": numpy.array(c), "x": X} for c in (True, False)))


def if_by_shape():
    yes = body([node("Transpose", ["x"], ["y_then"], perm=[1, 0])], [], [value("y_then", FLOAT, ["A", "B"])])
    no = body([node("Identity", ["x"], ["y_else"])], [], [value("y_else", FLOAT, ["A", "B"])])
    return model([node("Shape", ["x"], ["s"]), node("Gather", ["s", "zero"], ["rows"]),
                  node("Equal", ["rows", "three"], ["c"]),
                  node("If", ["c"], ["z"], then_branch=yes, else_branch=no), node("Relu", ["z"], ["y"])],
                 [value("x", FLOAT, ["N", 4])], [value("y", FLOAT, ["A", "B"])],
                 [constant("zero", numpy.int64(0)), constant("three", numpy.int64(3))])


def test_if_by_shape():
    check("If by shape", if_by_shape(), {"x": X}, {"x": X[:2]})


def test_voice_activity():
    file = MODELS / "silero16k.onnx"
    if not file.is_file():
        return print(f"skipped  {file} is not there")
    random = numpy.random.default_rng(2)
    feeds = {"input": 0.1 * random.standard_normal((1, 512), numpy.float32),
             "state": 0.1 * random.standard_normal((2, 1, 128), numpy.float32), "sr": numpy.array(16000)}
    check("If within If, LSTM", onnx.load(file), feeds)


def nested_if():
    inner_yes = body([node("Add", ["x", "h"], ["iy"])], [], [value("iy", FLOAT, [3, 4])])
    inner_no = body([node("Sub", ["x", "h"], ["in"])], [], [value("in", FLOAT, [3, 4])])
    yes = body([node("Exp", ["x"], ["h"]), node("If", ["d"], ["y_then"], then_branch=inner_yes, else_branch=inner_no)],
               [], [value("y_then", FLOAT, [3, 4])])
    no = body([node("Relu", ["x"], ["y_else"])], [], [value("y_else", FLOAT, [3, 4])])
    return model([node("If", ["c"], ["y"], then_branch=yes, else_branch=no)],
                 [value("c", BOOL, []), value("d", BOOL, []), value("x", FLOAT, [3, 4])], [value("y", FLOAT, [3, 4])])


def test_nested_capture():
    check("If in If", nested_if(), *({"c": numpy.array(c), "d": numpy.array(d), "x": X}
                              for c in (True, False) for d in (True, False)))


def test_if_in_a_bundle():
    yes = body([node("Mul", ["x", "two"], ["y_then"])], [], [value("y_then", FLOAT, [3, 4])])
    no = body([node("Relu", ["x"], ["y_else"])], [], [value("y_else", FLOAT, [3, 4])])
    by_numbers = model([node("ReduceSum", ["x"], ["sum"], keepdims=0), node("Less", ["sum", "zero"], ["c"]),
                        node("If", ["c"], ["y"], then_branch=yes, else_branch=no)],
                       [value("x", FLOAT, [3, 4])], [value("y", FLOAT, [3, 4])],
                       [constant("two", numpy.float32(2)), constant("zero", numpy.float32(0))])
    for made, conditions, kernels in ((nested_if(), 4, ("add", "sub", "relu")), (by_numbers, 2, ("mul", "relu"))):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            onnx.save(made, folder / "m.onnx")
            cli("compile", folder / "m.onnx", "-o", folder / "b", "--target", "host", "-O", "0", "--test")
            text = (folder / "b/m.c").read_text()
            network = text[text.index("// ---- the network"):]
            assert network.count("  if (*(") + network.count("  if (!*(") == conditions, network
            # where a branch computes nothing its own test fails: they are all taken there
            for kernel in kernels:
                call = f"{kernel}_tile(&a, 0"
                assert network.count(call) == 1, network
                (folder / "b/m.c").write_text(text.replace(call, f"{kernel}_tile(&a, 1"))
                done = subprocess.run("cc -O0 -w m.c m_test.c -lm -o broken && ./broken", shell=True, cwd=folder / "b",
                                      capture_output=True, text=True)
                assert done.returncode == 1 and "failed" in done.stdout, f"{kernel}: {done.stdout}{done.stderr}"
    print("passed  an If that data decides, in C")


def loop(turns):
    turn = body([node("Add", ["h", "x"], ["h2"]), node("Relu", ["h2"], ["slice"]), node("Identity", ["c_in"], ["c_out"])],
                [value("i", INT64, []), value("c_in", BOOL, []), value("h", FLOAT, [3, 4])],
                [value("c_out", BOOL, []), value("h2", FLOAT, [3, 4]), value("slice", FLOAT, [3, 4])])
    inputs = [value("x", FLOAT, [3, 4])]
    initializers = [constant("yes", numpy.array(True))]
    if turns is None:
        inputs.append(value("M", INT64, []))
    else:
        initializers.append(constant("M", numpy.int64(turns)))
    return model([node("Loop", ["M", "yes", "x"], ["last", "all"], body=turn)], inputs,
                 [value("last", FLOAT, [3, 4]), value("all", FLOAT, ["T", 3, 4])], initializers)


def test_loop_unrolled():
    check("Loop of 3", loop(3), {"x": X})


def test_loop_by_data():
    check("Loop of M", loop(None), {"x": X, "M": numpy.array(4)}, {"x": X, "M": numpy.array(1)})


def test_loop_until():
    turn = body([node("Add", ["h", "h"], ["h2"]), node("ReduceSum", ["h2"], ["s"], keepdims=0),
                 node("Less", ["s", "limit"], ["c_out"])],
                [value("i", INT64, []), value("c_in", BOOL, []), value("h", FLOAT, [2])],
                [value("c_out", BOOL, []), value("h2", FLOAT, [2])])
    made = model([node("Loop", ["", "yes", "x"], ["last"], body=turn)],
                 [value("x", FLOAT, [2]), value("limit", FLOAT, [])], [value("last", FLOAT, [2])],
                 [constant("yes", numpy.array(True))])
    check("Loop until", made, {"x": numpy.array([1, 2], numpy.float32), "limit": numpy.array(100, numpy.float32)})


def test_loop_that_grows():
    turn = body([node("Concat", ["h", "x"], ["h2"], axis=0), node("Identity", ["c_in"], ["c_out"])],
                [value("i", INT64, []), value("c_in", BOOL, []), value("h", FLOAT, ["R", 4])],
                [value("c_out", BOOL, []), value("h2", FLOAT, ["Q", 4])])
    made = model([node("Loop", ["M", "", "x"], ["last"], body=turn), node("Relu", ["last"], ["y"])],
                 [value("x", FLOAT, [3, 4]), value("M", INT64, [])], [value("y", FLOAT, ["S", 4])])
    check("Loop that grows", made, {"x": X, "M": numpy.array(3)}, {"x": X, "M": numpy.array(2)})


def scan(length, **attributes):
    turn = body([node("Add", ["h", "s"], ["h2"]), node("Mul", ["h2", "w"], ["o"])],
                [value("h", FLOAT, [4]), value("s", FLOAT, [4])], [value("h2", FLOAT, [4]), value("o", FLOAT, [4])])
    return model([node("Scan", ["h0", "x"], ["last", "all"], body=turn, num_scan_inputs=1, **attributes)],
                 [value("h0", FLOAT, [4]), value("x", FLOAT, [length, 4]), value("w", FLOAT, [4])],
                 [value("last", FLOAT, [4]), value("all", FLOAT, ["A", "B"])])


def test_scan():
    feeds = {"h0": X[0], "x": X, "w": X[1]}
    check("Scan", scan(3), feeds)
    check("Scan of any length", scan("T"), feeds, {**feeds, "x": X[:1]})
    check("Scan backwards", scan(3, scan_input_directions=[1], scan_output_directions=[1], scan_output_axes=[1]), feeds)


def test_nonzero():
    made = model([node("Relu", ["x"], ["r"]), node("NonZero", ["r"], ["at"]), node("Transpose", ["at"], ["rows"], perm=[1, 0]),
                  node("Cast", ["rows"], ["f"], to=FLOAT), node("Relu", ["f"], ["y"])],
                 [value("x", FLOAT, ["N", 4])], [value("y", FLOAT, [None, 2])])
    check("NonZero", made, {"x": X}, {"x": -numpy.abs(X)}, {"x": X[:1]})


def test_sequences():
    made = model([node("SplitToSequence", ["x", "two"], ["seq"], axis=1), node("SequenceAt", ["seq", "one"], ["b"]),
                  node("SequenceInsert", ["seq", "b", "zero"], ["longer"]), node("SequenceErase", ["longer", "one"], ["seq3"]),
                  node("SequenceLength", ["seq3"], ["n"]), node("ConcatFromSequence", ["seq3"], ["all"], axis=1)],
                 [value("x", FLOAT, [3, 4])], [value("n", INT64, []), value("all", FLOAT, [3, None])],
                 [constant("two", numpy.int64(2)), constant("one", numpy.int64(1)), constant("zero", numpy.int64(0))])
    check("sequences", made, {"x": X})


def test_refused_where_it_cannot_be():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        onnx.save(loop(None), folder / "m.onnx")
        said = cli("compile", folder / "m.onnx", "-o", folder / "bundle", status=1)
        assert "depends on data" in said and "Loop" in said, said
        assert not (folder / "bundle").exists(), "something half-written is left"
    print("passed  a bundle of what data decides is refused")


def main():
    failed = 0
    for name, test in list(globals().items()):
        if not name.startswith("test_"):
            continue
        try:
            test()
        except AssertionError as problem:
            failed += 1
            print(f"FAILED  {name}: {problem}")
    sys.exit(1 if failed else 0)


main()
