# SPDX-License-Identifier: Apache-2.0
# ctest: TIMEOUT=300
"""Runs ONNX's backend suite, as Debian packages it: nothing fails, and of the operators that we have
nothing is left out but for a reason that is known here."""

import json
import os
import pathlib
import subprocess
import sys

CLI = os.environ["ESPALIER_CLI"]
SUITE = pathlib.Path("/usr/share/libonnx-testdata/data")
FOLDERS = ["node", "pytorch-converted", "pytorch-operator", "simple"]
OPERATORS = """
Abs Acos Acosh Add And ArgMax ArgMin Asin Asinh Atan Atanh AveragePool BatchNormalization Cast CastLike
Ceil Celu Clip Concat Constant ConstantOfShape Conv Cos Cosh CumSum DepthToSpace DequantizeLinear Div Dropout Elu Equal Erf Exp
Expand Flatten Floor Gather GatherElements Gemm GlobalAveragePool Greater GreaterOrEqual HardSigmoid HardSwish
Identity LSTM LayerNormalization LeakyRelu Less LessOrEqual Log LogSoftmax MatMul Max MaxPool Mean Min Mod Mul
Neg Not OneHot Or Pad Pow QLinearConv QLinearMatMul QuantizeLinear RandomUniformLike Range Reciprocal ReduceL1 ReduceL2 ReduceLogSum ReduceLogSumExp
ReduceMax ReduceMean ReduceMin ReduceProd ReduceSum ReduceSumSquare Relu Reshape Resize Round Scatter
ScatterElements Selu Shape Shrink Sigmoid Sign Sin Sinh Size Slice Softmax SoftmaxCrossEntropyLoss Softplus
Softsign SpaceToDepth Split Sqrt Squeeze Sub Sum Tan Tanh ThresholdedRelu Tile TopK Transpose Trilu Unsqueeze
Upsample Where Xor
""".split()
REASONS = [
    "no operator ",  # that belongs to a later version
    "its result is random",
    "its data have another shape than its model says",  # four CastLike cases
    "only tensors can be inputs so far",
    "attribute type 13 is not supported",  # the type of an optional
]


def conform(folder):
    done = subprocess.run([CLI, "conform", str(folder), "--json"], capture_output=True, text=True)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    cases = [line for line in lines if line["event"] == "case"]
    failed = [case for case in cases if case["result"] == "failed"]
    for case in failed:
        print(f"{case['name']}: {case['why']}")
    assert done.returncode == 0 and not failed, f"{folder.name}: {len(failed)} failed\n{done.stderr}"
    assert lines[-1]["event"] == "done" and lines[-1]["failed"] == 0
    return cases


def main():
    if not SUITE.is_dir():
        print(f"skipped: {SUITE} is missing; the Debian package libonnx-testdata has it")
        sys.exit(77)
    passed = 0
    for folder in FOLDERS:
        cases = conform(SUITE / folder)
        passed += sum(case["result"] == "passed" for case in cases)
        for case in cases:
            if case["result"] != "skipped":
                continue
            why = case["why"]
            assert any(reason in why for reason in REASONS), f"{case['name']} is skipped: {why}"
            lacking = why.removeprefix("no operator ")
            assert lacking not in OPERATORS, f"{case['name']}: {lacking} is ours and yet unknown"
    print(f"{passed} passed")
    assert passed >= 860, "fewer cases run than did"


main()
