// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "rule_probe.h"

using namespace espalier;
using testing::infer;

TEST_CASE("a pool that is drawn halves an image") {
  CHECK(infer(op("MaxPool"), {"N,3,28,28"}).shape() == "[N,3,14,14]");
  CHECK(infer(op("AveragePool"), {"N,3,29"}).shape() == "[N,3,14]");
}

TEST_CASE("rounding up never makes a window that begins behind the input") {
  const AttributeMap up{
      {"ceil_mode", true}, {"kernel_shape", Ints{2}}, {"strides", Ints{2}}, {"pads", Ints{1, 1}}};
  CHECK(infer(op("MaxPool"), {"1,1,4"}, up).shape() == "[1,1,3]");
  CHECK(infer(op("MaxPool"), {"1,1,5"}, up).shape() == "[1,1,3]");
  const AttributeMap far{{"ceil_mode", true}, {"kernel_shape", Ints{1}}, {"strides", Ints{3}}};
  CHECK(infer(op("MaxPool"), {"1,1,2"}, far).shape() == "[1,1,1]");
}

TEST_CASE("a pool says what it expected") {
  CHECK(infer(op("MaxPool"), {"N,10"}).failure ==
        "expected a 4-D input [N,C,H,W] for X, got [N,10]");
  const auto v = infer(op("MaxPool"), {"N,3,1,1"});
  CHECK(v.failure ==
        "expected at least 2 elements with padding along spatial axis 0 for the window, got 1");
  CHECK(v.diagnostic.fix);
}

TEST_CASE("GlobalAveragePool leaves one pixel") {
  CHECK(infer(op("GlobalAveragePool"), {"N,C,H,W"}).shape() == "[N,C,1,1]");
  CHECK(infer(op("GlobalAveragePool"), {"N,C"}).failure != "");
}
