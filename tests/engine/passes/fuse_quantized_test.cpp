// SPDX-License-Identifier: Apache-2.0
//
// Quantised graphs become operators on 8-bit integers where there are some, and nothing else changes.
#include <doctest/doctest.h>

#include <algorithm>

#include "engine/passes/reference_run.h"
#include "tests/engine/runtime/run.h"

namespace espalier::testing {
namespace {

// Scales are powers of 2, so that the drawing's floats are exact and both ways round alike.
class QdqBuilder : public NetBuilder {
 public:
  template <class T> ValueRef constant(Shape shape, const std::vector<T>& values) {
    return layer("Constant", "c", {}, {{"value", Tensor::of<T>(std::move(shape), values)}});
  }
  ValueRef rounded(ValueRef v, float scale, std::uint8_t zero) {
    const ValueRef s = constant<float>({}, {scale}), z = constant<std::uint8_t>({}, {zero});
    return layer("DequantizeLinear", "dq", {layer("QuantizeLinear", "q", {v, s, z}), s, z});
  }
  ValueRef weights(Shape shape, std::int64_t axis, float scale) {
    std::vector<std::int8_t> w(static_cast<std::size_t>(count(shape)));
    for (std::size_t i = 0; i < w.size(); ++i) w[i] = static_cast<std::int8_t>(i * 37 % 255 - 127);
    std::vector<float> scales(static_cast<std::size_t>(shape[static_cast<std::size_t>(axis)]),
                              scale);
    scales[0] *= 2;
    const Shape n{static_cast<std::int64_t>(scales.size())};
    return layer("DequantizeLinear", "w",
                 {constant<std::int8_t>(shape, w), constant<float>(n, scales)}, {{"axis", axis}});
  }
};

std::vector<std::string> operators(const Schedule& s) {
  std::vector<std::string> names;
  for (const Step& step : s.steps) names.emplace_back(step.node.op->name);
  return names;
}

std::ptrdiff_t times(const Schedule& s, const std::string& op) {
  const auto names = operators(s);
  return std::count(names.begin(), names.end(), op);
}

Schedule check_exact(const Network& network, std::int64_t batch = 3) {
  PlanRequest request;
  request.network = &network;
  request.dims = {{"N", batch}};
  Run run(request);
  run.feed_random(7);
  REQUIRE(run.step(1));
  std::map<std::string, Tensor> inputs;
  for (std::size_t i = 0; i < run.schedule.inputs.size(); ++i)
    inputs[run.schedule.inputs[i].name] = run.data[i];
  const std::vector<Tensor> expected = reference_outputs(request, inputs);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const auto want = expected[i].values<float>();
    const auto got = run.executor->output_as<float>(i);
    REQUIRE(want.size() == got.size());
    for (std::size_t k = 0; k < want.size(); ++k) REQUIRE(want[k] == got[k]);
  }
  return run.schedule;
}

}  // namespace

TEST_CASE("a quantised network runs on 8-bit integers and gives what it is drawn as") {
  QdqBuilder b;
  const ValueRef x = b.rounded(b.input("x", batch_of({3, 8, 8})), 1.0F / 32, 128);
  ValueRef y = b.layer("Conv", "conv", {x, b.weights({8, 3, 3, 3}, 0, 1.0F / 128)},
                       {{"pads", Ints{1, 1, 1, 1}}, {"bias", false}});
  y = b.rounded(b.layer("Relu", "relu", {y}), 1.0F / 16, 0);
  ValueRef z =
      b.layer("Conv", "conv2", {y, b.weights({8, 8, 1, 1}, 0, 1.0F / 256)}, {{"bias", false}});
  z = b.rounded(z, 1.0F / 16, 100);
  y = b.rounded(b.layer("Relu", "relu2", {b.layer("Add", "add", {y, z})}), 1.0F / 8, 0);
  y = b.rounded(b.layer("MaxPool", "pool", {y}), 1.0F / 8, 0);
  y = b.rounded(b.layer("GlobalAveragePool", "mean", {y}), 1.0F / 16, 3);
  y = b.rounded(b.layer("Flatten", "flat", {y}), 1.0F / 16, 3);
  y = b.layer("Gemm", "fc", {y, b.weights({5, 8}, 0, 1.0F / 64)}, {{"bias", false}});
  b.output("scores", b.rounded(y, 1.0F / 16, 128));
  const Schedule s = check_exact(b.network);
  CHECK(times(s, "QuantizedConv") == 2);
  CHECK(times(s, "QuantizedAdd") == 1);
  CHECK(times(s, "QuantizedAveragePool") == 1);
  CHECK(times(s, "QuantizedGemm") == 1);
  CHECK(times(s, "MaxPool") == 1);
  CHECK(times(s, "QuantizeLinear") == 1);    // of the input
  CHECK(times(s, "DequantizeLinear") == 1);  // of the output
  CHECK(times(s, "Relu") == 0);
}

TEST_CASE("Concat and activations of other scales go through a table") {
  QdqBuilder b;
  const ValueRef x = b.input("x", batch_of({4}));
  const ValueRef one = b.rounded(x, 1.0F / 32, 128);
  const ValueRef two = b.rounded(b.layer("LeakyRelu", "leaky", {one}), 1.0F / 64, 30);
  b.output("y", b.rounded(b.layer("Concat", "both", {one, two}, {{"axis", std::int64_t{1}}}),
                          1.0F / 32, 128));
  const Schedule s = check_exact(b.network);
  CHECK(times(s, "QuantizedTable") == 2);
  CHECK(times(s, "Concat") == 1);
  CHECK(times(s, "LeakyRelu") == 0);
}

TEST_CASE("what is not written as a pattern runs as it is drawn") {
  QdqBuilder b;
  const ValueRef x = b.rounded(b.input("x", batch_of({2, 4, 4})), 1.0F / 32, 128);
  // Others read the float result, and these scales run along the wrong axis.
  const ValueRef y =
      b.layer("Conv", "conv", {x, b.weights({4, 2, 3, 3}, 1, 1.0F / 128)}, {{"bias", false}});
  b.output("float", y);
  b.output("rounded", b.rounded(y, 1.0F / 16, 128));
  const Schedule s = check_exact(b.network);
  CHECK(times(s, "QuantizedConv") == 0);
  CHECK(times(s, "Conv") == 1);
}

}  // namespace espalier::testing
