// SPDX-License-Identifier: Apache-2.0
//
// Reverse mode: from the loss back to every trainable parameter, as ordinary nodes.
#include <unordered_map>
#include <unordered_set>

#include "engine/passes/program.h"
#include "engine/passes/program_ops.h"

namespace espalier::passes {
namespace {

class Differentiation {
 public:
  explicit Differentiation(Program& p) : p_(p) {}

  void run() {
    const std::span<const NodeId> span = p_.graph.topological();
    const std::vector<NodeId> order(span.begin(), span.end());
    find_active(order);
    if (!active_.contains(p_.loss.node))
      throw Error(ESP_TEXT("engine",
                           "no trainable parameter leads to the loss: add a layer with "
                           "weights, or unfreeze one"));
    seed();
    for (std::size_t i = order.size(); i-- > 0;)
      if (active_.contains(order[i])) visit(order[i]);
  }

 private:
  // Values that depend on a trainable parameter through floating-point numbers.
  bool active(ValueRef v) {
    return v && active_.contains(v.node) && is_floating(p_.types.of(v).dtype);
  }

  void find_active(const std::vector<NodeId>& order) {
    for (const NodeId id : order) {
      if (const auto it = p_.parameters.find(id); it != p_.parameters.end()) {
        if (it->second.trainable) active_.insert(id);
        continue;
      }
      for (const ValueRef& in : p_.node(id).inputs)
        if (active(in)) active_.insert(id);
    }
  }

  void seed() {
    const Type type = p_.types.of(p_.loss);
    if (type.dtype != DType::float32 && type.dtype != DType::float64)
      throw Error(ESP_TEXT("engine", "{}: a loss has float32 or float64 elements, this one {}"),
                  display_name(p_.node(p_.loss.node)), name(type.dtype));
    const Shape shape = concrete_shape(p_.types, p_.graph, p_.loss);
    GraphBuilder build(p_.graph, p_.node(p_.loss.node).origin, "loss.grad.");
    const ValueRef one =
        build.constant(type.dtype == DType::float32 ? Tensor::of<float>(shape, {1.0F})
                                                    : Tensor::of<double>(shape, {1.0}));
    finish(build);
    parts_[p_.loss].push_back(one);
  }

  void visit(NodeId id) {
    const Node node = p_.node(id);
    GraphBuilder build(p_.graph, node.origin, node.name + ".grad.");
    std::vector<ValueRef> gradients(node.outputs);
    bool any = false;
    for (std::uint32_t port = 0; port < node.outputs; ++port) {
      gradients[port] = sum({id, port}, build);
      any = any || gradients[port];
    }
    if (!any) return finish(build);
    if (p_.parameters.contains(id)) {
      p_.gradients.emplace_back(ValueRef{id, 0}, gradients[0]);
      return finish(build);
    }
    if (node.op->gradient == nullptr)
      throw Error(ESP_TEXT("engine",
                           "{}: the operator {} has no gradient, so the layers before it "
                           "cannot train; freeze them or take it out"),
                  display_name(node), node.op->name);
    std::vector<bool> wanted;
    for (const ValueRef& in : node.inputs) wanted.push_back(active(in));
    wanted.resize(std::max(node.inputs.size(), node.op->inputs.size()), false);
    GradientContext context(node, build, std::move(gradients), wanted,
                            [this](ValueRef v) -> const Type& { return p_.types.of(v); });
    try {
      node.op->gradient(context);
    } catch (const RuleFailure& failure) {
      throw Error(ESP_TEXT("engine", "{}: {}"), display_name(node), failure.diagnostic.message);
    }
    finish(build);
    for (std::size_t port = 0; port < node.inputs.size(); ++port)
      if (wanted[port] && port < context.gradients.size() && context.gradients[port])
        parts_[node.inputs[port]].push_back(context.gradients[port]);
  }

  // One value of all that flows back into `v`; empty where nothing does. Added from left to right,
  // the last user first.
  ValueRef sum(ValueRef v, GraphBuilder& build) {
    const auto it = parts_.find(v);
    if (it == parts_.end()) return {};
    ValueRef total = it->second[0];
    for (std::size_t i = 1; i < it->second.size(); ++i)
      total = build.add(op("Add"), {total, it->second[i]});
    return total;
  }

  void finish(const GraphBuilder& build) {
    for (const NodeId added : build.added()) p_.phases[added] = Phase::backward;
  }

  Program& p_;
  std::unordered_set<NodeId> active_;
  std::unordered_map<ValueRef, std::vector<ValueRef>> parts_;
};

}  // namespace

void differentiate(Program& p) { Differentiation(p).run(); }

}  // namespace espalier::passes
