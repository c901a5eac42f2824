// SPDX-License-Identifier: Apache-2.0
//
// Sizes that are computed in the graph stay symbols on the way.
#include <doctest/doctest.h>

#include "rule_probe.h"

using namespace espalier;
using testing::floats;
using testing::infer;
using testing::infer_types;

namespace {

Type numbers(std::vector<Dim> elements) {
  Type t = Type::tensor(DType::int64, {static_cast<std::int64_t>(elements.size())});
  t.elements = std::move(elements);
  return t;
}

Type number(Dim d) {
  Type t = Type::tensor(DType::int64, {});
  t.elements = std::vector<Dim>{std::move(d)};
  return t;
}

std::string elements(const testing::Verdict& v) {
  CAPTURE(v.failure);
  REQUIRE(v.output.elements);
  return shape_text(*v.output.elements);
}

const Dim n = Dim::symbol("N"), h = Dim::symbol("H");

}  // namespace

TEST_CASE("an exported batch stays N from Shape to Reshape") {
  const auto shape = infer_types(op("Shape"), {floats("N,3,H,8")});
  CHECK(elements(shape) == "[N,3,H,8]");
  CHECK(elements(infer_types(op("Shape"), {floats("N,3,H,8")}, {{"start", -2}})) == "[H,8]");
  const auto batch = infer_types(op("Gather"), {shape.output, number(0)});
  CHECK(batch.shape() == "[]");
  CHECK(elements(batch) == "[N]");
  CHECK(elements(infer_types(op("Gather"), {shape.output, numbers({-1, 2})})) == "[8,H]");
  const auto list = infer_types(op("Unsqueeze"), {batch.output}, {{"axes", Ints{0}}});
  CHECK(list.shape() == "[1]");
  const auto target = infer_types(op("Concat"), {list.output, numbers({-1})}, {{"axis", 0}});
  CHECK(elements(target) == "[N,-1]");
  CHECK(infer_types(op("Reshape"), {floats("N,3,4,8"), target.output}).shape() == "[N,96]");
  CHECK(elements(infer_types(op("Slice"), {shape.output},
                             {{"starts", Ints{2}}, {"ends", Ints{INT64_MAX}}})) == "[H,8]");
  CHECK(elements(infer_types(op("Cast"), {shape.output}, {{"to", 6}})) == "[N,3,H,8]");
  CHECK(elements(infer_types(op("Size"), {floats("N,3,4")})) == "[12*N]");
  CHECK(elements(infer_types(op("Squeeze"), {list.output})) == "[N]");
}

TEST_CASE("sizes choose, fill and count") {
  const auto ones = infer_types(op("ConstantOfShape"), {numbers({2})},
                                {{"value", Tensor::of<std::int64_t>({1}, {1})}});
  CHECK(elements(ones) == "[1,1]");
  const auto open = infer_types(op("Equal"), {numbers({n, -1}), numbers({h})});
  CHECK(open.output.dtype == DType::boolean);
  CHECK_FALSE(open.output.elements);  // whether N is H the symbols do not say
  const auto where = infer_types(op("Equal"), {numbers({n, -1}), numbers({-1})});
  CHECK(elements(where) == "[0,1]");  // a size is never −1
  CHECK(elements(infer_types(op("Where"), {where.output, ones.output, numbers({n, h})})) ==
        "[N,1]");
  const auto range = infer_types(op("Range"), {number(0), number(n), number(1)});
  CHECK(range.failure == "");
  REQUIRE(range.output.shape);
  CHECK(range.output.shape->size() == 1);
  CHECK(elements(infer_types(op("Range"), {number(1), number(7), number(2)})) == "[1,3,5]");
  CHECK(infer_types(op("Expand"), {floats("1,3"), numbers({n, 1})}).shape() == "[N,3]");
  CHECK(infer_types(op("Tile"), {floats("N,3"), numbers({2, 1})}).shape() == "[2*N,3]");
}

TEST_CASE("parts of unknown sizes") {
  CHECK(infer(op("Slice"), {"N,8"}, {{"starts", Ints{1}}, {"ends", Ints{-1}}, {"axes", Ints{1}}})
            .shape() == "[N,6]");
  CHECK(infer(op("Slice"), {"N,8"}, {{"starts", Ints{0}}, {"ends", Ints{INT64_MAX}}}).shape() ==
        "[N,8]");
  CHECK(infer(op("Slice"), {"2,3"}, {{"starts", Ints{0}}, {"ends", Ints{1}}, {"axes", Ints{2}}})
            .failure != "");
  CHECK(infer(op("Slice"), {"2,3"}, {{"starts", Ints{0}}, {"ends", Ints{1}}, {"steps", Ints{0}}})
            .failure != "");
  CHECK(infer(op("Pad"), {"N,8"}, {{"pads", Ints{0, 1, 0, 2}}}).shape() == "[N,11]");
  CHECK(infer(op("Pad"), {"N,8"}, {{"pads", Ints{1}}}).failure ==
        "pads: expected two numbers for each padded dimension of [N,8], all beginnings first, got "
        "[1]");
  CHECK(infer(op("Resize"), {"N,3,H,8"}, {{"scales", std::vector<double>{1, 1, 2, 0.5}}}).shape() ==
        "[N,3,2*H,4]");
  CHECK(infer(op("Resize"), {"N,3,H,8"}, {{"scales", std::vector<double>{1, 2}}}).failure != "");
  CHECK(infer(op("Squeeze"), {"2,3"}, {{"axes", Ints{0}}}).failure ==
        "axes: expected a size of 1 along axis 0 of [2,3]");
  CHECK(infer(op("Unsqueeze"), {"2,3"}, {{"axes", Ints{0, 0}}}).failure ==
        "axes: expected different ones of -4 to 3, got [0,0]");
  CHECK(infer_types(op("Gather"), {floats("4,3"), numbers({4})}).failure ==
        "indices: expected -4 to 3 along the axis, got 4");
  CHECK(infer(op("TopK"), {"N,5"}, {{"k", 7}}).failure ==
        "k: expected 0 to 5, the size along axis 1, got 7");
}

TEST_CASE("an LSTM owns its weights and says what does not fit") {
  const auto v = infer(op("LSTM"), {"T,N,5"},
                       {{"hidden_size", 7}, {"direction", std::string("bidirectional")}});
  CHECK(v.shape() == "[T,2,N,7]");
  REQUIRE(v.params.size() > 3);
  CHECK(shape_text(*v.params[1].shape) == "[2,28,5]");
  CHECK(shape_text(*v.params[2].shape) == "[2,28,7]");
  CHECK(shape_text(*v.params[3].shape) == "[2,56]");
  CHECK(infer(op("LSTM"), {"T,N,5"}, {{"activations", std::vector<std::string>{"What"}}}).failure !=
        "");
  CHECK(infer(op("LSTM"), {"N,5"}).failure != "");
}
