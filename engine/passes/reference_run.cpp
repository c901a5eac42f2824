// SPDX-License-Identifier: Apache-2.0
#include "engine/passes/reference_run.h"

#include "engine/graph/parameters.h"
#include "engine/passes/program.h"
#include "engine/passes/reference.h"

namespace espalier {

std::vector<Tensor> reference_outputs(const PlanRequest& request,
                                      const std::map<std::string, Tensor>& inputs) {
  const WeightSet weights =
      completed(*request.network, request.weights ? *request.weights : WeightSet(), request.seed);
  passes::Program p(request);
  passes::start(p);
  passes::unfold(p, passes::takes_both_branches(request));
  passes::wire_parameters(p);
  passes::lower(p);
  std::unordered_map<ValueRef, Tensor> feeds;
  for (const passes::Program::Feed& feed : p.feeds) {
    const auto given = inputs.find(feed.name);
    if (given == inputs.end()) {
      if (p.graph.contains(feed.node))
        throw Error(ESP_TEXT("engine", "input \"{}\" is missing"), feed.name);
      continue;
    }
    feeds[{feed.node, 0}] = given->second;
  }
  for (const auto& [node, parameter] : p.parameters) {
    const Tensor* value = weights.find(parameter.key);
    if (value) feeds[{node, 0}] = *value;
  }
  std::vector<ValueRef> wanted;
  for (const passes::Program::Named& output : p.outputs) wanted.push_back(output.value);
  return run_graph(p.graph, std::move(feeds), wanted);
}

WeightSet completed(const Network& network, const WeightSet& weights, std::uint64_t seed) {
  Inference inference;
  inference.update(network);
  WeightSet::Map all = weights.all();
  for (const ParamInfo& info : parameters_of(network, inference)) {
    if (all.count(info.key) || !info.type.has_shape()) continue;
    const std::optional<Shape> shape = evaluate(*info.type.shape, {});
    if (!shape) continue;
    all[info.key] =
        initialize(info.initializer, info.type.dtype, *shape, seed, info.key,
                   {info.fan.in.constant().value_or(0), info.fan.out.constant().value_or(0)});
  }
  return WeightSet(std::move(all));
}

}  // namespace espalier
