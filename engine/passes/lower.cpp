// SPDX-License-Identifier: Apache-2.0
//
// Operators become what they are in this mode: their lowering rules, then bodies where no kernel (or
// in training no gradient rule) takes the operator as a whole.
#include <unordered_set>

#include "engine/passes/program.h"
#include "engine/passes/program_ops.h"

namespace espalier::passes {
namespace {

class Lowering {
 public:
  explicit Lowering(Program& p) : p_(p) {}

  void run() {
    if (p_.mode == Mode::training) find_trained();
    const std::span<const NodeId> order = p_.graph.topological();
    for (const NodeId id : std::vector<NodeId>(order.begin(), order.end())) visit(id, depth_limit);
  }

 private:
  static constexpr int depth_limit = 32;  // of bodies within bodies; a rule that loops is a mistake

  // Nodes that gradients may pass: those that a loss depends on.
  void find_trained() {
    for (const ValueRef& l : p_.losses) trained_.insert(l.node);
    const std::span<const NodeId> order = p_.graph.topological();
    for (std::size_t i = order.size(); i-- > 0;) {
      if (!trained_.contains(order[i])) continue;
      for (const ValueRef& in : p_.node(order[i]).inputs)
        if (in) trained_.insert(in.node);
    }
  }

  void visit(NodeId id, int depth) {
    const Node node = p_.node(id);
    if (depth == 0)
      throw Error(ESP_TEXT("engine", "{}: the operator {} is defined by itself"),
                  display_name(node), node.op->name);
    GraphBuilder build(p_.graph, node.origin, node.name + ".");
    std::vector<ValueRef> outputs;
    if (node.op->lower != nullptr) {
      LowerContext context(node, p_.mode, build, [this](ValueRef v) { return p_.types.of(v); });
      context.step_counter_value = p_.step_counter();
      context.seed_value = p_.request.seed;
      guarded(node, [&] { node.op->lower(context); });
      outputs = context.outputs;
      for (const auto& [state, value] : context.updates) add_update(state, value);
    }
    if (replace(node, outputs, build, depth)) return;
    if (p_.mode == Mode::training)
      for (const auto& [input, output] : node.op->state_updates)
        add_state_update(node, input, output);
    if (node.op->body == nullptr || stays_whole(node)) return;
    BodyContext context(node, build, node.inputs, [this](ValueRef v) { return p_.types.of(v); });
    guarded(node, [&] { node.op->body(context); });
    replace(node, context.outputs, build, depth);
  }

  // True where the node's outputs are others' now. What a rule added is lowered, too.
  bool replace(const Node& node, const std::vector<ValueRef>& outputs, const GraphBuilder& build,
               int depth) {
    bool replaced = false;
    for (std::uint32_t port = 0; port < outputs.size(); ++port) {
      if (!outputs[port]) continue;
      replaced = true;
      if (outputs[port] != ValueRef{node.id, port}) p_.redirect({node.id, port}, outputs[port]);
    }
    const bool trains = trained_.contains(node.id);
    const std::vector<NodeId> added = build.added();
    if (trains) trained_.insert(added.begin(), added.end());
    if (replaced)
      for (const NodeId id : added) visit(id, depth - 1);
    return replaced;
  }

  void add_state_update(const Node& node, int input, int output) {
    const auto port = static_cast<std::size_t>(input);
    if (port < node.inputs.size() && static_cast<std::uint32_t>(output) < node.outputs)
      add_update(node.inputs[port], {node.id, static_cast<std::uint32_t>(output)});
  }

  // What is no state of ours (an imported constant, a wired value) is not ours to change.
  void add_update(ValueRef state, ValueRef value) {
    const auto parameter = p_.parameters.find(state.node);
    if (parameter != p_.parameters.end() && parameter->second.state)
      p_.updates.push_back({state, value});
  }

  bool stays_whole(const Node& node) {
    if (trained_.contains(node.id) && node.op->gradient == nullptr) return false;
    return has_kernel(p_, node);
  }

  template <class F> void guarded(const Node& node, F rule) {
    try {
      rule();
    } catch (const RuleFailure& failure) {
      throw Error(ESP_TEXT("engine", "{}: {}"), display_name(node), failure.diagnostic.message);
    }
  }

  Program& p_;
  std::unordered_set<NodeId> trained_;
};

}  // namespace

void lower(Program& p) {
  Lowering(p).run();
  p.remove_dead();
}

}  // namespace espalier::passes
