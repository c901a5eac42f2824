// SPDX-License-Identifier: Apache-2.0
#include "engine/passes/quantized_pattern.h"

#include <cmath>

#include "engine/passes/program_ops.h"
#include "engine/passes/reference.h"

namespace espalier::passes {
namespace {

const Tensor* constant_input(const Program& p, const Node& node, std::size_t port) {
  if (port >= node.inputs.size() || !node.inputs[port]) return nullptr;
  return constant_of(p.node(node.inputs[port].node));
}

std::int64_t byte_element(const Tensor& t, std::size_t i) {
  return t.type() == DType::int8 ? std::int64_t{t.values<std::int8_t>()[i]}
                                 : std::int64_t{t.values<std::uint8_t>()[i]};
}

bool is_byte(DType t) { return t == DType::int8 || t == DType::uint8; }

// One scale and zero point of a QuantizeLinear or DequantizeLinear.
bool read_scale(Program& p, const Node& node, QuantizedValue& q) {
  const Tensor* scale = constant_input(p, node, 1);
  if (scale == nullptr || scale->type() != DType::float32 || scale->count() != 1) return false;
  q.scale = scale->values<float>()[0];
  if (!(q.scale > 0) || !std::isfinite(q.scale)) return false;
  if (node.inputs.size() < 3 || !node.inputs[2]) return true;
  const Tensor* zero = constant_input(p, node, 2);
  if (zero == nullptr || !is_byte(zero->type()) || zero->count() != 1) return false;
  q.zero_point = byte_element(*zero, 0);
  return true;
}

// Elements of a constant, computed where it is a DequantizeLinear of constants.
std::optional<Tensor> constant_floats(Program& p, ValueRef v) {
  const Node& node = p.node(v.node);
  if (const Tensor* t = constant_of(node))
    return t->type() == DType::float32 ? std::optional(*t) : std::nullopt;
  if (!is_onnx(node, "DequantizeLinear")) return std::nullopt;
  std::vector<Tensor> inputs;
  for (std::size_t port = 0; port < node.inputs.size(); ++port) {
    const Tensor* t = constant_input(p, node, port);
    if (t == nullptr && node.inputs[port]) return std::nullopt;
    inputs.push_back(t == nullptr ? Tensor() : *t);
  }
  return run_reference(node, std::move(inputs)).at(0);
}

}  // namespace

bool is_onnx(const Node& node, std::string_view name) {
  return node.op->domain == onnx_domain && node.op->name == name;
}

std::optional<QuantizedValue> dequantized_from(Program& p, ValueRef v) {
  if (!v) return std::nullopt;
  const Node& node = p.node(v.node);
  if (!is_onnx(node, "DequantizeLinear") || node.inputs.size() < 2) return std::nullopt;
  QuantizedValue q{.value = node.inputs[0]};
  q.type = p.types.of(node.inputs[0]).dtype;
  if (!is_byte(q.type) || !read_scale(p, node, q)) return std::nullopt;
  return q;
}

std::optional<QuantizedValue> quantized_by(Program& p, const Node& quantize) {
  if (!is_onnx(quantize, "QuantizeLinear") || quantize.inputs.size() < 2) return std::nullopt;
  QuantizedValue q{.value = {quantize.id, 0}};
  q.type = p.types.of(q.value).dtype;
  if (p.types.of(quantize.inputs[0]).dtype != DType::float32) return std::nullopt;
  if (!is_byte(q.type) || !read_scale(p, quantize, q)) return std::nullopt;
  return q;
}

std::optional<QuantizedWeights> dequantized_weights(Program& p, ValueRef v, std::size_t axis) {
  const Node& node = p.node(v.node);
  if (!is_onnx(node, "DequantizeLinear")) return std::nullopt;
  const Tensor* w = constant_input(p, node, 0);
  const Tensor* scale = constant_input(p, node, 1);
  if (w == nullptr || scale == nullptr || !is_byte(w->type()) || scale->type() != DType::float32 ||
      axis >= w->shape().size())
    return std::nullopt;
  const auto n = static_cast<std::size_t>(scale->count());
  if (n != 1) {
    std::int64_t own = attribute<std::int64_t>(node, "axis");
    if (own < 0) own += static_cast<std::int64_t>(w->shape().size());
    if (own != static_cast<std::int64_t>(axis)) return std::nullopt;
  }
  const Tensor* zero = constant_input(p, node, 2);
  if (zero == nullptr && node.inputs.size() > 2 && node.inputs[2]) return std::nullopt;
  const Shape inner(w->shape().begin() + static_cast<std::ptrdiff_t>(axis) + 1, w->shape().end());
  const auto stride = static_cast<std::size_t>(count(inner));
  QuantizedWeights q{Tensor(DType::int8, w->shape()),
                     scale->reshaped(n == 1 ? Shape{} : Shape{scale->count()})};
  const auto to = q.integers.mutable_values<std::int8_t>();
  for (std::size_t i = 0; i < to.size(); ++i) {
    const std::size_t channel = n == 1 ? 0 : i / stride % n;
    const std::int64_t centred =
        byte_element(*w, i) - (zero == nullptr ? 0 : byte_element(*zero, channel));
    if (centred < -128 || centred > 127) return std::nullopt;
    to[i] = static_cast<std::int8_t>(centred);
  }
  return q;
}

std::optional<Tensor> integer_bias(Program& p, ValueRef v, std::int64_t n, float x_scale,
                                   const Tensor& w_scales) {
  const std::optional<Tensor> bias = constant_floats(p, v);
  if (!bias || (bias->count() != n && bias->count() != 1)) return std::nullopt;
  const auto values = bias->values<float>();
  const auto scales = w_scales.values<float>();
  Tensor result(DType::int32, {n});
  const auto to = result.mutable_values<std::int32_t>();
  for (std::size_t i = 0; i < to.size(); ++i) {
    const double step = static_cast<double>(x_scale * scales[scales.size() == 1 ? 0 : i]);
    const double steps = std::nearbyint(values[values.size() == 1 ? 0 : i] / step);
    // The sum of the products needs its half of the range.
    if (!(std::abs(steps) < 1 << 30)) return std::nullopt;
    to[i] = static_cast<std::int32_t>(steps);
  }
  return result;
}

}  // namespace espalier::passes
