// SPDX-License-Identifier: Apache-2.0
//
// Shape arithmetic is done here, where sizes are known. If, Loop and Scan become ordinary nodes where
// their conditions and lengths follow from it, so that all that follows (gradients, fusing, one memory
// plan, C) needs no word of them.
#include <algorithm>
#include <unordered_map>

#include "engine/graph/host_rules.h"
#include "engine/passes/program.h"
#include "engine/passes/program_ops.h"
#include "engine/passes/quantized_pattern.h"
#include "engine/passes/reference.h"

namespace espalier::passes {
namespace {

constexpr std::size_t largest_graph = 1'000'000;
constexpr std::int64_t most_known_elements = 64;

class Unfolding {
 public:
  Unfolding(Program& p, bool both) : p_(p), both_(both) {}

  void run() {
    settle();
    std::vector<NodeId> open = nodes_with_bodies(0);
    bool changed = false;
    for (std::size_t i = 0; i < open.size(); ++i) {
      const std::uint32_t before = p_.graph.next_id().value;
      if (!visit(open[i])) continue;
      changed = true;
      // What came out of the body may hold bodies of its own.
      const std::vector<NodeId> inside = nodes_with_bodies(before);
      open.insert(open.begin() + static_cast<std::ptrdiff_t>(i) + 1, inside.begin(), inside.end());
    }
    if (changed) p_.remove_dead();
  }

 private:
  std::vector<NodeId> nodes_with_bodies(std::uint32_t from) const {
    std::vector<NodeId> found;
    for (const NodeId id : p_.graph.topological())
      if (id.value >= from && p_.node(id).op->unfold != nullptr) found.push_back(id);
    return found;
  }

  // Shape arithmetic becomes constants, so that the rules behind it see what it comes to.
  void settle() {
    const std::span<const NodeId> order = p_.graph.topological();
    for (const NodeId id : std::vector<NodeId>(order.begin(), order.end())) {
      const Node& node = p_.node(id);
      if (node.outputs != 1 || node.inputs.empty() || is_output(node)) continue;
      // Small weights of a quantised layer are no sizes: the layer is to find their integers.
      if (is_onnx(node, "DequantizeLinear")) continue;
      const Tensor value = known({id, 0});
      if (!value) continue;
      Node constant = make_node(op("Constant"));
      constant.id = id;
      constant.name = node.name;
      constant.origin = node.origin;
      constant.attributes = {{"value", value}};
      require(p_.graph.replace(id, std::move(constant)));
      p_.types.forget(id);
    }
  }

  bool visit(NodeId id) {
    const Node node = p_.node(id);
    GraphBuilder build(p_.graph, node.origin, node.name + ".");
    UnfoldContext context(
        node, build, [this](ValueRef v) { return p_.types.of(v); },
        [this](ValueRef v) { return known(v); },
        [&](const Graph& body, std::vector<ValueRef> inputs) {
          return splice(node, body, std::move(inputs));
        },
        both_);
    try {
      node.op->unfold(context);
    } catch (const RuleFailure& failure) {
      throw Error(ESP_TEXT("engine", "{}: {}"), display_name(node), failure.diagnostic.message);
    }
    bool replaced = false;
    for (std::uint32_t port = 0; port < context.outputs.size(); ++port) {
      if (!context.outputs[port]) continue;
      p_.redirect({id, port}, context.outputs[port]);
      replaced = true;
    }
    if (replaced) {  // what was vague behind the node is not any more
      p_.types.forget_all();
      known_.clear();
      settle();
    }
    return replaced;
  }

  std::vector<ValueRef> splice(const Node& at, const Graph& body, std::vector<ValueRef> inputs) {
    if (p_.graph.size() + body.size() > largest_graph)
      throw Error(ESP_TEXT("engine", "{}: unfolded, the network has more than {} layers"),
                  display_name(at), largest_graph);
    const GroupPorts ports = ports_of(body);
    std::unordered_map<ValueRef, ValueRef> values;
    for (std::size_t i = 0; i < ports.inputs.size() && i < inputs.size(); ++i)
      values[{ports.inputs[i], 0}] = inputs[i];
    for (const NodeId id : body.topological()) {
      const Node& node = body.node(id);
      if (is_input(node) || is_output(node)) continue;
      Node copy = node;
      copy.id = {};
      copy.name = p_.graph.free_name(at.name + "." + node.name);
      copy.origin = at.origin;
      for (ValueRef& v : copy.inputs) v = v ? values[v] : v;
      NodeId added;
      require(p_.graph.add(std::move(copy), &added));
      for (std::uint32_t port = 0; port < node.outputs; ++port) values[{id, port}] = {added, port};
    }
    std::vector<ValueRef> outputs;
    for (const NodeId id : ports.outputs) {
      const Node& node = body.node(id);
      outputs.push_back(node.inputs.empty() ? ValueRef{} : values[node.inputs[0]]);
    }
    return outputs;
  }

  Tensor known(ValueRef v) {
    if (!v) return {};
    if (const auto it = known_.find(v); it != known_.end()) return it->second;
    Tensor result = evaluate(v);
    known_[v] = result;
    return result;
  }

  Tensor evaluate(ValueRef v) {
    const Node& node = p_.node(v.node);
    if (const Tensor* constant = constant_of(node))
      return constant->count() <= most_known_elements ? *constant : Tensor();
    const Type& type = p_.types.of(v);
    if (!type.has_shape() || bits(type.dtype) == 0) return {};
    const std::optional<Shape> shape = espalier::evaluate(*type.shape, {});
    if (!shape || count(*shape) > most_known_elements) return {};
    if (Tensor elements = known_elements(type)) return elements;
    if (node.op->unfold != nullptr || node.op->random || !has_reference(*node.op) ||
        node.inputs.empty())
      return {};
    std::vector<Tensor> inputs;
    for (std::size_t port = 0; port < node.inputs.size(); ++port) {
      if (owns_param(node, port)) return {};
      inputs.push_back(known(node.inputs[port]));
      if (node.inputs[port] && !inputs.back()) return {};
    }
    std::vector<Tensor> outputs = run_reference(node, std::move(inputs));
    return v.port < outputs.size() ? outputs[v.port] : Tensor();
  }

  Program& p_;
  const bool both_;
  std::unordered_map<ValueRef, Tensor> known_;
};

}  // namespace

bool takes_both_branches(const PlanRequest& request) {
  return request.mode == Mode::inference && request.device == "cpu";
}

void unfold(Program& p, bool both) { Unfolding(p, both).run(); }

}  // namespace espalier::passes
