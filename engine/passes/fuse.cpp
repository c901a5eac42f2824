// SPDX-License-Identifier: Apache-2.0
//
// An operator takes over what directly follows it, where a kernel does both in one go: a bias, a
// residual, an activation. What lies between must have no other reader.
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "engine/passes/program.h"
#include "engine/passes/program_ops.h"

namespace espalier::passes {
namespace {

struct Fusion {
  const char* op;
  const char* fused;
  int residual_port;  // of the fused operator; -1: it takes none
};

constexpr Fusion fusions[] = {
    {"Conv", "FusedConv", 3}, {"Gemm", "FusedGemm", -1}, {"Add", "FusedAdd", -1}};

bool is_onnx(const Node& node, std::string_view name) {
  return node.op->domain == onnx_domain && node.op->name == name;
}

class Fusing {
 public:
  explicit Fusing(Program& p) : p_(p) {}

  void run() {
    const std::span<const NodeId> span = p_.graph.topological();
    for (const NodeId id : std::vector<NodeId>(span.begin(), span.end())) {
      if (gone_.contains(id) || changed_.contains(id)) continue;
      if (is_onnx(node(id), "MatMul")) matmul_to_gemm(id);
      if (is_onnx(node(id), "Conv")) take_bias(id);
      for (const Fusion& f : fusions)
        if (!gone_.contains(id) && !changed_.contains(id) && is_onnx(node(id), f.op)) fuse(id, f);
    }
    if (!changed_.empty()) rebuild();
  }

 private:
  // The one node that reads output 0, if there is one, nobody else does and no chain has it yet.
  const Node* only_user(NodeId id) const {
    if (node(id).outputs != 1 || p_.is_root({id, 0})) return nullptr;
    const std::vector<PortRef> users = p_.graph.users({id, 0});
    if (users.size() != 1) return nullptr;
    const NodeId user = users[0].node;
    return changed_.contains(user) || gone_.contains(user) ? nullptr : &p_.node(user);
  }

  static ValueRef other_operand(const Node& add, ValueRef one) {
    return add.inputs[0] == one ? add.inputs[1] : add.inputs[0];
  }

  Shape shape(ValueRef v) { return concrete_shape(p_.types, p_.graph, v); }
  bool same_shape(ValueRef a, ValueRef b) {
    return shape(a) == shape(b) && p_.types.of(a).dtype == p_.types.of(b).dtype;
  }

  // One number a channel: [C,1,1] or [1,C,1,1] added to [N,C,H,W]; [C] or [1,C] to [N,C].
  bool is_channel_vector(ValueRef v, const Shape& to, std::size_t axis) {
    const Shape s = shape(v);
    if (count(s) != to[axis] || s.size() > to.size()) return false;
    const std::size_t from_end = to.size() - axis;
    return s.size() >= from_end && s[s.size() - from_end] == to[axis];
  }

  ValueRef as_vector(ValueRef v) {
    const Tensor* constant = constant_of(p_.node(v.node));
    const std::int64_t n = count(shape(v));
    if (shape(v) == Shape{n}) return v;
    if (constant == nullptr) return {};
    GraphBuilder build(p_.graph, p_.node(v.node).origin, p_.node(v.node).name + ".");
    return build.constant(constant->reshaped({n}));
  }

  const Node& node(NodeId id) const {
    const auto it = changed_.find(id);
    return it == changed_.end() ? p_.node(id) : it->second;
  }

  // The last node of the chain becomes what all of it did, under the first one's name; the others
  // go.
  bool become(const std::vector<NodeId>& chain, Node with) {
    with.id = chain.back();
    with.name = node(chain.front()).name;
    if (!has_kernel(p_, with)) return false;
    changed_.insert_or_assign(chain.back(), std::move(with));
    gone_.insert(chain.begin(), chain.end() - 1);
    return true;
  }

