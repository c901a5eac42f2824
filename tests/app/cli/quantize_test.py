# SPDX-License-Identifier: Apache-2.0
# ctest: TIMEOUT=600
"""Projects in 8-bit integers: calibrated, judged, profiled, exported, compiled; and what is refused."""

import gzip
import json
import pathlib
import shutil

import virtual_environment

virtual_environment.needs("numpy", "onnx", "onnxruntime")

import numpy
import onnx
import onnxruntime

from command_line import MODELS, SOURCE, main

IMAGES = pathlib.Path("/usr/share/datasets/fashion-mnist")


def done_line(done):
    return [json.loads(line) for line in done.stdout.splitlines()][-1]


def accuracy(t, project):
    done = t.expect(0, "eval", project, "--json")
    return done_line(done)["metrics"]["accuracy"]


def idx(name, header):
    with gzip.open(IMAGES / name) as file:
        return numpy.frombuffer(file.read()[header:], numpy.uint8)


def runtime_accuracy(file):
    """Of ONNX Runtime, on Fashion-MNIST's test images as the file's own metadata prepares them."""
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    peer = onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])
    how = json.loads(peer.get_modelmeta().custom_metadata_map["preprocessing"])
    images = idx("t10k-images-idx3-ubyte.gz", 16).reshape(-1, 1, 28, 28)
    labels = idx("t10k-labels-idx1-ubyte.gz", 8)
    right = 0
    for at in range(0, len(labels), 500):
        x = images[at : at + 500].astype(numpy.float32) * numpy.float32(how["scale"][0])
        x += numpy.float32(how["offset"][0])
        scores = peer.run(None, {peer.get_inputs()[0].name: x})[0]
        right += int((scores.argmax(1) == labels[at : at + 500]).sum())
    return right / len(labels)


def lenet_loses_little_and_runs_elsewhere(t):
    shutil.copy(SOURCE / "projects/fashion-mnist/lenet.espalier", t.folder)
    t.expect(0, "train", "lenet.espalier", "--epochs", 1)
    plain = accuracy(t, "lenet.espalier")
    for extra in ([], ["--method", "percentile", "--percentile", 99.99]):
        done = t.expect(0, "quantize", "lenet.espalier", "-o", "q.espalier", "--force", "--json", *extra)
        assert done_line(done)["integer_share"] >= 0.95, done.stdout
        quantized = accuracy(t, "q.espalier")
        assert quantized >= plain - 0.005, f"{plain} in float, {quantized} in int8 {extra}"
    profile = done_line(t.expect(0, "profile", "q.espalier", "--repeat", 2, "--json"))
    assert profile["integer_share"] >= 0.95
    t.expect(0, "profile", "q.espalier", "--repeat", 2, says=["of the multiply-accumulates run in int8"])
    t.expect(0, "export", "q.espalier", "-o", "q.onnx")
    onnx.checker.check_model(str(t.folder / "q.onnx"), full_check=True)
    operators = {node.op_type for node in onnx.load(t.folder / "q.onnx").graph.node}
    assert {"QuantizeLinear", "DequantizeLinear", "Conv", "Gemm"} <= operators, operators
    peer = runtime_accuracy(t.folder / "q.onnx")
    print(f"LeNet: {plain} in float, {quantized} in int8, {peer} by ONNX Runtime")
    assert abs(peer - quantized) <= 0.002, f"{quantized} here, {peer} by ONNX Runtime"
    for level in ("0", "3"):
        t.expect(0, "compile", "q.espalier", "-o", f"bundle{level}", "-O", level)
    text = (t.folder / "bundle3" / "q.c").read_text()
    assert "qconv2d_tile" in text and "gemm_packed_tile" not in text


def bundles_for_a_microcontroller_pass_their_test(t):
    t.train()
    t.expect(0, "quantize", "mlp.espalier", "-o", "q.espalier")
    files = [t.folder / "q.espalier"] + [f for f in [MODELS / "kws_qdq.onnx"] if f.is_file()]
    for file in files:
        t.expect(0, "compile", file, "-o", file.stem, "--target", "cortex-m4", "-O", "s", "--test",
                 says=["largest difference from the reference: 0", "qemu-system-arm"])


