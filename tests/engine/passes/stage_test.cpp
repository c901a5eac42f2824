// SPDX-License-Identifier: Apache-2.0
//
// Control flow that a plan takes in, and what runs between plans.
#include "engine/passes/stage.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "engine/passes/reference_run.h"
#include "tests/engine/passes/nets.h"

using namespace espalier;
using namespace espalier::testing;

namespace {

// A body of one layer between a captured value and an output.
Subgraph body_of(const char* op_name) {
  NetBuilder b;
  const ValueRef x = b.layer("Input", "captured", {}, {});
  b.output("y", b.layer(op_name, "inside", {x}));
  return {std::make_shared<const Graph>(b.network.graph)};
}

ValueRef if_layer(NetBuilder& b, ValueRef condition, ValueRef x) {
  return b.layer("If", "if", {condition, x, x},
                 {{"then_branch", body_of("Relu")},
                  {"else_branch", body_of("Tanh")},
                  {"captures", std::int64_t{2}}});
}

PlanRequest request_of(const NetBuilder& b) {
  PlanRequest request;
  request.network = &b.network;
  return request;
}

bool has_step(const Schedule& s, std::string_view op) {
  return std::any_of(s.steps.begin(), s.steps.end(),
                     [&](const Step& step) { return step.node.op->name == op; });
}

}  // namespace

TEST_CASE("a condition that is known leaves one branch in the plan") {
  for (const bool condition : {true, false}) {
    NetBuilder b;
    const ValueRef x = b.input("x", {2, 3});
    const ValueRef c = b.layer("Constant", "c", {}, {{"value", Tensor::scalar(condition)}});
    b.output("y", if_layer(b, c, x));
    const Schedule s = make_schedule(request_of(b));
    CHECK(has_step(s, condition ? "Relu" : "Tanh"));
    CHECK_FALSE(has_step(s, condition ? "Tanh" : "Relu"));
    CHECK_FALSE(has_step(s, "If"));
  }
}

TEST_CASE("a condition that data decides cuts the network") {
  NetBuilder b;
  const ValueRef x = b.input("x", {2, 3});
  const ValueRef c =
      b.layer("Input", "c", {}, {{"shape", SymShape{}}, {"dtype", std::string("bool")}});
  const ValueRef before = b.layer("Sigmoid", "before", {x});
  b.output("y", b.layer("Relu", "behind", {if_layer(b, c, before)}));
  const Stage stage = first_stage(request_of(b));
  REQUIRE(stage.host.size() == 1);
  CHECK(stage.graph.node(stage.host[0]).name == "if");
  CHECK(stage.planned.network.graph.find("before") != nullptr);
  CHECK(stage.planned.network.graph.find("behind") == nullptr);
  CHECK(stage.rest.network.graph.find("behind") != nullptr);
  REQUIRE(stage.rest.inputs.size() == 1);
  CHECK(stage.rest.inputs[0].node == stage.host[0]);
  CHECK(stage.results.size() == 1);
}

TEST_CASE("a layer keeps its weights where the network is cut") {
  NetBuilder b;
  const ValueRef x = b.input("x", {4, 3});
  const ValueRef at = b.layer("NonZero", "where", {x});
  b.output("indices", at);
  b.output("scores", b.layer("Gemm", "gemm", {x}, {{"units", std::int64_t{2}}}));
  const WeightSet weights = completed(b.network, {}, 7);
  PlanRequest request = request_of(b);
  request.weights = &weights;
  const Stage stage = first_stage(request);
  CHECK(stage.host.size() == 1);
  CHECK(stage.planned.network.graph.find("gemm") != nullptr);
  CHECK(stage.planned.inputs.size() == 1);  // x: the weights are constants of the plan
}
