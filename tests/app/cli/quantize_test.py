# SPDX-License-Identifier: Apache-2.0
# ctest: TIMEOUT=600
"""Projects in 8-bit integers: calibrated, judged, profiled, exported, compiled; and what is refused."""

import gzip
import json
import os
import pathlib
import shutil
import sys

if sys.executable != os.environ.get("ESPALIER_VENV_PYTHON") and os.environ.get("ESPALIER_VENV_PYTHON"):
    os.execv(os.environ["ESPALIER_VENV_PYTHON"], [os.environ["ESPALIER_VENV_PYTHON"], *sys.argv])

try:
    import numpy
    import onnx
    import onnxruntime
except ImportError as error:
    print(f"skipped: {error}; ./test makes a virtual environment that has it")
    sys.exit(77)

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
    layers_are_kept_and_the_section_lasts,
    sensitivity_is_a_table,
    bad_input_is_a_sentence,
])
