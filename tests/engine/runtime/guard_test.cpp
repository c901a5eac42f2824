// SPDX-License-Identifier: Apache-2.0
//
// An If that data decides: both branches are in the plan, one of them runs.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "engine/passes/reference_run.h"
#include "engine/runtime/executor.h"
#include "tests/engine/passes/nets.h"
#include "tests/engine/passes/verify.h"

using namespace espalier;
using namespace espalier::testing;

namespace {

ValueRef condition(NetBuilder& b, const char* name) {
  return b.layer("Input", name, {}, {{"shape", SymShape{}}, {"dtype", std::string("bool")}});
}

// A chain of layers behind a captured value.
Subgraph chain(const std::vector<const char*>& ops, Shape shape) {
  NetBuilder b;
  ValueRef x = b.layer("Input", "captured", {}, {{"shape", to_symbolic(shape)}});
  for (const char* name : ops) x = b.layer(name, "inside", {x});
  b.output("y", x);
  return {std::make_shared<const Graph>(b.network.graph)};
}

// Captures (d, x): another If within, which uses what is computed before it.
Subgraph nested(const Shape& shape) {
  NetBuilder b;
  const ValueRef d =
      b.layer("Input", "d", {}, {{"shape", SymShape{}}, {"dtype", std::string("bool")}});
  const ValueRef x = b.layer("Input", "x", {}, {{"shape", to_symbolic(shape)}});
  const ValueRef h = b.layer("Exp", "before", {x});
  b.output("y", b.layer("If", "inner", {d, h, h},
                        {{"then_branch", chain({"Neg"}, shape)},
                         {"else_branch", chain({"Sqrt", "Tanh"}, shape)},
                         {"captures", std::int64_t{2}}}));
  return {std::make_shared<const Graph>(b.network.graph)};
}

struct Net {
  NetBuilder b;
  Net() {
    const Shape shape{2, 3};
    const ValueRef c = condition(b, "c"), d = condition(b, "d"), x = b.input("x", {2, 3});
    const ValueRef shared = b.layer("Sigmoid", "shared", {x});
    const ValueRef y = b.layer("If", "outer", {c, d, shared, shared},
                               {{"then_branch", nested(shape)},
                                {"else_branch", chain({"Cos"}, shape)},
                                {"captures", std::int64_t{3}}});
    b.output("y", b.layer("Abs", "behind", {b.layer("Add", "sum", {y, shared})}));
  }
  PlanRequest request() const {
    PlanRequest r;
    r.network = &b.network;
    return r;
  }
};

const Step* find(const Schedule& s, std::string_view op) {
  const auto it = std::find_if(s.steps.begin(), s.steps.end(),
                               [&](const Step& step) { return step.node.op->name == op; });
  return it == s.steps.end() ? nullptr : &*it;
}

}  // namespace

TEST_CASE("steps of a branch are guarded, also within a branch") {
  const Net net;
  const Schedule s = make_schedule(net.request());
  CHECK(verify_memory(s) == "");
  CHECK(find(s, "Sigmoid")->guards.empty());  // both branches and more need it
  CHECK(find(s, "Abs")->guards.empty());
  for (const char* op : {"Exp", "Cos"}) REQUIRE(find(s, op)->guards.size() == 1);
  CHECK(find(s, "Exp")->guards[0].taken);
  CHECK_FALSE(find(s, "Cos")->guards[0].taken);
  for (const char* op : {"Neg", "Sqrt", "Tanh"}) REQUIRE(find(s, op)->guards.size() == 2);
  CHECK(find(s, "Neg")->guards[0] == find(s, "Exp")->guards[0]);
  CHECK(find(s, "Neg")->guards[1].taken);
  CHECK_FALSE(find(s, "Sqrt")->guards[1].taken);
  CHECK(describe(s).find("unless c") != std::string::npos);
}

TEST_CASE("one branch runs, and gives what the reference gives") {
  const Net net;
  const Schedule s = make_schedule(net.request());
  const auto device = open_device("cpu", 1);
  ParameterStore store(*device);
  Executor executor(s, *device, store);
  const Tensor x = Tensor::of<float>({2, 3}, {-2, -1, 0, 1, 2, 3});
  for (const bool c : {true, false})
    for (const bool d : {true, false}) {
      const std::map<std::string, Tensor> inputs{
          {"c", Tensor::scalar(c)}, {"d", Tensor::scalar(d)}, {"x", x}};
      for (std::size_t i = 0; i < s.inputs.size(); ++i)
        executor.set_input(i, inputs.at(s.inputs[i].name).data());
      executor.reset_times();
      executor.set_profiling(true);
      REQUIRE(executor.run());
      const auto ran = [&](const char* op) {
        return executor.times()[static_cast<std::size_t>(find(s, op) - s.steps.data())].runs > 0;
      };
      CHECK(ran("Exp") == c);
      CHECK(ran("Cos") == !c);
      CHECK(ran("Neg") == (c && d));
      CHECK(ran("Tanh") == (c && !d));
      const std::vector<Tensor> expected = reference_outputs(net.request(), inputs);
      for (std::size_t i = 0; i < 6; ++i) {
        const float sigmoid = 1 / (1 + std::exp(-x.values<float>()[i])), h = std::exp(sigmoid);
        const float y = !c ? std::cos(sigmoid) : d ? -h : std::tanh(std::sqrt(h));
        const float all = std::abs(y + sigmoid);
        CHECK(expected[0].values<float>()[i] == doctest::Approx(all).epsilon(1e-5));
        CHECK(executor.output_as<float>(0)[i] == doctest::Approx(all).epsilon(1e-5));
      }
    }
}

TEST_CASE("what a condition does not ask for is not computed") {
  NetBuilder inner;
  const ValueRef at =
      inner.layer("Input", "at", {}, {{"shape", SymShape{}}, {"dtype", std::string("int64")}});
  const ValueRef table =
      inner.layer("Constant", "table", {}, {{"value", Tensor::of<float>({2}, {5, 6})}});
  inner.output("y", inner.layer("Gather", "gather", {table, at}));
  const Subgraph looked_up{std::make_shared<const Graph>(inner.network.graph)};
  NetBuilder b;
  const ValueRef c = condition(b, "c");
  const ValueRef i =
      b.layer("Input", "i", {}, {{"shape", SymShape{}}, {"dtype", std::string("int64")}});
  const ValueRef other = b.layer("Cast", "number", {i}, {{"to", std::int64_t{1}}});
  b.output("y", b.layer("If", "if", {c, i, other},
                        {{"then_branch", looked_up},
                         {"else_branch", chain({"Neg"}, {})},
                         {"captures", std::int64_t{2}}}));
  PlanRequest request;
  request.network = &b.network;
  const auto result = [&](bool yes, std::int64_t index) {
    return reference_outputs(request, {{"c", Tensor::scalar(yes)}, {"i", Tensor::scalar(index)}})[0]
        .values<float>()[0];
  };
  CHECK(result(true, 1) == 6);
  CHECK(result(false, 77) == -77);  // no such place in the table
  CHECK_THROWS_AS(result(true, 77), Error);
}

TEST_CASE("training does without, and says so") {
  const Net net;
  PlanRequest request = net.request();
  request.mode = Mode::evaluation;
  CHECK_THROWS_AS(make_schedule(request), NotStatic);
}
