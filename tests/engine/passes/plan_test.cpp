// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>

#include "engine/passes/symbols.h"
#include "tests/engine/passes/nets.h"
#include "tests/engine/passes/verify.h"

using namespace espalier;
using namespace espalier::testing;

namespace {

std::vector<std::string> steps(const Schedule& s) {
  std::vector<std::string> names;
  for (const Step& step : s.steps) names.push_back(step.node.name + " " + step.node.op->name);
  return names;
}

}  // namespace

TEST_CASE("the schedule of LeNet") {
  const Network net = lenet();
  const Schedule s = make_schedule(inference_request(net, 4));
  CHECK(steps(s) == std::vector<std::string>{"conv1 FusedConv", "pool1 MaxPool", "conv2 FusedConv",
                                             "pool2 MaxPool", "fc1 FusedGemm", "fc2 FusedGemm",
                                             "fc3 Gemm"});
  REQUIRE(s.inputs.size() == 1);
  CHECK(s.inputs[0].name == "image");
  CHECK(s.inputs[0].column == "image");
  REQUIRE(s.outputs.size() == 1);
  CHECK(s.outputs[0].name == "scores");
  CHECK(s.parameters.size() == 10);
  CHECK(s.parameters[0].path == "conv1.W");
  CHECK(s.parameters[0].fans.in == 25);
  CHECK(s.steps[0].layer_path == "conv1");
  CHECK_FALSE(s.parameters[0].written);
  const std::string text = describe(s);
  CHECK(text.find("step fc3 Gemm (forward)") != std::string::npos);
  CHECK(text == describe(make_schedule(inference_request(net, 4))));

  const MemoryEstimate memory = memory_of(s);
  CHECK(memory.parameters ==
        4 * (6 * 25 + 6 + 16 * 150 + 16 + 120 * 400 + 120 + 84 * 120 + 84 + 10 * 84 + 10));
  CHECK(memory.optimizer == 0);
  // The two largest values that live at one time: conv1's result and pool1's.
  CHECK(memory.arena == 4 * 4 * (6 * 28 * 28 + 6 * 14 * 14));
}

TEST_CASE("training of LeNet") {
  const Network net = lenet();
  const Schedule s = make_schedule(training_request(net, 4, "Adam"));
  REQUIRE(s.inputs.size() == 4);
  CHECK(s.inputs[1].name == "target");
  CHECK(s.inputs[1].column == "target");
  CHECK(s.values[static_cast<std::size_t>(s.inputs[1].value)].dtype == DType::int64);
  CHECK(s.inputs[2].name == "step");
  CHECK(s.inputs[3].name == "lr");
  REQUIRE(s.outputs.size() == 2);
  CHECK(s.outputs[1].name == "loss");
  CHECK(s.parameters.size() == 30);
  CHECK(std::count_if(s.parameters.begin(), s.parameters.end(),
                      [](const Parameter& p) { return p.optimizer; }) == 20);
  const MemoryEstimate memory = memory_of(s);
  CHECK(memory.optimizer == 2 * (memory.parameters - sizeof(float)));  // the gradient's seed
  // An optimiser's step does not wait for the end: its gradient's memory is free again early.
  const auto optimizer = [](const Step& step) { return step.phase == Phase::optimizer; };
  const auto first = std::find_if(s.steps.begin(), s.steps.end(), optimizer);
  CHECK(std::count_if(first, s.steps.end(),
                      [](const Step& step) { return step.phase == Phase::backward; }) > 5);
  CHECK(std::count_if(s.steps.begin(), s.steps.end(), optimizer) == 10);
  for (const Step& step : s.steps) {
    CAPTURE(step.node.name);
    CHECK(step.algorithm != "reference");
    CHECK(step.node.op->name != std::string_view("Identity"));
  }
}

TEST_CASE("outputs may be chosen by name") {
  const Network net = lenet();
  PlanRequest request = inference_request(net, 1);
  request.outputs = {"pool1"};
  const Schedule s = make_schedule(request);
  CHECK(steps(s) == std::vector<std::string>{"conv1 FusedConv", "pool1 MaxPool"});
  CHECK(s.parameters.size() == 2);
  request.outputs = {"nothing"};
  CHECK_THROWS_WITH_AS(make_schedule(request), "there is no output named nothing", Error);
  request.outputs = {"loss"};
  CHECK_THROWS_AS(make_schedule(request), Error);
}

TEST_CASE("symbols need sizes") {
  const Network net = lenet();
  PlanRequest request;
  request.network = &net;
  CHECK_THROWS_AS(make_schedule(request), Error);
}

TEST_CASE("groups are inlined and repeats have weights of their own") {
  NetBuilder inner;
  ValueRef y = inner.input("in", batch_of({6}));
  y = inner.layer("Relu", "relu", {inner.layer("Gemm", "fc", {y}, {{"units", std::int64_t{6}}})});
  inner.output("out", y);
  for (const bool shared : {false, true}) {
    CAPTURE(shared);
    NetBuilder b;
    b.network.groups["block"] = {inner.network.graph, ""};
    const ValueRef x = b.input("x", batch_of({6}));
    Node instance = make_instance(b.network, "block");
    instance.inputs = {x};
    instance.attributes = {{"repeat", std::int64_t{3}}, {"shared", shared}};
    NodeId id;
    REQUIRE_FALSE(b.network.graph.add(instance, &id));
    b.output("y", {id, 0});
    b.layer("MeanSquaredError", "loss", {{id, 0}});
    const Schedule s = make_schedule(training_request(b.network, 2));
    CHECK(s.parameters.size() == (shared ? 2 : 6));
    CHECK(verify_memory(s) == "");
    CHECK(std::count_if(s.steps.begin(), s.steps.end(), [](const Step& step) {
            return step.phase == Phase::optimizer;
          }) == (shared ? 2 : 6));
    CHECK(s.steps[0].layer_path == (shared ? "block[0]/fc" : "block[0]/fc"));
  }
}

TEST_CASE("an input left at its default shape has its batch bound, too") {
  NetBuilder b;
  const ValueRef x = b.layer("Input", "image", {});
  b.output("scores", b.layer("Relu", "relu", {x}));
  PlanRequest request;
  request.network = &b.network;
  request.dims = complete_dims(b.network, {}, 5);
  const Schedule s = make_schedule(request);
  CHECK(s.values[static_cast<std::size_t>(s.outputs[0].value)].shape == Shape{5, 1, 28, 28});
}
