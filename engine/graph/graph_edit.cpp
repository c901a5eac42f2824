// SPDX-License-Identifier: Apache-2.0
//
// Every edit checks first and changes then, so that a refusal leaves the graph as it was.
#include <algorithm>

#include "engine/graph/graph_data.h"
#include "engine/graph/op.h"
#include "engine/graph/weights.h"

namespace espalier {
namespace {

template <class... Args> std::optional<Refusal> refuse(const char* format, const Args&... args) {
  return Refusal{message(format, args...)};
}

std::optional<Refusal> no_layer(NodeId id) {
  return refuse(ESP_TEXT("engine", "There is no layer with the id {}."), id.value);
}

// Trailing open inputs say nothing.
void trim(Node& node) {
  while (!node.inputs.empty() && !node.inputs.back()) node.inputs.pop_back();
}

// Opens an input; in the variadic part of an operator like Concat the later ones move up.
void open_input(Node& node, std::uint32_t port) {
  const auto& ports = node.op->inputs;
  const bool closes_up =
      !ports.empty() && ports.back().variadic && !ports.back().optional && port + 1 >= ports.size();
  if (closes_up) {
    node.inputs.erase(node.inputs.begin() + port);
  } else {
    node.inputs[port] = {};
  }
  trim(node);
}

std::optional<Refusal> check_name(std::string_view name) {
  if (name.empty()) return refuse(ESP_TEXT("engine", "A layer needs a name."));
  if (name.find('/') != std::string_view::npos) {
    return refuse(ESP_TEXT("engine", "{}: a name cannot contain '/', which separates groups."),
                  name);
  }
  const bool control = std::any_of(name.begin(), name.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
  });
  if (control) {
    return refuse(ESP_TEXT("engine", "A name cannot contain line breaks or control characters."));
  }
  return {};
}

std::optional<Refusal> check_free(const Graph& graph, std::string_view name) {
  if (!graph.find(name)) return {};
  return refuse(ESP_TEXT("engine", "There is already a layer named {}."), name);
}

std::optional<Refusal> check_source(const Graph& graph, const Node& to, ValueRef from) {
  const Node* source = graph.find(from.node);
  if (!source) {
    return refuse(ESP_TEXT("engine", "{}: its input comes from layer {}, which does not exist."),
                  to.name, from.node.value);
  }
  if (from.port >= source->outputs) {
    return refuse(ESP_TEXT("engine", "{}: there is no output {} on {}, which has {}."), to.name,
                  from.port, source->name, source->outputs);
  }
  return {};
}

// What can be said of a node by itself and of its sources.
std::optional<Refusal> check_node(const Graph& graph, const Node& node) {
  if (!node.op) return refuse(ESP_TEXT("engine", "{}: it has no operator."), node.name);
  if (auto r = check_name(node.name)) return r;
  if (node.inputs.size() > largest_input_count(*node.op)) {
    return refuse(ESP_TEXT("engine", "{}: {} has {} inputs, got {}."), node.name, node.op->name,
                  largest_input_count(*node.op), node.inputs.size());
  }
  if (node.outputs > largest_output_count(*node.op)) {
    return refuse(ESP_TEXT("engine", "{}: {} has {} outputs, got {}."), node.name, node.op->name,
                  largest_output_count(*node.op), node.outputs);
  }
  for (const ValueRef& from : node.inputs) {
    if (!from) continue;
    if (auto r = check_source(graph, node, from)) return r;
  }
  return {};
}

std::optional<Refusal> cycle(const Graph& graph, NodeId from, NodeId to) {
  if (from == to) {
    return refuse(ESP_TEXT("engine", "{}: a layer cannot feed itself."), graph.node(to).name);
  }
  return refuse(ESP_TEXT("engine", "{1} already depends on {0}; this wire would close a cycle."),
                graph.node(to).name, graph.node(from).name);
}

}  // namespace

std::optional<Refusal> Graph::add(Node node, NodeId* id) {
  if (!node.id) node.id = next_id();
  if (node.id.value > largest_id) {
    return refuse(ESP_TEXT("engine", "{}: the id {} is too large; at most {} is possible."),
                  node.name, node.id.value, largest_id);
  }
  if (contains(node.id)) {
    return refuse(ESP_TEXT("engine", "{}: the id {} belongs to {} already."), node.name,
                  node.id.value, this->node(node.id).name);
  }
  trim(node);
  if (auto r = check_node(*this, node)) return r;
  if (auto r = check_free(*this, node.name)) return r;
  Data& data = detach();
  data.forget_order();
  data.next = std::max(data.next, node.id.value + 1);
  data.names.insert(node.name, node.id);
  ++data.size;
  if (id) *id = node.id;
  data.add_uses(node);
  data.put(std::move(node));
  return {};
}

