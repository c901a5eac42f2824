// SPDX-License-Identifier: Apache-2.0
#include <set>

#include "engine/passes/reference_run.h"
#include "engine/passes/symbols.h"
#include "engine/quant/quantize.h"
#include "engine/session/fixed_inputs.h"
#include "engine/session/operations.h"
#include "engine/session/runner.h"
#include "engine/session/staged_run.h"

namespace espalier {
namespace {

using NamedValues = std::vector<std::pair<std::string, HostValue>>;

// Binds the symbols of an Input's shape to the shape that is given, checking the rest.
void bind_shape(const Node& node, const Tensor& value, Bindings& dims) {
  if (attribute<std::string>(node, "kind") != "tensor") return;
  const auto shape = attribute<SymShape>(node, "shape");
  const auto refuse = [&] {
    throw Error(ESP_TEXT("engine", "{}: expected {} {}, got {} {}"), node.name,
                attribute<std::string>(node, "dtype"), to_string(shape), name(value.type()),
                to_string(value.shape()));
  };
  if (attribute<std::string>(node, "dtype") != name(value.type()) ||
      shape.size() != value.shape().size())
    refuse();
  for (std::size_t i = 0; i < shape.size(); ++i) {
    const auto fixed = shape[i].constant();
    if (fixed ? *fixed != value.shape()[i] : false) refuse();
    if (fixed) continue;
    const auto [it, fresh] = dims.emplace(shape[i].text(), value.shape()[i]);
    if (!fresh && it->second != value.shape()[i])
      throw Error(ESP_TEXT("engine", "{}: {} is {} here and {} at another input"), node.name,
                  shape[i].text(), value.shape()[i], it->second);
  }
}

const std::string& outside_name(const Node& node, std::string& buffer) {
  buffer = attribute<std::string>(node, "tensor_name");
  if (buffer.empty()) buffer = node.name;
  return buffer;
}

std::string result_name(const Graph& graph, const std::string& layer) {
  const Node* node = graph.find(layer);
  std::string buffer;
  return node && is_output(*node) ? outside_name(*node, buffer) : layer;
}

WrongInput missing(const std::string& name) {
  return WrongInput(ESP_TEXT("engine", "input \"{}\" is missing; give it with --input {}=FILE.npy"),
                    name, name);
}

NamedValues run_planned(const Project& project, const PlanRequest& request, int threads,
                        const std::map<std::string, const HostValue*>& by_layer) {
  Runner runner(request, project.weights, threads);
  for (std::size_t i = 0; i < runner.schedule().inputs.size(); ++i) {
    if (runner.schedule().inputs[i].column.empty()) continue;  // the engine's own
    const auto given = by_layer.find(runner.schedule().inputs[i].name);
    if (given == by_layer.end()) throw missing(runner.schedule().inputs[i].name);
    runner.feed(i, given->second->tensor());
  }
  runner.executor().run();
  NamedValues outputs;
  for (std::size_t i = 0; i < runner.schedule().outputs.size(); ++i)
    outputs.emplace_back(result_name(project.network.graph, runner.schedule().outputs[i].name),
                         runner.output(i));
  return outputs;
}

NamedValues run_in_stages(const Project& project, const PlanRequest& request, int threads,
                          const std::map<std::string, const HostValue*>& by_layer) {
  const std::unique_ptr<Device> device = open_device(request.device, threads);
  const WeightSet weights = completed(project.network, project.weights, request.seed);
  const Graph& graph = request.network->graph;
  std::vector<HostValue> inputs;
  const GroupPorts ports = ports_of(graph);
  for (const NodeId id : ports.inputs) {
    const auto given = by_layer.find(graph.node(id).name);
    if (given == by_layer.end()) throw missing(graph.node(id).name);
    inputs.push_back(*given->second);
  }
  StagedRun run(*request.network,
                {device.get(), request.target, &weights, request.keep_training_only, request.dims});
  const std::vector<HostValue> results = run.run(inputs);
  NamedValues outputs;
  for (std::size_t i = 0; i < ports.outputs.size() && i < results.size(); ++i)
    outputs.emplace_back(result_name(graph, graph.node(ports.outputs[i]).name), results[i]);
  return outputs;
}

}  // namespace

NamedValues run_network(const Project& drawn, const std::map<std::string, HostValue>& inputs,
                        const RunOptions& options) {
  const Project project = deployed(drawn);
  PlanRequest request;
  request.target = target_named(options.isa);
  request.device = options.device;
  request.weights = &project.weights;
  request.keep_training_only = options.keep_training_only;
  std::map<std::string, const HostValue*> by_layer;
  std::map<std::string, const Tensor*> tensors;
  std::set<std::string> unknown;
  for (const auto& [name, value] : inputs) unknown.insert(name);
  std::string names, buffer;
  const Graph& graph = project.network.graph;
  for (const NodeId id : graph.nodes()) {
    const Node& node = graph.node(id);
    if (!is_input(node)) continue;
    auto given = inputs.find(outside_name(node, buffer));
    if (given == inputs.end()) given = inputs.find(node.name);
    names += (names.empty() ? "" : ", ") + buffer;
    if (given == inputs.end()) continue;
    unknown.erase(given->first);
    by_layer[node.name] = &given->second;
    if (!given->second.is_tensor()) continue;
    tensors[node.name] = &given->second.tensor();
    bind_shape(node, given->second.tensor(), request.dims);
  }
  if (!unknown.empty())
    throw WrongInput(ESP_TEXT("engine", "the network has no input \"{}\"; its inputs are {}"),
                     *unknown.begin(), names);
  request.dims = complete_dims(project.network, request.dims);
  const Network network = with_fixed_inputs(project.network, tensors);
  request.network = &network;
  try {
    return run_planned(project, request, options.threads, by_layer);
  } catch (const NotStatic&) {
    return run_in_stages(project, request, options.threads, by_layer);
  }
}

}  // namespace espalier
