// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/infer.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>

namespace espalier {

Diagnostic problem(const Node& node, Message m, int input, std::string attribute,
                   Severity severity) {
  return {severity, node.id, input, std::move(attribute), std::move(m), std::nullopt};
}

bool NodeInfo::ok() const {
  return std::none_of(diagnostics.begin(), diagnostics.end(),
                      [](const Diagnostic& d) { return d.severity == Severity::error; });
}

namespace {

void check_attributes(const Node& node, std::vector<Diagnostic>& out) {
  const OpSpec& op = *node.op;
  if (op.unknown) return;
  for (const AttrSpec& spec : op.attributes) {
    const auto at = node.attributes.find(std::string_view(spec.name));
    if (at == node.attributes.end()) {
      if (spec.fallback) continue;
      out.push_back(
          problem(node, message(ESP_TEXT("engine", "{} must be set"), spec.name), -1, spec.name));
      continue;
    }
    Message m = attribute_problem(spec, converted(at->second, spec.type));
    if (m.empty()) continue;
    Diagnostic d = problem(node, std::move(m), -1, spec.name);
    if (spec.fallback) {
      d.fix = Fix{message(ESP_TEXT("engine", "Set to {}"), to_string(*spec.fallback)), spec.name,
                  *spec.fallback};
    }
    out.push_back(std::move(d));
  }
  for (const auto& [name, value] : node.attributes) {
    if (op.attribute(name)) continue;
    out.push_back(problem(
        node,
        message(ESP_TEXT("engine", "{} has no setting named {}; it is ignored"), op.name, name), -1,
        name, Severity::warning));
  }
}

std::string names_of(const std::vector<DType>& types) {
  std::string text;
  for (const DType t : types) {
    if (!text.empty()) text += ", ";
    text += name(t);
  }
  return text;
}

// Whether the rule can be asked: every required data input is there and known.
bool check_inputs(const Node& node, std::span<const Type> inputs, std::vector<Diagnostic>& out) {
  const OpSpec& op = *node.op;
  bool known = true;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const PortSpec& port = op.input(i);
    const Type& t = inputs[i];
    const int at = static_cast<int>(i);
    if (!is_wired(node, i)) {
      if (port.kind != PortKind::data || port.optional || !port_present(node, i)) continue;
      out.push_back(
          problem(node, message(ESP_TEXT("engine", "nothing is connected to {}"), port.name), at));
      known = false;
    } else if (t.kind == Type::Kind::unknown) {
      known = false;
    } else if (t.is_tensor() && t.dtype != DType::undefined && !port.types.empty() &&
               std::find(port.types.begin(), port.types.end(), t.dtype) == port.types.end()) {
      out.push_back(problem(node,
                            message(ESP_TEXT("engine", "{}: expected {}, got {}"), port.name,
                                    names_of(port.types), name(t.dtype)),
                            at));
      known = false;
    }
  }
  return known;
}

Fan fan_of_shape(const SymShape& shape) {
  if (shape.size() < 2) return {product(shape), product(shape)};
  const Dim field = product(SymShape(shape.begin() + 2, shape.end()));
  return {shape[1] * field, shape[0] * field};
}

Fan fan_of(const InferContext& c, std::size_t port) {
  if (port < c.fans.size() && c.fans[port]) return *c.fans[port];
  const SymShape& shape = *c.params[port].shape;
  if (shape.size() >= 2) return fan_of_shape(shape);
  for (std::size_t i = 0; i < c.params.size(); ++i) {
    if (!c.params[i].has_shape() || c.params[i].shape->size() < 2) continue;
    return c.fans[i] ? *c.fans[i] : fan_of_shape(*c.params[i].shape);
  }
  return fan_of_shape(shape);
}

void count_parameters(const Node& node, NodeInfo& info) {
  for (std::size_t i = 0; i < info.params.size(); ++i) {
    if (!info.params[i].has_shape()) continue;
    Dim& sum = node.op->input(i).kind == PortKind::state ? info.states : info.parameters;
    sum = sum + product(*info.params[i].shape);
  }
  if (is_parameter(node) && !info.outputs.empty() && info.outputs[0].has_shape()) {
    const std::string role = attribute<std::string>(node, "role");
    const Dim n = product(*info.outputs[0].shape);
    if (role == "state") info.states = n;
    if (role == "trainable") info.parameters = n;
  }
}

// The product of a shape; neighbours in a graph have the same one more often than not.
Dim elements_of(const SymShape& shape) {
  thread_local SymShape last;
  thread_local Dim elements = 1;
  if (shape != last) {
    elements = product(shape);
    last = shape;
  }
  return elements;
}

// The cost rule reads shapes without asking.
bool all_shaped(const Node& node, const NodeInfo& info, std::span<const Type> inputs) {
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (is_wired(node, i) && inputs[i].is_tensor() && !inputs[i].shape) return false;
    if (owns_param(node, i) && !(i < info.params.size() && info.params[i].has_shape()))
      return false;
  }
  return std::all_of(info.outputs.begin(), info.outputs.end(),
                     [](const Type& t) { return t.has_shape(); });
}

}  // namespace