std::optional<Refusal> Graph::remove(NodeId id) {
  if (!contains(id)) return no_layer(id);
  Data& data = detach();
  data.forget_order();
  std::vector<Wire> uses = data.slot(id)->uses;
  // From the last port down, for the ports of a variadic operator move up.
  std::sort(uses.begin(), uses.end(), [](const Wire& a, const Wire& b) { return b.to < a.to; });
  for (std::size_t i = 0; i < uses.size();) {
    const NodeId user_id = uses[i].to.node;
    Node user = *data.find(user_id);
    data.drop_uses(user);
    for (; i < uses.size() && uses[i].to.node == user_id; ++i) open_input(user, uses[i].to.port);
    data.add_uses(user);
    data.put(std::move(user));
  }
  const std::shared_ptr<const Node> node = data.slot(id)->node;
  data.drop_uses(*node);
  data.names.erase(node->name, id);
  Data::Slot& slot = data.writable(id);
  slot.node.reset();
  slot.uses.clear();
  --data.size;
  return {};
}

std::optional<Refusal> Graph::connect(ValueRef from, PortRef to) {
  const Node* target = find(to.node);
  if (!target) return no_layer(to.node);
  if (auto r = check_source(*this, *target, from)) return r;
  const std::size_t count = largest_input_count(*target->op);
  if (to.port >= count) {
    return refuse(ESP_TEXT("engine", "{}: {} has {} inputs; there is no input {}."), target->name,
                  target->op->name, count, to.port);
  }
  if (!port_present(*target, to.port)) {
    const PortSpec& port = target->op->input(to.port);
    return refuse(ESP_TEXT("engine", "{}: input {} is switched off by {}."), target->name,
                  port.name, port.present_if);
  }
  if (from.node == to.node || data_->reaches(to.node, from.node)) {
    return cycle(*this, from.node, to.node);
  }
  if (to.port < target->inputs.size() && target->inputs[to.port] == from) return {};
  Node node = *target;
  if (node.inputs.size() <= to.port) node.inputs.resize(to.port + 1);
  node.inputs[to.port] = from;
  Data& data = detach();
  data.forget_order();
  data.drop_uses(*data.find(to.node));
  data.add_uses(node);
  data.put(std::move(node));
  return {};
}

std::optional<Refusal> Graph::disconnect(PortRef to) {
  const Node* target = find(to.node);
  if (!target) return no_layer(to.node);
  if (to.port >= target->inputs.size() || !target->inputs[to.port]) {
    return refuse(ESP_TEXT("engine", "{}: nothing is connected to input {}."), target->name,
                  to.port);
  }
  Node node = *target;
  open_input(node, to.port);
  Data& data = detach();
  data.forget_order();
  data.drop_uses(*data.find(to.node));
  data.add_uses(node);
  data.put(std::move(node));
  return {};
}

std::optional<Refusal> Graph::replace(NodeId id, Node with) {
  const Node* old = find(id);
  if (!old) return no_layer(id);
  with.id = id;
  trim(with);
  if (auto r = check_node(*this, with)) return r;
  if (with.name != old->name) {
    if (auto r = check_free(*this, with.name)) return r;
  }
  for (const Wire& w : wires_from(id)) {
    if (w.from.port < with.outputs) continue;
    return refuse(ESP_TEXT("engine", "{}: {} has {} outputs, but {} reads output {}."), with.name,
                  with.op->name, with.outputs, node(w.to.node).name, w.from.port);
  }
  for (const ValueRef& from : with.inputs) {
    if (!from || std::find(old->inputs.begin(), old->inputs.end(), from) != old->inputs.end())
      continue;
    if (from.node == id || data_->reaches(id, from.node)) return cycle(*this, from.node, id);
  }
  Data& data = detach();
  const std::shared_ptr<const Node> before = data.slot(id)->node;
  if (before->inputs != with.inputs) {
    data.forget_order();
    data.drop_uses(*before);
    data.add_uses(with);
  }
  if (before->name != with.name) {
    data.names.erase(before->name, id);
    data.names.insert(with.name, id);
  }
  data.put(std::move(with));
  return {};
}

std::optional<Refusal> Graph::redirect(ValueRef from, ValueRef to) {
  if (!has_output(from)) return no_layer(from.node);
  if (!has_output(to)) return no_layer(to.node);
  if (from == to) return {};
  std::vector<NodeId> users;
  for (const Wire& w : wires_from(from.node)) {
    if (w.from == from) users.push_back(w.to.node);
  }
  std::sort(users.begin(), users.end());
  users.erase(std::unique(users.begin(), users.end()), users.end());
  std::erase_if(users, [&](NodeId u) { return u == to.node || data_->reaches(u, to.node); });
  if (users.empty()) return {};
  Data& data = detach();
  data.forget_order();
  for (const NodeId id : users) {
    Node user = *data.find(id);
    data.drop_uses(user);
    std::replace(user.inputs.begin(), user.inputs.end(), from, to);
    data.add_uses(user);
    data.put(std::move(user));
  }
  return {};
}

std::optional<Refusal> Graph::rename(NodeId id, std::string name) {
  const Node* old = find(id);
  if (!old) return no_layer(id);
  if (old->name == name) return {};
  if (auto r = check_name(name)) return r;
  if (auto r = check_free(*this, name)) return r;
  Node node = *old;
  node.name = std::move(name);
  return replace(id, std::move(node));
}

}  // namespace espalier
