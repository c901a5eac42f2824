// SPDX-License-Identifier: Apache-2.0
//
// Shapes inside the graphs that attributes hold: the bodies of If, Loop and Scan.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "engine/graph/infer.h"

namespace espalier {
namespace {

// What flows in, or as much as the Input declares: one for a captured value declares nothing.
Type given_or_declared(const Node& input, const Type& given, const Type& declared) {
  const bool shaped = input.attributes.contains("shape"), kind = input.attributes.contains("kind"),
             typed = input.attributes.contains("dtype");
  if (given.kind == Type::Kind::unknown)
    return shaped || kind ? declared : typed ? Type::of_unknown_rank(declared.dtype) : Type{};
  const bool vague = given.is_tensor() && !given.shape;
  return vague && shaped && declared.is_tensor() && given.dtype == declared.dtype ? declared
                                                                                  : given;
}

[[noreturn]] void refuse(const InferContext& context, const Node& inside, const Diagnostic& d) {
  throw RuleFailure{{Severity::error,
                     context.node().id,
                     -1,
                     {},
                     message(ESP_TEXT("engine", "inside, {}: {}"), inside.name, d.message),
                     std::nullopt}};
}

}  // namespace

std::unordered_map<NodeId, NodeInfo> infer_body(const Graph& body, const std::vector<Type>& inputs,
                                                const std::string& symbol_prefix) {
  const GroupPorts ports = ports_of(body);
  std::unordered_map<NodeId, NodeInfo> infos;
  for (const NodeId id : body.topological()) {
    const Node& node = body.node(id);
    std::vector<Type> in(std::max(node.op->inputs.size(), node.inputs.size()));
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
      const ValueRef v = node.inputs[i];
      if (v && v.port < infos.at(v.node).outputs.size()) in[i] = infos.at(v.node).outputs[v.port];
    }
    NodeInfo info = infer_node(node, in, nullptr, symbol_prefix);
    const auto at = std::find(ports.inputs.begin(), ports.inputs.end(), id);
    if (at != ports.inputs.end()) {
      const auto i = static_cast<std::size_t>(at - ports.inputs.begin());
      info.outputs[0] =
          given_or_declared(node, i < inputs.size() ? inputs[i] : Type{}, info.outputs[0]);
    }
    infos.emplace(id, std::move(info));
  }
  return infos;
}

std::vector<Type> body_types(const InferContext& context, std::string_view body,
                             const std::vector<Type>& inputs) {
  const auto held = attribute<Subgraph>(context.node(), body);
  if (!held.graph)
    throw RuleFailure{{Severity::error, context.node().id, -1, std::string(body),
                       message(ESP_TEXT("engine", "{}: expected a graph, got none"), body),
                       std::nullopt}};
  const Graph& graph = *held.graph;
  const auto infos = infer_body(
      graph, inputs, fmt::format("{}{}{}_", context.symbol_prefix, context.node().id.value, body));
  for (const NodeId id : graph.topological())
    for (const Diagnostic& d : infos.at(id).diagnostics)
      if (d.severity == Severity::error && !is_input(graph.node(id)))
        refuse(context, graph.node(id), d);
  std::vector<Type> outputs;
  for (const NodeId id : ports_of(graph).outputs) {
    const Node& node = graph.node(id);
    const ValueRef v = node.inputs.empty() ? ValueRef{} : node.inputs[0];
    const bool there = v && v.port < infos.at(v.node).outputs.size();
    outputs.push_back(there ? infos.at(v.node).outputs[v.port] : Type{});
  }
  return outputs;
}

}  // namespace espalier
