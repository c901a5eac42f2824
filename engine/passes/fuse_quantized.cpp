// SPDX-License-Identifier: Apache-2.0
//
// DequantizeLinear, operator, QuantizeLinear become one operator on 8-bit integers, where there is one;
// everything else in a quantised graph runs as it is drawn.
#include <algorithm>

#include "engine/passes/program_ops.h"
#include "engine/passes/quantized_pattern.h"
#include "engine/passes/reference.h"

namespace espalier::passes {
namespace {

Tensor integers(DType type, std::int64_t from, std::int64_t n) {
  Tensor t(type, {n});
  for (std::int64_t i = 0; i < n; ++i)
    t.mutable_data()[i] = static_cast<std::byte>(static_cast<std::uint8_t>(from + i));
  return t;
}

Tensor zero_point_of(const QuantizedValue& q) {
  return integers(q.type, q.zero_point, 1).reshaped({});
}

void set_scale(AttributeMap& to, const std::string& name, const QuantizedValue& q) {
  to.insert_or_assign(name + "_scale", static_cast<double>(q.scale));
  to.insert_or_assign(name + "_zero_point", q.zero_point);
}

class Quantizing {
 public:
  explicit Quantizing(Program& p) : p_(p) {}

  void run() {
    const std::span<const NodeId> span = p_.graph.topological();
    for (const NodeId id : std::vector<NodeId>(span.begin(), span.end()))
      if (const auto result = quantized_by(p_, p_.node(id))) fuse(id, *result);
    p_.remove_dead();
  }

 private:
  // The one node that makes a value nobody else reads.
  const Node* only_maker(ValueRef v) const {
    if (!v || p_.is_root(v) || p_.graph.users(v).size() != 1) return nullptr;
    const Node& node = p_.node(v.node);
    return node.outputs == 1 ? &node : nullptr;
  }

  void fuse(NodeId quantize, const QuantizedValue& result) {
    const Node* made = only_maker(p_.node(quantize).inputs[0]);
    if (made == nullptr) return;
    result_ = result;
    relu_ = false;
    if (is_onnx(*made, "Relu") && made->inputs[0]) {
      const Node* before = only_maker(made->inputs[0]);
      relu_ = before != nullptr && sums(*before);
      if (relu_) made = before;
    }
    const Node node = *made;
    const ValueRef fused = operator_for(node);
    if (!fused || p_.types.of(fused).dtype != result.type || !has_kernel(p_, p_.node(fused.node)))
      return;
    p_.redirect({quantize, 0}, fused);
  }

  // Operators that take an activation along.
  static bool sums(const Node& node) {
    return is_onnx(node, "Conv") || is_onnx(node, "Gemm") || is_onnx(node, "MatMul") ||
           is_onnx(node, "Add") || is_onnx(node, "AveragePool") ||
           is_onnx(node, "GlobalAveragePool");
  }

  ValueRef operator_for(const Node& node) {
    if (is_onnx(node, "Conv")) return conv(node);
    if (is_onnx(node, "Gemm")) return gemm(node);
    if (is_onnx(node, "MatMul")) return matmul(node);
    if (is_onnx(node, "Add")) return add(node);
    if (is_onnx(node, "AveragePool") || is_onnx(node, "GlobalAveragePool")) return pool(node);
    for (const char* moves : {"MaxPool", "Reshape", "Flatten", "Transpose", "Squeeze", "Unsqueeze",
                              "Identity", "Concat"})
      if (is_onnx(node, moves)) return move(node);
    if (node.op->elementwise && node.inputs.size() == 1) return table(node);
    return {};
  }

  GraphBuilder builder(const Node& node) const { return {p_.graph, node.origin, node.name + "."}; }

  // What every operator says of its result.
  AttributeMap with_result(AttributeMap attributes) const {
    set_scale(attributes, "y", result_);
    attributes.insert_or_assign("y_type", std::string(name(result_.type)));
    if (relu_) attributes.insert_or_assign("activation", std::string("Relu"));
    return attributes;
  }

  AttributeMap shared_attributes(const Node& node, const OpSpec& with) const {
    AttributeMap shared;
    for (const auto& [name, value] : node.attributes)
      if (with.attribute(name)) shared.emplace(name, value);
    return shared;
  }

  ValueRef product(const Node& node, const OpSpec& fused, AttributeMap attributes,
                   std::size_t weight_axis, bool has_bias) {
    const auto x = dequantized_from(p_, node.inputs[0]);
    const auto w = dequantized_weights(p_, node.inputs[1], weight_axis);
    if (!x || !w) return {};
    const std::int64_t outputs = w->integers.shape()[weight_axis];
    std::optional<Tensor> bias;
    if (has_bias && !(bias = integer_bias(p_, node.inputs[2], outputs, x->scale, w->scales)))
      return {};
    set_scale(attributes, "x", *x);
    GraphBuilder build = builder(node);
    std::vector<ValueRef> inputs{x->value, build.constant(w->integers), build.constant(w->scales)};
    if (bias) inputs.push_back(build.constant(*bias));
    return build.add(fused, std::move(inputs), with_result(std::move(attributes)));
  }

