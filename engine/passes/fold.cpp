// SPDX-License-Identifier: Apache-2.0
//
// What can be computed once is computed here: values that depend on constants only, and in
// inference weights and batch normalisation.
#include <algorithm>

#include "engine/passes/fold_batch_norm.h"
#include "engine/passes/program.h"
#include "engine/passes/program_ops.h"
#include "engine/passes/reference.h"

namespace espalier::passes {
namespace {

// A folded value may not blow up the plan: Expand of a scalar stays a step.
constexpr std::size_t small = std::size_t{1} << 16;

class Folding {
 public:
  explicit Folding(Program& p) : p_(p) {}

  void run() {
    if (p_.mode == Mode::inference && p_.request.fold_weights && p_.request.weights != nullptr)
      weights_to_constants();
    const std::span<const NodeId> span = p_.graph.topological();
    const std::vector<NodeId> order(span.begin(), span.end());
    // Quantised weights turn back into floats only where no operator on 8-bit integers takes them.
    if (p_.request.fuse && p_.mode != Mode::training) {
      for (const NodeId id : order)
        if (!is_dequantize(p_.node(id))) visit(id);
      fuse_quantized(p_);
    }
    for (const NodeId id : order)
      if (p_.graph.contains(id)) visit(id);
    if (p_.mode == Mode::inference)
      for (const NodeId id : order) fold_batch_norm(p_, id);
    p_.remove_dead();
  }

 private:
  void weights_to_constants() {
    for (const NodeId id : p_.graph.nodes()) {
      const auto it = p_.parameters.find(id);
      if (it == p_.parameters.end()) continue;
      const Tensor* value = p_.request.weights->find(it->second.key);
      if (value == nullptr) continue;
      const Shape shape = concrete_shape(p_.types, p_.graph, {id, 0});
      const DType type = p_.types.of({id, 0}).dtype;
      if (value->shape() != shape || value->type() != type)
        throw Error(ESP_TEXT("engine", "{}: expected {} {}, the weights have {} {}"),
                    it->second.path, name(type), to_string(shape), name(value->type()),
                    to_string(value->shape()));
      p_.parameters.erase(it);
      make_constant({id, 0}, *value);
    }
  }

  // The node itself becomes the constant where that is all it gives; no wire behind it changes.
  void make_constant(ValueRef v, Tensor value) {
    const Node node = p_.node(v.node);
    if (node.outputs == 1) {
      Node constant = make_node(op("Constant"));
      constant.id = node.id;
      constant.name = node.name;
      constant.origin = node.origin;
      constant.attributes = {{"value", std::move(value)}};
      require(p_.graph.replace(node.id, std::move(constant)));
      p_.types.forget(node.id);
      return;
    }
    GraphBuilder build(p_.graph, node.origin, node.name + ".");
    const ValueRef constant = build.constant(std::move(value));
    p_.phases[constant.node] = p_.phase(v.node);
    p_.redirect(v, constant);
  }

  void visit(NodeId id) {
    const Node& node = p_.node(id);
    if (is_constant(node)) return;
    if (node.op->domain == onnx_domain && node.op->name == std::string_view("Identity") &&
        node.outputs == 1 && node.inputs.size() == 1) {
      p_.redirect({id, 0}, node.inputs[0]);
      return;
    }
    if (p_.parameters.contains(id) || is_feed(node) || is_input(node)) return;
    if (fold_known_elements(node)) return;
    if (depends_on_constants(node)) evaluate(node);
  }

  static bool is_dequantize(const Node& node) {
    return node.op->domain == onnx_domain && node.op->name == std::string_view("DequantizeLinear");
  }
  static bool is_constant(const Node& node) { return constant_of(node) != nullptr; }

  bool depends_on_constants(const Node& node) const {
    if (node.op->random || !has_reference(*node.op)) return false;
    bool any = node.op->domain == onnx_domain && node.op->name == std::string_view("Constant");
    for (const ValueRef& in : node.inputs) {
      if (!in) continue;
      if (!is_constant(p_.node(in.node))) return false;
      any = true;
    }
    return any;
  }

  // Shape arithmetic: sizes are all known by now, whatever the values are that they are sizes of.
  bool fold_known_elements(const Node& node) {
    if (node.outputs != 1 || node.inputs.empty()) return false;
    Tensor value = known_elements(p_.types.of({node.id, 0}));
    if (!value) return false;
    make_constant({node.id, 0}, std::move(value));
    return true;
  }

  void evaluate(const Node& from) {
    const Node node = from;
    std::size_t before = 0, after = 0;
    std::vector<Tensor> inputs;
    for (const ValueRef& in : node.inputs) {
      inputs.push_back(in ? *constant_of(p_.node(in.node)) : Tensor());
      if (in) before += inputs.back().bytes();
    }
    for (std::uint32_t port = 0; port < node.outputs; ++port) {
      const Type& type = p_.types.of({node.id, port});
      if (!type.has_shape() || bits(type.dtype) == 0) return;  // strings stay
      if (!espalier::evaluate(*type.shape, {})) return;        // data decides
      after += bytes_of(type.dtype, count(concrete_shape(p_.types, p_.graph, {node.id, port})));
    }
    if (after > small && after > 2 * before) return;
    const std::vector<Tensor> outputs = run_reference(node, std::move(inputs));
    for (std::uint32_t port = 0; port < node.outputs && port < outputs.size(); ++port)
      if (outputs[port]) make_constant({node.id, port}, outputs[port]);
  }

  Program& p_;
};

}  // namespace

void fold(Program& p) {
  Folding(p).run();
  absorb(p);
  p.remove_dead();
}

}  // namespace espalier::passes
