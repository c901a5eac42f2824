// SPDX-License-Identifier: Apache-2.0
//
// Appends the optimiser: for each trained parameter one internal operator that reads parameter,
// gradient, learning rate and step, and whose state ports become parameters of their own.
#include <algorithm>

#include "engine/passes/program.h"
#include "engine/passes/program_ops.h"

namespace espalier::passes {
namespace {

const OpSpec& optimizer_op(const std::string& name) {
  const OpSpec* op = OpRegistry::instance().find(internal_domain, name);
  const bool usable = op != nullptr && op->input_index("param") >= 0 &&
                      op->input_index("grad") >= 0 && !op->state_updates.empty();
  if (!usable)
    throw Error(ESP_TEXT("engine", "there is no optimiser named {}; expected SGD, Adam or AdamW"),
                name);
  return *op;
}

class Optimizing {
 public:
  explicit Optimizing(Program& p) : p_(p), op_(optimizer_op(p.request.optimizer.op)) {}

  void run() {
    std::vector<std::pair<ValueRef, ValueRef>> trained = p_.gradients;
    std::sort(trained.begin(), trained.end());
    for (const auto& [parameter, gradient] : trained) add(parameter, gradient);
  }

 private:
  void add(ValueRef parameter, ValueRef gradient) {
    const Node source = p_.node(parameter.node);
    GraphBuilder build(p_.graph, source.origin, source.name + ".");
    std::vector<ValueRef> inputs;
    for (const PortSpec& port : op_.inputs) inputs.push_back(given(port, parameter, gradient));
    const NodeId id = build
                          .add(op_, inputs, p_.request.optimizer.attributes,
                               static_cast<std::uint32_t>(op_.outputs.size()))
                          .node;
    p_.phases[id] = Phase::optimizer;
    // The shape rule declares the state that these settings need: SGD without momentum keeps none.
    const std::vector<Type> declared = p_.types.params(id);
    for (std::uint32_t port = 0; port < declared.size(); ++port)
      if (op_.inputs[port].kind == PortKind::state && declared[port].has_shape())
        require(p_.graph.connect(moment(parameter, port), {id, port}));
    p_.types.forget(id);
    const std::vector<ValueRef> wired = p_.node(id).inputs;
    for (const auto& [state, value] : op_.state_updates) {
      const auto port = static_cast<std::size_t>(state);
      if (port < wired.size() && wired[port])
        p_.updates.push_back({wired[port], {id, static_cast<std::uint32_t>(value)}});
    }
  }

  ValueRef given(const PortSpec& port, ValueRef parameter, ValueRef gradient) {
    const std::string_view name = port.name;
    if (name == "param") return parameter;
    if (name == "grad") return gradient;
    if (name == "lr") return p_.learning_rate();
    if (name == "step") return p_.step_counter();
    return {};
  }

  ValueRef moment(ValueRef parameter, std::uint32_t port) {
    const Parameter owner = p_.parameters.at(parameter.node);
    const Node source = p_.node(parameter.node);
    const std::string name = std::string(".") + op_.inputs[port].name;
    const ValueRef value =
        add_parameter(p_.graph, source.name + name, p_.types.of(parameter).dtype,
                      concrete_shape(p_.types, p_.graph, parameter), source.origin);
    Parameter state;
    state.key = owner.key + "#" + op_.name + name;
    state.path = owner.path + name;
    state.state = true;
    state.optimizer = true;
    state.initializer = op_.inputs[port].initializer;
    p_.parameters.emplace(value.node, std::move(state));
    return value;
  }

  Program& p_;
  const OpSpec& op_;
};

}  // namespace

void add_optimizer(Program& p) { Optimizing(p).run(); }

}  // namespace espalier::passes