  ValueRef conv(const Node& node) {
    const OpSpec& fused = internal_op("QuantizedConv");
    const bool bias = node.inputs.size() > 2 && node.inputs[2];
    return product(node, fused, shared_attributes(node, fused), 0, bias);
  }

  ValueRef gemm(const Node& node) {
    const bool bias = node.inputs.size() > 2 && node.inputs[2];
    if (attribute<std::int64_t>(node, "transA") != 0 || attribute<double>(node, "alpha") != 1 ||
        (bias && attribute<double>(node, "beta") != 1))
      return {};
    const std::int64_t rows = attribute<std::int64_t>(node, "transB") != 0 ? 1 : 0;
    return product(node, internal_op("QuantizedGemm"), {{"transB", rows}}, rows != 0 ? 0 : 1, bias);
  }

  ValueRef matmul(const Node& node) {
    if (p_.types.of(node.inputs[1]).shape.value_or(SymShape{}).size() != 2) return {};
    return product(node, internal_op("QuantizedGemm"), {{"transB", std::int64_t{0}}}, 1, false);
  }

  ValueRef add(const Node& node) {
    auto a = dequantized_from(p_, node.inputs[0]), b = dequantized_from(p_, node.inputs[1]);
    if (!a || !b) return {};
    // The kernel repeats the second operand.
    if (concrete_shape(p_.types, p_.graph, a->value) !=
        concrete_shape(p_.types, p_.graph, {node.id, 0}))
      std::swap(a, b);
    AttributeMap attributes;
    set_scale(attributes, "a", *a);
    set_scale(attributes, "b", *b);
    return builder(node).add(internal_op("QuantizedAdd"), {a->value, b->value},
                             with_result(std::move(attributes)));
  }

  ValueRef pool(const Node& node) {
    const auto x = dequantized_from(p_, node.inputs[0]);
    if (!x) return {};
    const OpSpec& fused = internal_op("QuantizedAveragePool");
    AttributeMap attributes = shared_attributes(node, fused);
    if (is_onnx(node, "GlobalAveragePool")) {
      const Shape shape = concrete_shape(p_.types, p_.graph, x->value);
      const std::vector<std::int64_t> plane(shape.begin() + 2, shape.end());
      attributes.insert_or_assign("kernel_shape", plane);
      attributes.insert_or_assign("strides", std::vector<std::int64_t>(plane.size(), 1));
    }
    set_scale(attributes, "x", *x);
    return builder(node).add(fused, {x->value}, with_result(std::move(attributes)));
  }

  // Elements that only go elsewhere keep their bits; those of another scale go through a table first.
  ValueRef move(const Node& node) {
    Node moved = node;
    const bool all = is_onnx(node, "Concat");
    for (std::size_t port = 0; port < moved.inputs.size(); ++port) {
      if (port > 0 && !all) break;
      auto x = dequantized_from(p_, moved.inputs[port]);
      if (!x) return {};
      moved.inputs[port] = x->same_scale(result_) ? x->value : requantized(node, *x);
    }
    return builder(node).add(*moved.op, moved.inputs, moved.attributes);
  }

  ValueRef requantized(const Node& node, const QuantizedValue& x) {
    return through_table(node, x, [](Tensor values) { return values; });
  }

  ValueRef table(const Node& node) {
    const auto x = dequantized_from(p_, node.inputs[0]);
    if (!x || !has_reference(*node.op)) return {};
    return through_table(
        node, *x, [&](Tensor values) { return run_reference(node, {std::move(values)}).at(0); });
  }

  // f of every number that x can stand for, in the result's integers.
  template <class F> ValueRef through_table(const Node& node, const QuantizedValue& x, F f) {
    const Node dequantize = make_node(op("DequantizeLinear"));
    const Node quantize = make_node(op("QuantizeLinear"));
    const auto run = [](Node n, std::vector<Tensor> inputs) {
      for (std::uint32_t i = 0; i < inputs.size(); ++i) n.inputs.push_back({NodeId{i + 2}, 0});
      return run_reference(n, std::move(inputs)).at(0);
    };
    const Tensor all =
        run(dequantize, {integers(x.type, 0, 256), Tensor::scalar(x.scale), zero_point_of(x)});
    const Tensor table =
        run(quantize, {f(all), Tensor::scalar(result_.scale), zero_point_of(result_)});
    GraphBuilder build = builder(node);
    Tensor bits(DType::uint8, {256});
    std::copy_n(table.data(), 256, bits.mutable_data());
    return build.add(internal_op("QuantizedTable"), {x.value, build.constant(std::move(bits))},
                     {{"y_type", std::string(name(result_.type))}});
  }

  Program& p_;
  QuantizedValue result_;
  bool relu_ = false;
};

}  // namespace

void fuse_quantized(Program& p) { Quantizing(p).run(); }

}  // namespace espalier::passes