NodeInfo infer_node(const Node& node, const std::vector<Type>& inputs,
                    std::optional<Window>* window, const std::string& symbol_prefix) {
  NodeInfo info;
  info.outputs.resize(node.outputs);
  check_attributes(node, info.diagnostics);
  const bool known = check_inputs(node, inputs, info.diagnostics);
  if (!known && !node.op->unknown) return info;
  if (!info.ok()) return info;
  InferContext context(node, inputs);
  context.symbol_prefix = symbol_prefix;
  try {
    if (!node.op->infer)
      context.fail(message(ESP_TEXT("engine", "{} has no shape rule"), node.op->name));
    node.op->infer(context);
    info.outputs = std::move(context.outputs);
    info.params.resize(context.params.size());
    info.fans.resize(context.params.size());
    for (std::size_t i = 0; i < context.params.size(); ++i) {
      if (!context.params[i].has_shape() || !owns_param(node, i)) continue;
      info.fans[i] = fan_of(context, i);
      info.params[i] = context.params[i];
    }
    count_parameters(node, info);
    for (const Type& t : info.outputs) {
      if (t.has_shape())
        info.activation_elements = info.activation_elements + elements_of(*t.shape);
    }
    if (node.op->cost && all_shaped(node, info, inputs)) {
      CostContext cost(node, inputs, info.params, info.outputs);
      node.op->cost(cost);
      if (window) *window = cost.cost.window;
      info.cost = std::move(cost.cost);
    }
    info.guards = std::move(context.guards);
  } catch (const RuleFailure& f) {
    info.outputs.assign(node.outputs, Type{});
    context.diagnostics.push_back(f.diagnostic);
  } catch (const Error& e) {
    info.outputs.assign(node.outputs, Type{});
    context.diagnostics.push_back(problem(node, e.message()));
  } catch (const std::bad_alloc&) {
    info.outputs.assign(node.outputs, Type{});
    context.diagnostics.push_back(
        problem(node, message(ESP_TEXT("engine", "its shapes are too large"))));
  }
  info.diagnostics.insert(info.diagnostics.end(), context.diagnostics.begin(),
                          context.diagnostics.end());
  return info;
}

void bypass_if_muted(const Node& node, std::span<const Type> inputs, NodeInfo& info) {
  if (!node.muted) return;
  if (inputs.empty() || !is_wired(node, 0) || info.outputs.empty()) {
    info.diagnostics.push_back(problem(
        node,
        message(ESP_TEXT("engine", "it is muted, but has no input that it could let through")), -1,
        {}, Severity::warning));
    return;
  }
  const Type& in = inputs[0];
  const Type& out = info.outputs[0];
  if (!in.has_shape() || !out.has_shape()) return;  // something before it is wrong, or it is itself
  bool same = in.dtype == out.dtype && in.shape->size() == out.shape->size();
  for (std::size_t i = 0; same && i < in.shape->size(); ++i) {
    same = equal((*in.shape)[i], (*out.shape)[i]) == Known::yes;
  }
  if (!same) {
    info.diagnostics.push_back(
        problem(node,
                message(ESP_TEXT("engine", "it is muted, but works on, for it turns {} into {}"),
                        to_string(in), to_string(out)),
                -1, {}, Severity::warning));
    return;
  }
  const Type passed = in;
  info = NodeInfo{};
  info.outputs.resize(node.outputs);
  info.outputs[0] = passed;
  info.bypassed = true;
}

std::unordered_map<ValueRef, Type> infer_types(const Graph& graph) {
  std::unordered_map<ValueRef, Type> types;
  types.reserve(graph.size());
  for (const NodeId id : graph.topological()) {
    const Node& node = graph.node(id);
    std::vector<Type> inputs(std::max(node.op->inputs.size(), node.inputs.size()));
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
      if (node.inputs[i]) inputs[i] = types[node.inputs[i]];
    }
    NodeInfo info = infer_node(node, inputs, nullptr);
    for (const Diagnostic& d : info.diagnostics) {
      if (d.severity != Severity::error) continue;
      throw Error(ESP_TEXT("engine", "{}: {}"), node.origin ? node.origin->path : node.name,
                  d.message);
    }
    for (std::uint32_t i = 0; i < node.outputs; ++i) types[{id, i}] = std::move(info.outputs[i]);
  }
  return types;
}

}  // namespace espalier