def a_channel_a_group_has_a_kernel(t):
    random = numpy.random.default_rng(7)
    constants = {
        "scale": numpy.float32(0.02), "zero": numpy.uint8(117), "y_scale": numpy.float32(0.05), "y_zero": numpy.uint8(90),
        "w": random.integers(-127, 128, (8, 1, 3, 3), numpy.int8),
        "w_scale": random.uniform(0.01, 0.03, 8).astype(numpy.float32),
        "b": random.integers(-900, 900, 8, numpy.int32),
    }
    constants["b_scale"] = constants["scale"] * constants["w_scale"]
    node = onnx.helper.make_node
    graph = onnx.helper.make_graph(
        [
            node("QuantizeLinear", ["x", "scale", "zero"], ["xq"]),
            node("DequantizeLinear", ["xq", "scale", "zero"], ["xf"]),
            node("DequantizeLinear", ["w", "w_scale"], ["wf"], axis=0),
            node("DequantizeLinear", ["b", "b_scale"], ["bf"], axis=0),
            node("Conv", ["xf", "wf", "bf"], ["yf"], group=8, pads=[1, 1, 1, 1], strides=[2, 2]),
            node("QuantizeLinear", ["yf", "y_scale", "y_zero"], ["yq"]),
            node("DequantizeLinear", ["yq", "y_scale", "y_zero"], ["y"]),
        ],
        "depthwise",
        [onnx.helper.make_tensor_value_info("x", onnx.TensorProto.FLOAT, [1, 8, 21, 34])],
        [onnx.helper.make_tensor_value_info("y", onnx.TensorProto.FLOAT, [1, 8, 11, 17])],
        [onnx.numpy_helper.from_array(numpy.asarray(v), k) for k, v in constants.items()],
    )
    onnx.save(onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 13)], ir_version=8), t.folder / "d.onnx")
    x = random.normal(size=(1, 8, 21, 34)).astype(numpy.float32)
    numpy.save(t.folder / "x.npy", x)
    t.expect(0, "profile", "d.onnx", "--repeat", 1, says=["qdepthwise2d"])
    t.expect(0, "run", "d.onnx", "--input", "x=x.npy", "--output", "out")
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    peer = onnxruntime.InferenceSession(str(t.folder / "d.onnx"), options, providers=["CPUExecutionProvider"])
    assert numpy.abs(numpy.load(t.folder / "out" / "y.npy") - peer.run(None, {"x": x})[0]).max() < 1e-6
    t.expect(0, "compile", "d.onnx", "-o", "bundle", "--test", says=["largest difference from the reference: 0"])


def layers_are_kept_and_the_section_lasts(t):
    t.train()
    t.expect(0, "quantize", "mlp.espalier", "-o", "q.espalier", "--samples", 100, "--keep", "fc1")
    section = json.loads((t.folder / "q.espalier").read_text())["quantization"]
    assert section["method"] == "minmax" and section["samples"] == 100 and section["keep"] == ["2:"]
    assert section["ranges"]
    done = t.expect(0, "profile", "q.espalier", "--repeat", 1, "--json")
    by_layer = {}
    for line in map(json.loads, done.stdout.splitlines()):
        by_layer.setdefault(line.get("path"), line.get("algorithm"))
    # However few weights a layer has.
    assert by_layer["fc2"] == by_layer["fc3"] == "qgemm" and by_layer["fc1"] == "gemm.packed", by_layer
    # Training goes on in float and leaves the section as it is.
    t.expect(0, "train", "q.espalier", "--epochs", 1, "--from-weights")
    assert json.loads((t.folder / "q.espalier").read_text())["quantization"] == section


def sensitivity_is_a_table(t):
    t.train()
    done = t.expect(0, "quantize", "mlp.espalier", "--sensitivity", "--json")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    layers = [line for line in lines if line["event"] == "layer"]
    assert [layer["path"] for layer in layers] == ["fc1", "fc2", "fc3"], layers
    assert all(layer["sqnr_db"] > 10 and "accuracy" in layer["metrics"] for layer in layers), layers
    whole = next(line for line in lines if line["event"] == "sensitivity")
    assert whole["sqnr_db"] <= max(layer["sqnr_db"] for layer in layers)
    t.expect(0, "quantize", "mlp.espalier", "--sensitivity", says=["only this layer in int8", "SQNR"])
    assert not (t.folder / "q.espalier").exists()


def bad_input_is_a_sentence(t):
    t.expect(1, "quantize", "mlp.espalier", "-o", "q.espalier", says=["no trained weights", "train it first"])
    t.train()
    t.expect(1, "quantize", "mlp.espalier", "-o", "q.espalier", "--samples", 0, says=["at least 1 sample, got 0"])
    t.expect(1, "quantize", "mlp.espalier", "-o", "q.espalier", "--samples", 1000000,
             says=["see 1000000 training samples", "ask for no more"])
    t.expect(2, "quantize", "mlp.espalier", says=["-o FILE"])
    t.expect(1, "quantize", "mlp.espalier", "-o", "q.espalier", "--keep", "fc9",
             says=['there is no layer "fc9" to keep in float', "fc1, relu1, fc2"])
    header, *rows = (t.folder / "train.csv").read_text().splitlines()
    label = header.split(",").index(json.loads(t.project.read_text())["data"]["target"])
    same = [",".join(v if i == label else "0.5" for i, v in enumerate(row.split(","))) for row in rows]
    (t.folder / "train.csv").write_text("\n".join([header, *same]))
    t.expect(1, "quantize", "mlp.espalier", "-o", "q.espalier", says=["every element of the calibration"])
    (t.folder / "train.csv").write_text(header + "\n")
    t.expect(1, "quantize", "mlp.espalier", "-o", "q.espalier", says=["train.csv"])
    assert not (t.folder / "q.espalier").exists()
    if (MODELS / "toycar.onnx").is_file():
        t.expect(1, "check", MODELS / "toycar.onnx", says=["int8"])


main([
    lenet_loses_little_and_runs_elsewhere,
    bundles_for_a_microcontroller_pass_their_test,
    a_channel_a_group_has_a_kernel,
    layers_are_kept_and_the_section_lasts,
    sensitivity_is_a_table,
    bad_input_is_a_sentence,
])
