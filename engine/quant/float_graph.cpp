// SPDX-License-Identifier: Apache-2.0
#include "engine/quant/float_graph.h"

#include "engine/passes/fold_batch_norm.h"
#include "engine/passes/program.h"
#include "engine/passes/program_ops.h"
#include "engine/passes/reference_run.h"

namespace espalier {
namespace {

void weights_to_constants(passes::Program& p, const WeightSet& weights) {
  for (const auto& [id, parameter] : p.parameters) {
    const Tensor* value = weights.find(parameter.key);
    if (value == nullptr)
      throw Error(ESP_TEXT("engine", "{}: its weights are not known, so it cannot be quantised"),
                  parameter.path);
    const Node& node = p.node(id);
    Node constant = make_node(op("Constant"));
    constant.id = id;
    constant.name = node.name;
    constant.origin = node.origin;
    constant.attributes = {{"value", *value}};
    passes::require(p.graph.replace(id, std::move(constant)));
    p.types.forget(id);
  }
  p.parameters.clear();
}

bool only_passes_on(const Node& node) {
  return (is_onnx_op(node, "Identity") || is_onnx_op(node, "Dropout")) && !node.inputs.empty() &&
         node.inputs[0];
}

bool is_used(const Graph& graph, const Node& node) {
  for (std::uint32_t port = 0; port < node.outputs; ++port)
    if (!graph.users({node.id, port}).empty()) return true;
  return false;
}

}  // namespace

bool is_onnx_op(const Node& node, std::string_view name) {
  return node.op->domain == onnx_domain && node.op->name == name;
}

Graph float_graph(const Network& network, const WeightSet& weights) {
  PlanRequest request;
  request.network = &network;
  passes::Program p(request);
  p.graph = inlined(network);
  passes::wire_parameters(p);
  weights_to_constants(p, completed(network, weights, 0));
  const std::span<const NodeId> span = p.graph.topological();
  const std::vector<NodeId> order(span.begin(), span.end());
  for (const NodeId id : order) {
    const Node node = p.node(id);
    const bool last = is_used(p.graph, node);  // a layer that nothing follows stays
    if (only_passes_on(node) && last && p.graph.users({id, 1}).empty())
      p.redirect({id, 0}, node.inputs[0]);
  }
  for (const NodeId id : order) passes::fold_batch_norm(p, id);
  for (std::size_t i = order.size(); i-- > 0;) {
    const Node& node = p.node(order[i]);
    const bool gone = is_onnx_op(node, "Constant") || is_onnx_op(node, "BatchNormalization") ||
                      only_passes_on(node);
    if (gone && !is_used(p.graph, node)) passes::require(p.graph.remove(node.id));
  }
  return std::move(p.graph);
}

}  // namespace espalier
