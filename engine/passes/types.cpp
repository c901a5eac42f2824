// SPDX-License-Identifier: Apache-2.0
#include "engine/passes/types.h"

#include <algorithm>
#include <utility>

#include "engine/graph/infer.h"
#include "engine/passes/plan.h"

namespace espalier::passes {

const std::string& display_name(const Node& node) {
  return node.origin && !node.origin->path.empty() ? node.origin->path : node.name;
}

const Type& TypeTable::of(ValueRef v) {
  static const Type nothing;
  const Entry& e = entry(v.node);
  return v.port < e.outputs.size() ? e.outputs[v.port] : nothing;
}

const std::vector<Type>& TypeTable::params(NodeId id) { return entry(id).params; }

const TypeTable::Entry& TypeTable::entry(NodeId id) {
  if (const auto it = known_.find(id); it != known_.end()) return it->second;
  // A stack of our own: a graph may be deeper than the thread's.
  std::vector<NodeId> open{id};
  while (!open.empty()) {
    const NodeId top = open.back();
    if (known_.contains(top)) {
      open.pop_back();
      continue;
    }
    bool ready = true;
    for (const ValueRef& in : graph_.node(top).inputs) {
      if (!in || known_.contains(in.node)) continue;
      open.push_back(in.node);
      ready = false;
    }
    if (!ready) continue;
    infer(top);
    open.pop_back();
  }
  return known_.at(id);
}

void TypeTable::infer(NodeId id) {
  const Node& node = graph_.node(id);
  std::vector<Type> inputs;
  const std::size_t ports = std::max(node.inputs.size(), node.op->inputs.size());
  for (std::size_t i = 0; i < ports; ++i) {
    Type t;
    if (i < node.inputs.size() && node.inputs[i]) {
      const std::vector<Type>& from = known_.at(node.inputs[i].node).outputs;
      if (node.inputs[i].port < from.size()) t = from[node.inputs[i].port];
    }
    inputs.push_back(std::move(t));
  }
  NodeInfo info = infer_node(node, std::move(inputs), nullptr);
  for (const Diagnostic& d : info.diagnostics)
    if (d.severity == Severity::error)
      throw Error(ESP_TEXT("engine", "{}: {}"), display_name(node), d.message);
  info.outputs.resize(std::max<std::size_t>(info.outputs.size(), node.outputs));
  known_[id] = {std::move(info.outputs), std::move(info.params)};
}

Tensor known_elements(const Type& type) {
  if (!type.elements || !type.has_shape()) return {};
  const std::optional<Shape> shape = evaluate(*type.shape, {});
  if (!shape) return {};
  std::vector<std::int64_t> values;
  for (const Dim& d : *type.elements) {
    const auto value = d.constant();
    if (!value) return {};
    values.push_back(*value);
  }
  if (type.dtype == DType::int64) return Tensor::of(*shape, values);
  if (type.dtype == DType::int32)
    return Tensor::of(*shape, std::vector<std::int32_t>(values.begin(), values.end()));
  return {};
}

Shape concrete_shape(TypeTable& types, const Graph& graph, ValueRef v) {
  const Type& type = types.of(v);
  const Node& node = graph.node(v.node);
  if (!type.is_tensor())
    throw NotStatic(ESP_TEXT("engine", "{}: output {} is {}; plans hold tensors only"),
                    display_name(node), v.port, to_string(type));
  if (!type.shape)
    throw NotStatic(ESP_TEXT("engine", "{}: the rank of output {} is known only at run time"),
                    display_name(node), v.port);
  const std::optional<Shape> shape = evaluate(*type.shape, {});
  if (!shape)
    throw NotStatic(ESP_TEXT("engine",
                             "{}: the shape {} has a dimension that is known only when the layer "
                             "runs, or a symbol without a size"),
                    display_name(node), to_string(*type.shape));
  return *shape;
}

}  // namespace espalier::passes
