// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "engine/graph/infer.h"
#include "rule_probe.h"

using namespace espalier;
using testing::infer;

TEST_CASE("Gemm that is drawn is a linear layer") {
  const auto v = infer(op("Gemm"), {"N,784"}, {{"units", 10}});
  CHECK(v.shape() == "[N,10]");
  CHECK(shape_text(*v.params[1].shape) == "[10,784]");
  CHECK(shape_text(*v.params[2].shape) == "[10]");
}

TEST_CASE("Gemm offers to flatten an image") {
  const auto v = infer(op("Gemm"), {"N,32,7,7"});
  CHECK(v.failure == "expected a 2-D input [N,K] for A, got [N,32,7,7]");
  REQUIRE(v.diagnostic.fix);
  CHECK(v.diagnostic.fix->insert == "Flatten");
  CHECK(v.diagnostic.fix->label.text() == "Insert Flatten before it");
  CHECK(!infer(op("Gemm"), {"784"}).diagnostic.fix);
}

TEST_CASE("Gemm checks what is wired") {
  CHECK(infer(op("Gemm"), {"N,4", "5,4", "5"}).failure == "");
  CHECK(infer(op("Gemm"), {"N,4", "5,4", "N,1"}).failure == "");
  CHECK(infer(op("Gemm"), {"N,4", "5,3"}, {{"bias", false}}).failure ==
        "expected B of shape 5×4, got 5×3");
  CHECK(infer(op("Gemm"), {"2,4", "5,4", "3"}).failure ==
        "expected C to broadcast to [2,5], got [3]");
  CHECK(infer(op("Gemm"), {"2,4", "5,4", "1,2,5"}).failure ==
        "expected C to broadcast to [2,5], got [1,2,5]");
  CHECK(infer(op("Gemm"), {"N,K"}).failure ==
        "expected a known number of features, got K in [N,K]");
}

TEST_CASE("MatMul broadcasts stacks and takes vectors") {
  CHECK(infer(op("MatMul"), {"N,1,3,4", "5,4,6"}).shape() == "[N,5,3,6]");
  CHECK(infer(op("MatMul"), {"4", "4"}).shape() == "[]");
  CHECK(infer(op("MatMul"), {"4", "2,4,3"}).shape() == "[2,3]");
  CHECK(infer(op("MatMul"), {"2,3", "4,5"}).failure ==
        "expected matrices that can be multiplied, got [2,3] and [4,5]");
  CHECK(infer(op("MatMul"), {"", "4"}).failure ==
        "expected a vector or matrices for A, got a scalar");
  CHECK(infer(op("MatMul"), {"2,3,4", "3,4,5"}).failure ==
        "expected matrices that can be multiplied, got [2,3,4] and [3,4,5]");
}

TEST_CASE("a symbol against a number becomes a guard") {
  const auto v = infer(op("MatMul"), {"N,K", "4,5"});
  CHECK(v.failure == "");
  REQUIRE(v.guards.size() == 1);
  CHECK(v.guards[0].a.text() == "K");
}

TEST_CASE("Gemm of bytes is refused, as ONNX says") {
  Node gemm = make_node(op("Gemm"));
  gemm.inputs = {{{1}, 0}};
  const NodeInfo info =
      infer_node(gemm, {Type::tensor(DType::int8, parse_shape("1,640"))}, nullptr);
  REQUIRE(info.diagnostics.size() == 1);
  CHECK(info.diagnostics[0].message.text() ==
        "A: expected float32, float64, float16, bfloat16, int32, int64, uint32, uint64, got int8");
}
