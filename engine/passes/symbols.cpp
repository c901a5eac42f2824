// SPDX-License-Identifier: Apache-2.0
#include "engine/passes/symbols.h"

#include <set>

#include "engine/graph/op.h"

namespace espalier {

std::vector<std::pair<std::string, SymShape>> shape_attributes(const Node& node) {
  std::vector<std::pair<std::string, SymShape>> shapes;
  for (const auto& [name, value] : node.attributes)
    if (const auto* shape = std::get_if<SymShape>(&value)) shapes.emplace_back(name, *shape);
  for (const AttrSpec& spec : node.op->attributes)
    if (spec.type == AttrType::shape && spec.fallback && !node.attributes.contains(spec.name))
      shapes.emplace_back(spec.name, attribute<SymShape>(node, spec.name));
  return shapes;
}

Bindings complete_dims(const Network& network, Bindings given, std::int64_t batch) {
  const Graph flat = inlined(network);
  const auto each_shape = [&](const auto& visit) {
    for (const NodeId id : flat.nodes())
      for (const auto& [name, shape] : shape_attributes(flat.node(id))) visit(flat.node(id), shape);
  };
  each_shape([&](const Node& node, const SymShape& shape) {
    const bool input =
        node.op->domain == authored_domain && std::string_view(node.op->name) == "Input";
    if (!input || shape.empty()) return;
    std::vector<std::string> symbols;
    shape[0].collect_symbols(symbols);
    if (symbols.size() == 1) given.emplace(symbols[0], batch);
  });
  each_shape([&](const Node&, const SymShape& shape) {
    std::vector<std::string> symbols;
    for (const Dim& d : shape) d.collect_symbols(symbols);
    for (const std::string& s : symbols) given.emplace(s, 1);
  });
  return given;
}

std::vector<std::string> open_symbols(const Network& network, const Bindings& given) {
  constexpr std::int64_t batch = 2;
  const Bindings all = complete_dims(network, given, batch);
  std::vector<std::string> symbols;
  for (const NodeId id : network.graph.nodes())
    if (const Node& node = network.graph.node(id); is_input(node))
      for (const Dim& d : attribute<SymShape>(node, "shape")) d.collect_symbols(symbols);
  std::set<std::string> open;
  for (const std::string& s : symbols)
    if (all.at(s) != batch && !given.contains(s)) open.insert(s);
  return {open.begin(), open.end()};
}

}  // namespace espalier
