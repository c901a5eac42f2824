# SPDX-License-Identifier: Apache-2.0
"""Test accuracy of the two Fashion-MNIST examples in float, in 8 bits, and in 8 bits by ONNX Runtime."""

import argparse
import json

import numpy
import onnxruntime

import common

def runtime_accuracy(file):
    """On the test images, prepared as the file's own metadata says."""
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    peer = onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])
    how = json.loads(peer.get_modelmeta().custom_metadata_map["preprocessing"])
    images, labels = common.fashion_mnist("t10k")
    right = 0
    for at in range(0, len(labels), 500):
        x = images[at : at + 500] * numpy.float32(255 * how["scale"][0]) + numpy.float32(how["offset"][0])
        scores = peer.run(None, {peer.get_inputs()[0].name: x})[0]
        right += int((scores.argmax(1) == labels[at : at + 500]).sum())
    return right / len(labels)


def measure(example, epochs):
    copied = common.Project(example)  # its folder lives as long as it does
    project = copied.path
    common.espalier("train", project, "--epochs", epochs)
    plain = common.espalier("eval", project)[-1]["metrics"]["accuracy"]
    for method in ("minmax", "percentile"):
        quantized = project.with_name(f"{method}.espalier")
        done = common.espalier("quantize", project, "-o", quantized, "--method", method)[-1]
        ours = common.espalier("eval", quantized)[-1]["metrics"]["accuracy"]
        common.espalier("export", quantized, "-o", quantized.with_suffix(".onnx"))
        peer = runtime_accuracy(quantized.with_suffix(".onnx"))
        print(
            f"{example}, {epochs} epochs, {method}: float {plain:.2%}, int8 {ours:.2%}, ONNX Runtime {peer:.2%}, "
            f"{done['integer_share']:.1%} of the multiply-accumulates in int8",
            flush=True,
        )


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--epochs", type=int, default=2)
    epochs = arguments.parse_args().epochs
    for name in ("lenet", "residual"):
        measure(f"fashion-mnist/{name}.espalier", epochs)


if __name__ == "__main__":
    main()
