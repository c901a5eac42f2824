// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>

#include "engine/runtime/picker.h"
#include "tests/engine/runtime/run.h"

using namespace espalier;
using namespace espalier::testing;

namespace {

// Two residual blocks with normalisation behind convolutions and a normalised head.
Network residual_net() {
  NetBuilder b;
  const auto conv = [&](const char* name, ValueRef x, std::int64_t channels) {
    return b.layer("Conv", name, {x},
                   {{"channels", channels}, {"pads", Ints{1, 1, 1, 1}}, {"bias", name[4] == '1'}});
  };
  const ValueRef image = b.input("image", batch_of({3, 8, 8}));
  ValueRef x = b.layer("BatchNormalization", "norm1", {conv("conv1", image, 8)});
  x = b.layer("Relu", "relu1", {x});
  ValueRef y = b.layer("BatchNormalization", "norm2", {conv("conv2", x, 8)});
  x = b.layer("Relu", "relu2", {b.layer("Add", "add", {y, x})});
  x = b.layer("Dropout", "drop", {x}, {{"ratio", 0.3}});
  x = b.layer("Identity", "knot", {x});
  x = b.layer("Gemm", "fc", {b.layer("Flatten", "flat", {x})}, {{"channels", std::int64_t{5}}});
  x = b.layer("BatchNormalization", "norm3", {x});
  b.output("scores", b.layer("LeakyRelu", "leaky", {x}, {{"alpha", 0.2}}));
  b.layer("SoftmaxCrossEntropyLoss", "loss", {x});
  return b.network;
}

// Weights after a few steps, so that running statistics are no ones and zeros.
WeightSet trained(const Network& net) {
  Run run(training_request(net, 8));
  run.feed_random(2, 5);
  for (int i = 1; i < 6; ++i) run.step(i);
  return run.store.weights();
}

bool has_step(const Schedule& s, std::string_view op) {
  return std::any_of(s.steps.begin(), s.steps.end(),
                     [&](const Step& step) { return step.node.op->name == op; });
}

}  // namespace

TEST_CASE("folding and fusing change nothing but rounding") {
  const Network net = residual_net();
  const WeightSet weights = trained(net);
  PlanRequest plain = inference_request(net, 3);
  plain.fuse = false;
  Run expected(plain, 1, weights);
  expected.feed_random(9);
  expected.executor->run();
  CHECK(has_step(expected.schedule, "BatchNormalization"));

  PlanRequest request = inference_request(net, 3);
  request.weights = &weights;
  Run run(request);
  run.feed_random(9);
  run.executor->run();
  CHECK(run.schedule.parameters.empty());
  CHECK(largest_difference(expected.output("scores"), run.output("scores")) < 2e-5);
  for (const char* gone : {"BatchNormalization", "Relu", "LeakyRelu", "Add", "Identity", "Dropout"})
    CHECK_FALSE(has_step(run.schedule, gone));
  CHECK(run.schedule.steps.size() == 3);  // two convolutions and the head
}

TEST_CASE("fused training is plain training") {
  const Network net = residual_net();
  std::vector<WeightSet> results;
  for (const bool fused : {false, true}) {
    PlanRequest request = training_request(net, 4);
    request.fuse = fused;
    Run run(request);
    CHECK(has_step(run.schedule, "FusedAdd") == fused);
    run.feed_random(4, 5);
    for (int i = 1; i < 4; ++i) run.step(i);
    results.push_back(run.store.weights());
  }
  for (const auto& [key, value] : results[0].all()) {
    const auto a = value.values<float>(), b = results[1].find(key)->values<float>();
    for (std::size_t i = 0; i < a.size(); ++i) REQUIRE(a[i] == doctest::Approx(b[i]).epsilon(1e-4));
  }
}

TEST_CASE("what depends on constants only is computed once") {
  NetBuilder b;
  const ValueRef x = b.input("x", batch_of({4}));
  const ValueRef two =
      b.layer("Constant", "two", {}, {{"value", Tensor::of<float>({4}, {1, 2, 3, 4})}});
  const ValueRef sum = b.layer("Add", "sum", {two, two});
  b.output("y", b.layer("Mul", "mul", {x, b.layer("Relu", "relu", {sum})}));
  Run run(inference_request(b.network, 2));
  CHECK(run.schedule.steps.size() == 1);
  run.feed_random(1);
  run.executor->run();
  const auto y = run.output("y");
  for (std::size_t i = 0; i < y.size(); ++i)
    CHECK(y[i] == run.data[0].values<float>()[i] * 2 * static_cast<float>(i % 4 + 1));
}

TEST_CASE("a weight that is missing stays a parameter") {
  const Network net = residual_net();
  WeightSet::Map some = trained(net).all();
  some.erase(some.begin());
  const WeightSet weights(some);
  PlanRequest request = inference_request(net, 1);
  request.weights = &weights;
  const Schedule s = make_schedule(request);
  CHECK(s.parameters.size() == 1);
}

TEST_CASE("the option forces an algorithm") {
  const Network net = lenet();
  PlanRequest request = inference_request(net, 8);
  Run own(request);
  own.feed_random(1);
  own.executor->run();
  request.algorithms = "gemm=openblas,conv2d=direct";
  Run forced(request);
  forced.feed_random(1);
  forced.executor->run();
  int blas = 0;
  for (const Step& step : forced.schedule.steps) blas += step.algorithm == "gemm.openblas";
  CHECK(blas == 3);
  CHECK(largest_difference(own.output("scores"), forced.output("scores")) < 1e-5);
  request.algorithms = "gemm";
  CHECK_THROWS_AS(make_schedule(request), Error);
}

TEST_CASE("measurements choose among candidates and are remembered") {
  const Network net = lenet();
  const auto device = open_device("cpu", 1);
  Picker picker(*device);
  PlanRequest request = inference_request(net, 8);
  request.measure = [&](const Schedule& s) { return picker.seconds(s); };
  const Schedule s = make_schedule(request);
  CHECK(picker.known.size() >= 10);
  const auto before = picker.known;
  CHECK(describe(make_schedule(request)) == describe(s));
  CHECK(picker.known == before);

  request.measure = [](const Schedule& one) {
    return one.steps[0].algorithm.ends_with("openblas") ? 1e-3 : 2e-3;
  };
  for (const Step& step : make_schedule(request).steps) {
    if (step.node.op->name != std::string_view("Gemm")) continue;
    CHECK(step.algorithm == "gemm.openblas");
    CHECK(std::any_of(step.rejected.begin(), step.rejected.end(), [](const std::string& reason) {
      return reason.ends_with("takes 2 ms, gemm.openblas takes 1 ms");
    }));
  }
}

TEST_CASE("an addition with a convolution on either side belongs to one of them") {
  NetBuilder b;
  const auto conv = [&](const char* name, ValueRef x) {
    return b.layer("Conv", name, {x}, {{"channels", std::int64_t{4}}, {"pads", Ints{1, 1, 1, 1}}});
  };
  const ValueRef image = b.input("image", batch_of({3, 8, 8}));
  const ValueRef sum = b.layer("Add", "add", {conv("left", image), conv("right", image)});
  b.output("y", b.layer("Relu", "relu", {sum}));
  PlanRequest request = inference_request(b.network, 2);
  request.fuse = false;
  Run expected(request);
  expected.feed_random(3);
  expected.executor->run();
  request.fuse = true;
  Run run(request);
  CHECK(run.schedule.steps.size() == 2);
  run.feed_random(3);
  run.executor->run();
  CHECK(largest_difference(expected.output("y"), run.output("y")) < 1e-5);
}
