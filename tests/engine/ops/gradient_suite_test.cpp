// SPDX-License-Identifier: Apache-2.0
//
// Gradients of all operators: the way of a training plan, in float64 by the references against
// finite differences, then in float32 by the kernels against the former.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "engine/base/philox.h"
#include "engine/passes/plan.h"
#include "engine/runtime/executor.h"
#include "tests/engine/ops/suite.h"

using namespace espalier;
using namespace espalier::testing;

namespace {

constexpr std::size_t elements_checked = 12;  // of one input

NodeId add(Graph& graph, Node node) {
  NodeId id;
  if (const auto refusal = graph.add(std::move(node), &id)) throw Error(refusal->reason);
  return id;
}

// The sample with every floating input as a parameter and a squared error behind every floating
// output: its gradient is not the same for all elements.
Network training_net(const Case& c, DType floating) {
  Network network;
  Graph& graph = network.graph;
  const std::vector<Tensor> inputs = inputs_of(c, floating);
  Node node = node_of(c);
  node.id = {};
  for (std::size_t port = 0; port < inputs.size(); ++port) {
    const Tensor& t = inputs[port];
    if (!t) continue;
    const bool trained = is_floating(t.type());
    Node source = make_node(trained ? op("Parameter") : op("Constant"));
    source.name = "in" + std::to_string(port);
    if (trained)
      source.attributes = {{"shape", to_symbolic(t.shape())},
                           {"dtype", std::string(name(t.type()))},
                           {"key", source.name}};
    else
      source.attributes = {{"value", t}};
    if (trained && c.op->input(port).kind == PortKind::state)
      source.attributes["role"] = std::string("constant");
    node.inputs[port] = {add(graph, std::move(source)), 0};
  }
  const std::uint32_t outputs = node.outputs;
  const bool is_loss = c.op->training_only;
  node.name = graph.free_name(node.name);
  const NodeId id = add(graph, std::move(node));
  if (is_loss) return network;
  const std::vector<Tensor> results = reference_of(c);
  for (std::uint32_t i = 0; i < outputs && i < results.size(); ++i) {
    if (!results[i] || !is_floating(results[i].type())) continue;
    Node target = make_node(op("Constant"));
    target.name = "target" + std::to_string(i);
    Tensor values(floating, results[i].shape());
    Random random(stable_hash(c.name()), i);
    for (std::int64_t e = 0; e < values.count(); ++e) {
      const float v = random.normal();
      if (floating == DType::float64)
        values.mutable_values<double>()[static_cast<std::size_t>(e)] = v;
      else
        values.mutable_values<float>()[static_cast<std::size_t>(e)] = v;
    }
    target.attributes = {{"value", values}};
    Node loss = make_node(op("MeanSquaredError"));
    loss.name = "loss" + std::to_string(i);
    loss.attributes = {{"reduction", std::string("sum")}};
    loss.inputs = {{id, i}, {add(graph, std::move(target)), 0}};
    add(graph, std::move(loss));
  }
  return network;
}

WeightSet weights_of(const Case& c, DType floating) {
  WeightSet::Map map;
  const std::vector<Tensor> inputs = inputs_of(c, floating);
  for (std::size_t port = 0; port < inputs.size(); ++port)
    if (inputs[port] && is_floating(inputs[port].type()))
      map.emplace("in" + std::to_string(port), inputs[port]);
  return WeightSet(std::move(map));
}

template <class T> struct Training {
  Training(const Case& c, Device& device)
      : network(training_net(c, dtype_of<T>())),
        weights(weights_of(c, dtype_of<T>())),
        schedule(plan()),
        store(device) {
    store.prepare(schedule, weights, 1);
    executor.emplace(schedule, device, store);
  }

  Schedule plan() const {
    PlanRequest request;
    request.network = &network;
    request.mode = Mode::training;
    request.optimizer.op = "SGD";
    return make_schedule(request);
  }

  double loss() {
    executor->set_learning_rate(0);
    executor->set_step(1);
    REQUIRE(executor->run());
    return executor->output_as<T>(schedule.outputs.size() - 1)[0];
  }

  // By parameter that a gradient reaches.
  std::map<std::string, std::vector<double>> gradients() {
    executor->set_learning_rate(1);
    executor->set_step(1);
    REQUIRE(executor->run());
    std::map<std::string, std::vector<double>> result;
    for (const Parameter& p : schedule.parameters) {
      if (!p.trainable || !p.written) continue;
      const Tensor after = store.read(p.key);
      const auto a = weights.find(p.key)->template values<T>(), b = after.values<T>();
      for (std::size_t i = 0; i < a.size(); ++i)
        result[p.key].push_back(static_cast<double>(a[i]) - static_cast<double>(b[i]));
      store.write(p.key, *weights.find(p.key));
    }
    return result;
  }

  Network network;
  WeightSet weights;
  Schedule schedule;
  ParameterStore store;
  std::optional<Executor> executor;
};

void check_differences(Training<double>& t,
                       const std::map<std::string, std::vector<double>>& exact) {
  const double e = 1e-5;
  for (const auto& [key, gradient] : exact) {
    CAPTURE(key);
    Tensor value = *t.weights.find(key);
    const std::size_t stride = 1 + gradient.size() / elements_checked;
    for (std::size_t i = 0; i < gradient.size(); i += stride) {
      const double at = value.values<double>()[i];
      double around[2];
      for (const int side : {0, 1}) {
        value.mutable_values<double>()[i] = at + (side ? e : -e);
        t.store.write(key, value);
        around[side] = t.loss();
      }
      value.mutable_values<double>()[i] = at;
      const double numeric = (around[1] - around[0]) / (2 * e);
      CAPTURE(i);
      CAPTURE(numeric);
      CHECK(std::abs(gradient[i] - numeric) < 1e-6 + 1e-5 * std::abs(numeric));
    }
    t.store.write(key, value);
  }
}

}  // namespace

TEST_CASE("gradients of all operators") {
  const auto device = open_device("cpu", 2);
  for (const Case& c : all_cases()) {
    if (!c.sample.gradient) continue;
    if (c.op->gradient == nullptr && c.op->lower == nullptr && c.op->body == nullptr) continue;
    CAPTURE(c.name());
    try {
      Training<double> doubles(c, *device);
      const auto exact = doubles.gradients();
      CHECK_FALSE(exact.empty());
      check_differences(doubles, exact);

      Training<float> floats(c, *device);
      const auto fast = floats.gradients();
      REQUIRE(fast.size() == exact.size());
      for (const auto& [key, gradient] : exact) {
        CAPTURE(key);
        double largest = 1;
        for (const double g : gradient) largest = std::max(largest, std::abs(g));
        for (std::size_t i = 0; i < gradient.size(); ++i)
          REQUIRE(std::abs(fast.at(key)[i] - gradient[i]) < 2e-4 * largest);
      }
    } catch (const Error& e) {
      FAIL_CHECK(e.what());
    }
  }
}