  // All at once: an edit in the middle of a graph is checked against what follows, which would make
  // this pass quadratic.
  void rebuild() {
    Graph next;
    next.reserve_ids(p_.graph.next_id());
    const auto add = [&](NodeId id) { require(next.add(node(id))); };
    const std::span<const NodeId> order = p_.graph.topological();
    for (const NodeId id : order)
      if (!gone_.contains(id) && node(id).inputs.empty()) add(id);
    for (const NodeId id : order)
      if (!gone_.contains(id) && !node(id).inputs.empty()) add(id);
    p_.graph = std::move(next);
    for (const NodeId id : gone_) {
      p_.types.forget(id);
      p_.phases.erase(id);
    }
  }

  // A matrix product with a vector added to every row is a Gemm.
  void matmul_to_gemm(NodeId id) {
    const Node product = p_.node(id);
    const Node* add = only_user(id);
    if (!is_onnx(product, "MatMul") || add == nullptr || !is_onnx(*add, "Add")) return;
    const Shape a = shape(product.inputs[0]), b = shape(product.inputs[1]), y = shape({id, 0});
    if (a.size() != 2 || b.size() != 2 || !same_shape({id, 0}, {add->id, 0})) return;
    const ValueRef bias = other_operand(*add, {id, 0});
    if (bias == ValueRef{id, 0} || !is_channel_vector(bias, y, 1)) return;
    Node gemm = make_node(op("Gemm"));
    gemm.attributes = {{"transB", std::int64_t{0}}};
    gemm.inputs = {product.inputs[0], product.inputs[1], bias};
    gemm.origin = product.origin;
    const NodeId last = add->id;
    if (become({id, last}, std::move(gemm))) fuse(last, fusions[1]);
  }

  void take_bias(NodeId id) {
    const Node conv = p_.node(id);
    const Node* add = only_user(id);
    if (add == nullptr || !is_onnx(*add, "Add")) return;
    if (conv.inputs.size() > 2 && conv.inputs[2]) return;
    const ValueRef other = other_operand(*add, {id, 0});
    if (other == ValueRef{id, 0} || !same_shape({id, 0}, {add->id, 0}) ||
        !is_channel_vector(other, shape({id, 0}), 1))
      return;
    const NodeId last = add->id;
    const ValueRef bias = as_vector(other);
    if (!bias) return;
    Node with = conv;
    with.inputs.resize(3);
    with.inputs[2] = bias;
    with.attributes.insert_or_assign("bias", true);
    if (become({id, last}, std::move(with))) fuse(last, fusions[0]);
  }

  void fuse(NodeId first, const Fusion& f) {
    Node with = node(first);
    const OpSpec& fused = internal_op(f.fused);
    with.op = &fused;
    std::vector<NodeId> chain{first};
    if (f.residual_port >= 0) take_residual(chain, with, static_cast<std::size_t>(f.residual_port));
    const Node* next = only_user(chain.back());
    if (next != nullptr && next->op->domain == onnx_domain &&
        takes(*fused.attribute("activation"), next->op->name)) {
      with.attributes.insert_or_assign("activation", std::string(next->op->name));
      if (next->op->attribute("alpha") != nullptr)
        with.attributes.insert_or_assign("activation_alpha", attribute<double>(*next, "alpha"));
      chain.push_back(next->id);
    }
    if (chain.size() > 1) become(chain, std::move(with));
  }

  static bool takes(const AttrSpec& activation, std::string_view name) {
    return std::any_of(activation.choices.begin(), activation.choices.end(),
                       [&](const char* choice) { return choice == name; });
  }

  void take_residual(std::vector<NodeId>& chain, Node& with, std::size_t port) {
    const ValueRef sum_of{chain.back(), 0};
    const Node* add = only_user(chain.back());
    if (add == nullptr || !is_onnx(*add, "Add") || p_.phase(add->id) != p_.phase(sum_of.node))
      return;
    const ValueRef other = other_operand(*add, sum_of);
    if (other == sum_of || !same_shape(other, sum_of) || !same_shape({add->id, 0}, sum_of)) return;
    with.inputs.resize(port + 1);
    with.inputs[port] = other;
    chain.push_back(add->id);
  }

  Program& p_;
  std::unordered_map<NodeId, Node> changed_;
  std::unordered_set<NodeId> gone_;
};

}  // namespace

void fuse(Program& p) { Fusing(p).run(); }

}  // namespace espalier::passes
