// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/rules.h"

#include <fmt/format.h>

#include "engine/base/philox.h"

namespace espalier {

// ---- shapes

InferContext::InferContext(const Node& node, std::vector<Type> inputs)
    : RuleContext(node),
      outputs(node.outputs),
      params(inputs.size()),
      fans(inputs.size()),
      inputs_(std::move(inputs)) {}

void InferContext::output(std::size_t port, Type type) {
  // A rule may state outputs that this node leaves away.
  if (port < outputs.size()) outputs[port] = std::move(type);
}

void InferContext::param(std::size_t port, DType dtype, SymShape shape, std::optional<Fan> fan) {
  if (params.size() <= port) params.resize(port + 1);
  if (fans.size() <= port) fans.resize(port + 1);
  fans[port] = std::move(fan);
  params[port] = Type::tensor(dtype, shape);
  if (!is_wired(node(), port)) {
    if (inputs_.size() <= port) inputs_.resize(port + 1);
    inputs_[port] = params[port];
    return;
  }
  const Type& wired = inputs_[port];
  if (!wired.has_shape()) return;
  const auto misfit = [&] {
    return message(ESP_TEXT("engine", "expected {} of shape {}, got {}"),
                   node().op->input(port).name, to_string(shape), to_string(*wired.shape));
  };
  const int input = static_cast<int>(port);
  if (wired.shape->size() != shape.size()) fail(misfit(), input);
  for (std::size_t i = 0; i < shape.size(); ++i) {
    require_equal(shape[i], (*wired.shape)[i], misfit(), input);
  }
}

void InferContext::require_equal(const Dim& a, const Dim& b, Message otherwise, int input) {
  switch (equal(a, b)) {
    case Known::yes:
      return;
    case Known::no:
      fail(std::move(otherwise), input);
    case Known::unknown:
      guards.push_back({a, b, std::move(otherwise)});
  }
}

void InferContext::fail(Message m, int input, std::string attribute, std::optional<Fix> fix) {
  throw RuleFailure{
      {Severity::error, node().id, input, std::move(attribute), std::move(m), std::move(fix)}};
}

void InferContext::warn(Message m, std::string attribute) {
  diagnostics.push_back(
      {Severity::warning, node().id, -1, std::move(attribute), std::move(m), std::nullopt});
}

Dim InferContext::fresh_symbol(std::size_t output, std::size_t axis) const {
  return Dim::symbol(fmt::format("{}{}_{}_{}", symbol_prefix, node().id.value, output, axis));
}

// ---- costs

const SymShape& CostContext::input(std::size_t port) const {
  if (port < params_.size() && params_[port].has_shape() && !is_wired(node(), port)) {
    return *params_[port].shape;
  }
  return *inputs_[port].shape;
}

// ---- building

GraphBuilder::GraphBuilder(Graph& graph, std::shared_ptr<const Origin> origin,
                           std::string name_prefix)
    : graph_(graph), origin_(std::move(origin)), prefix_(std::move(name_prefix)) {}

ValueRef GraphBuilder::add(const OpSpec& op, std::vector<ValueRef> inputs, AttributeMap attributes,
                           std::uint32_t outputs) {
  Node node = make_node(op);
  node.name = graph_.free_name(prefix_ + node.name);
  node.inputs = std::move(inputs);
  node.attributes = std::move(attributes);
  node.outputs = outputs;
  node.origin = origin_;
  NodeId id;
  if (const auto refusal = graph_.add(std::move(node), &id)) throw Error(refusal->reason);
  added_.push_back(id);
  return {id, 0};
}

ValueRef GraphBuilder::constant(Tensor value) {
  return add(op("Constant"), {}, {{"value", std::move(value)}});
}

// ---- gradients and lowering

GradientContext::GradientContext(const Node& node, GraphBuilder& build,
                                 std::vector<ValueRef> output_gradients, std::vector<bool> wanted,
                                 const std::function<const Type&(ValueRef)>& type)
    : RuleContext(node),
      gradients(node.inputs.size()),
      build_(build),
      output_gradients_(std::move(output_gradients)),
      wanted_(std::move(wanted)),
      type_(type) {
  output_gradients_.resize(node.outputs);
  wanted_.resize(node.inputs.size());
}

namespace {

ValueRef input_of(const Node& node, std::size_t port) {
  return port < node.inputs.size() ? node.inputs[port] : ValueRef{};
}

}  // namespace

ValueRef GradientContext::input(std::size_t port) const { return input_of(node(), port); }
ValueRef LowerContext::input(std::size_t port) const { return input_of(node(), port); }

ValueRef LowerContext::step_counter() {
  wants_step_counter = true;
  return step_counter_value;
}

std::uint64_t LowerContext::random_key() const {
  const Node& n = node();
  if (!n.origin) return stable_hash(std::to_string(n.id.value));
  std::string path;
  for (std::size_t i = 0; i < n.origin->ids.size(); ++i) {
    path += std::to_string(n.origin->ids[i].value);
    if (i < n.origin->repeats.size()) path += "." + std::to_string(n.origin->repeats[i]);
    path += '/';
  }
  return stable_hash(path);
}

}  // namespace espalier
