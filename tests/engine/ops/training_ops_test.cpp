// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "rule_probe.h"

using namespace espalier;
using testing::floats;
using testing::infer;

namespace {

Type labels(std::string_view shape) { return Type::tensor(DType::int64, testing::parse(shape)); }

}  // namespace

TEST_CASE("BatchNormalization owns two parameters and two states a channel") {
  const auto v = infer(op("BatchNormalization"), {"N,16,H,W"});
  CHECK(v.shape() == "[N,16,H,W]");
  for (std::size_t port = 1; port < 5; ++port) CHECK(shape_text(*v.params[port].shape) == "[16]");
  CHECK(op("BatchNormalization").inputs[1].kind == PortKind::parameter);
  CHECK(op("BatchNormalization").inputs[3].kind == PortKind::state);
  CHECK(infer(op("BatchNormalization"), {"16"}).failure ==
        "expected a 4-D input [N,C,H,W] for X, got [16]");
}

TEST_CASE("a loss checks its target") {
  const OpSpec& loss = op("SoftmaxCrossEntropyLoss");
  CHECK(testing::infer_types(loss, {floats("N,10"), labels("N")}).shape() == "[]");
  CHECK(testing::infer_types(loss, {floats("N,10,H"), labels("N,H")}, {{"reduction", "none"}})
            .shape() == "[N,H]");
  CHECK(infer(loss, {"N,10"}).failure == "");
  CHECK(testing::infer_types(loss, {floats("4,10"), labels("4,10")}).failure ==
        "expected labels of shape [4], got [4,10]");
  const OpSpec& mse = op("MeanSquaredError");
  CHECK(infer(mse, {"N,1", "N"}).failure ==
        "expected a target of the prediction's shape [N,1], got [N]");
  CHECK(infer(mse, {"N,1", "N,1"}).shape() == "[]");
}

TEST_CASE("Dropout refuses to drop everything") {
  const auto v = infer(op("Dropout"), {"N,8"}, {{"ratio", 1.0}});
  CHECK(v.failure == "ratio: expected 0 or more and less than 1, got 1");
  CHECK(v.diagnostic.fix);
}

TEST_CASE("optimisers keep what they need") {
  const OpSpec& sgd = internal_op("SGD");
  const std::vector<std::string> inputs{"3,4", "3,4", ""};
  const auto plain = infer(sgd, inputs);
  CHECK(plain.params[5].kind == Type::Kind::unknown);
  const auto momentum = infer(sgd, inputs, {{"momentum", 0.9}});
  CHECK(shape_text(*momentum.params[5].shape) == "[3,4]");
  const auto adam = infer(internal_op("Adam"), inputs);
  CHECK(shape_text(*adam.params[6].shape) == "[3,4]");
}
