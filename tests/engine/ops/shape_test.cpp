// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "rule_probe.h"

using namespace espalier;
using testing::floats;
using testing::infer;

namespace {

Type numbers(std::vector<Dim> elements) {
  Type t = Type::tensor(DType::int64, {static_cast<std::int64_t>(elements.size())});
  t.elements = std::move(elements);
  return t;
}

}  // namespace

TEST_CASE("Flatten multiplies out") {
  CHECK(infer(op("Flatten"), {"N,3,4,5"}).shape() == "[N,60]");
  CHECK(infer(op("Flatten"), {"N,3,4,5"}, {{"axis", 0}}).shape() == "[1,60*N]");
  CHECK(infer(op("Flatten"), {"2,3"}, {{"axis", -1}}).shape() == "[2,3]");
  const auto v = infer(op("Flatten"), {"2,3"}, {{"axis", 5}});
  CHECK(v.failure == "axis: expected -2 to 2 for a 2-D input, got 5");
  REQUIRE(v.diagnostic.fix);
  CHECK(std::get<std::int64_t>(v.diagnostic.fix->value) == 2);
}

TEST_CASE("Reshape works out the batch symbolically") {
  CHECK(infer(op("Reshape"), {"N,16,5,5"}, {{"shape", Ints{0, -1}}}).shape() == "[N,400]");
  CHECK(infer(op("Reshape"), {"N,400"}, {{"shape", Ints{-1, 16, 5, 5}}}).shape() == "[N,16,5,5]");
  CHECK(infer(op("Reshape"), {"N,T,8"}, {{"shape", Ints{0, 0, 2, -1}}}).shape() == "[N,T,2,4]");
  CHECK(infer(op("Reshape"), {"N,12"}, {{"shape", Ints{-1}}}).shape() == "[12*N]");
  const auto odd = infer(op("Reshape"), {"N,3"}, {{"shape", Ints{-1, 2}}});
  CHECK(odd.failure == "");
  CHECK(odd.guards.size() == 1);
}

TEST_CASE("Reshape refuses what cannot be") {
  CHECK(infer(op("Reshape"), {"2,3"}, {{"shape", Ints{4, -1}}}).failure ==
        "expected a shape with the elements of [2,3], got [4,-1]");
  CHECK(infer(op("Reshape"), {"2,3"}, {{"shape", Ints{7}}}).failure ==
        "expected a shape with the elements of [2,3], got [7]");
  CHECK(infer(op("Reshape"), {"2,3"}, {{"shape", Ints{-1, -1}}}).failure ==
        "shape: expected at most one −1, got [-1,-1]");
  CHECK(infer(op("Reshape"), {"2,3"}, {{"shape", Ints{0, 0, 0}}}).failure ==
        "shape: entry 2 is 0, which keeps the input's dimension, but the input [2,3] has only 2");
  CHECK(infer(op("Reshape"), {"2,3"}, {{"shape", Ints{-5, INT64_MIN}}}).failure != "");
  CHECK(infer(op("Reshape"), {"2,3"}, {{"shape", Ints{0, -1}}, {"allowzero", true}}).failure != "");
  CHECK(infer(op("Reshape"), {"2,3"}, {{"shape", Ints{INT64_MAX, INT64_MAX}}}).failure != "");
}

TEST_CASE("Reshape follows a shape that is computed in the graph") {
  const Dim n = Dim::symbol("N");
  CHECK(testing::infer_types(op("Reshape"), {floats("N,6"), numbers({n, 2, 3})}).shape() ==
        "[N,2,3]");
  const Type unknown = Type::tensor(DType::int64, {2});
  const auto v = testing::infer_types(op("Reshape"), {floats("N,6"), unknown});
  REQUIRE(v.output.shape);
  CHECK(v.output.shape->size() == 2);
}

TEST_CASE("Transpose and Concat") {
  CHECK(infer(op("Transpose"), {"N,3,4"}, {{"perm", Ints{0, 2, 1}}}).shape() == "[N,4,3]");
  const auto perm = infer(op("Transpose"), {"N,3,4"}, {{"perm", Ints{0, 0, 1}}});
  CHECK(perm.failure == "perm: expected each of 0 to 2 once for the input [N,3,4], got [0,0,1]");
  CHECK(perm.diagnostic.fix);
  CHECK(infer(op("Concat"), {"N,3,8", "N,H,8"}, {{"axis", 1}}).shape() == "[N,H + 3,8]");
  const auto concat = infer(op("Concat"), {"N,3,8", "N,3,7"}, {{"axis", 1}});
  CHECK(concat.failure == "expected input 1 to be [N,3,8] but for axis 1, got [N,3,7]");
  CHECK(concat.diagnostic.input == 1);
}

TEST_CASE("broadcasting") {
  CHECK(infer(op("Add"), {"N,3,1,8", "3,5,1"}).shape() == "[N,3,5,8]");
  CHECK(infer(op("Mul"), {"N,3", "2,3"}).shape() == "[2,3]");
  CHECK(infer(op("Mul"), {"N,3", "2,3"}).guards.size() == 1);
  CHECK(infer(op("Add"), {"2,3", "2,4"}).failure ==
        "expected shapes that broadcast together, got [2,3] and [2,4]");
  Type integers = floats("2");
  integers.dtype = DType::int64;
  CHECK(testing::infer_types(op("Add"), {floats("2"), integers}).failure ==
        "expected float32 elements for B, the type of A, got int64");
}

TEST_CASE("reductions") {
  CHECK(infer(op("ReduceMean"), {"N,3,8,8"}, {{"axes", Ints{2, 3}}}).shape() == "[N,3,1,1]");
  CHECK(infer(op("ReduceSum"), {"N,3"}, {{"axes", Ints{-1}}, {"keepdims", false}}).shape() ==
        "[N]");
  CHECK(infer(op("ReduceMean"), {"N,3"}, {{"axes", Ints{2}}}).failure ==
        "axes: expected -2 to 1 for the input [N,3], got [2]");
}
