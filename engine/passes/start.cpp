// SPDX-License-Identifier: Apache-2.0
//
// The first pass: from the drawing to a flat graph of what is wanted, with sizes for symbols.
#include <algorithm>
#include <unordered_set>

#include "engine/passes/loss.h"
#include "engine/passes/program.h"
#include "engine/passes/program_ops.h"
#include "engine/passes/symbols.h"

namespace espalier::passes {
namespace {

void bind_symbols(Program& p) {
  std::map<std::string, Dim, std::less<>> sizes;
  for (const auto& [symbol, size] : p.request.dims) sizes.emplace(symbol, Dim(size));
  for (const NodeId id : p.graph.nodes()) {
    for (const auto& [name, shape] : shape_attributes(p.node(id))) {
      SymShape bound;
      for (const Dim& d : shape) bound.push_back(d.substitute(sizes));
      require(p.graph.set_attribute(id, name, bound));
    }
  }
}

// The nodes that exist in training only, and all that depends on them.
std::unordered_set<NodeId> training_part(const Program& p) {
  std::unordered_set<NodeId> part;
  for (const NodeId id : p.graph.topological()) {
    const Node& node = p.node(id);
    const bool fed = std::any_of(node.inputs.begin(), node.inputs.end(),
                                 [&](const ValueRef& v) { return part.contains(v.node); });
    if (node.op->training_only || fed) part.insert(id);
  }
  return part;
}

const Node* find_layer(const Program& p, const std::string& name) {
  if (const Node* node = p.graph.find(name)) return node;
  for (const NodeId id : p.graph.nodes())
    if (display_name(p.node(id)) == name) return &p.node(id);
  return nullptr;
}

void choose_outputs(Program& p) {
  const bool whole = p.mode != Mode::inference || p.request.keep_training_only;
  const std::unordered_set<NodeId> cut = whole ? std::unordered_set<NodeId>{} : training_part(p);
  const auto add = [&](const Node& node) {
    const ValueRef value = is_output(node) ? (node.inputs.empty() ? ValueRef{} : node.inputs[0])
                                           : ValueRef{node.id, 0};
    if (!value) throw Error(ESP_TEXT("engine", "{}: nothing is wired to this output"), node.name);
    p.outputs.push_back({display_name(node), value});
  };
  if (p.request.outputs.empty()) {
    for (const NodeId id : p.graph.nodes())
      if (is_output(p.node(id)) && !cut.contains(id)) add(p.node(id));
    return;
  }
  for (const std::string& name : p.request.outputs) {
    const Node* node = find_layer(p, name);
    if (node == nullptr) throw Error(ESP_TEXT("engine", "there is no output named {}"), name);
    if (cut.contains(node->id))
      throw Error(ESP_TEXT("engine", "{}: this output needs labels, which only training has"),
                  name);
    add(*node);
    p.outputs.back().name = name;  // as it was asked for: several nodes may come from one layer
  }
}

void choose_losses(Program& p) {
  for (const NodeId id : p.graph.nodes()) {
    const Node& node = p.node(id);
    if (!node.op->training_only) continue;
    if (is_loss(*node.op)) {
      p.losses.push_back({id, 0});
    } else if (p.graph.users({id, 0}).empty()) {
      p.outputs.push_back({display_name(node), {id, 0}});  // a metric
    }
    wire_target(p, id);
  }
  if (p.mode == Mode::training && p.losses.empty())
    throw Error(ESP_TEXT("engine",
                         "the drawing has no loss; add one, for example "
                         "SoftmaxCrossEntropyLoss, behind the last layer"));
}

void list_inputs(Program& p) {
  for (const NodeId id : p.graph.nodes()) {
    const Node& node = p.node(id);
    if (!is_input(node)) continue;
    // Never empty: that marks what the engine gives itself.
    std::string column = attribute<std::string>(node, "column");
    if (column.empty()) column = node.name;
    p.feeds.push_back({display_name(node), std::move(column), id});
  }
}

}  // namespace

void start(Program& p) {
  if (p.request.network == nullptr) throw Error(ESP_TEXT("engine", "there is no drawing to plan"));
  p.graph = inlined(*p.request.network);
  bind_symbols(p);
  list_inputs(p);
  choose_outputs(p);
  if (p.mode != Mode::inference) choose_losses(p);
  if (p.outputs.empty() && p.losses.empty())
    throw Error(
        ESP_TEXT("engine", "the drawing has no output; add an Output behind the last layer"));
  p.remove_dead();
}

}  // namespace espalier::passes
