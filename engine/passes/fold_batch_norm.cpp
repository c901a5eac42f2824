// SPDX-License-Identifier: Apache-2.0
#include "engine/passes/fold_batch_norm.h"

#include <cmath>

#include "engine/passes/program_ops.h"

namespace espalier::passes {
namespace {

bool is_onnx(const Node& node, std::string_view name) {
  return node.op->domain == onnx_domain && node.op->name == name;
}

const Tensor* float_constant(const Program& p, const Node& node, std::size_t port) {
  if (port >= node.inputs.size() || !node.inputs[port]) return nullptr;
  const Tensor* t = constant_of(p.node(node.inputs[port].node));
  return t != nullptr && t->type() == DType::float32 ? t : nullptr;
}

// y = scale · x + shift for every channel, what a batch normalisation of constants comes to.
struct Affine {
  std::vector<double> scale, shift;
};

std::optional<Affine> affine_of(const Program& p, const Node& node) {
  const Tensor* tensors[4];
  for (std::size_t i = 0; i < 4; ++i)
    if ((tensors[i] = float_constant(p, node, i + 1)) == nullptr) return std::nullopt;
  const auto scale = tensors[0]->values<float>(), bias = tensors[1]->values<float>();
  const auto mean = tensors[2]->values<float>(), variance = tensors[3]->values<float>();
  const double epsilon = attribute<double>(node, "epsilon");
  Affine affine;
  for (std::size_t c = 0; c < scale.size(); ++c) {
    affine.scale.push_back(scale[c] / std::sqrt(static_cast<double>(variance[c]) + epsilon));
    affine.shift.push_back(bias[c] - mean[c] * affine.scale.back());
  }
  return affine;
}

// Weights times the scale of their output channel: element i belongs to channel (i / inner) % n.
Tensor scaled(const Tensor& weights, const Affine& affine, std::size_t inner) {
  Tensor result = weights;
  const auto out = result.mutable_values<float>();
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = static_cast<float>(out[i] * affine.scale[i / inner % affine.scale.size()]);
  return result;
}

Tensor shifted(const Tensor* bias, double factor, const Affine& affine) {
  const auto channels = static_cast<std::int64_t>(affine.scale.size());
  Tensor result(DType::float32, {channels});
  const auto out = result.mutable_values<float>();
  for (std::size_t c = 0; c < out.size(); ++c) {
    const double before = bias == nullptr ? 0 : factor * bias->values<float>()[c];
    out[c] = static_cast<float>(before * affine.scale[c] + affine.shift[c]);
  }
  return result;
}

}  // namespace

void fold_batch_norm(Program& p, NodeId id) {
  if (!p.graph.contains(id)) return;
  const Node norm = p.node(id);
  if (!is_onnx(norm, "BatchNormalization") || norm.outputs != 1 || !norm.inputs[0]) return;
  const ValueRef between = norm.inputs[0];
  Node before = p.node(between.node);
  const bool conv = is_onnx(before, "Conv"), gemm = is_onnx(before, "Gemm");
  if ((!conv && !gemm) || p.is_root(between) || p.graph.users(between).size() != 1) return;
  const std::optional<Affine> affine = affine_of(p, norm);
  const Tensor* weights = float_constant(p, before, 1);
  if (!affine || weights == nullptr || weights->shape().empty()) return;
  const bool has_bias = before.inputs.size() > 2 && before.inputs[2];
  const Tensor* bias = float_constant(p, before, 2);
  const auto channels = static_cast<std::int64_t>(affine->scale.size());
  if (has_bias && (bias == nullptr || bias->count() != channels)) return;
  const bool rows = conv || attribute<std::int64_t>(before, "transB") != 0;
  const Shape& shape = weights->shape();
  if (shape.size() < 2 || shape[rows ? 0 : 1] != channels) return;
  const std::size_t inner = rows ? static_cast<std::size_t>(count(shape) / channels) : 1;
  if (has_bias && gemm && bias->shape().back() != channels) return;  // a column, not a row

  const double factor = gemm ? attribute<double>(before, "beta") : 1;
  Tensor new_weights = scaled(*weights, *affine, inner);
  Tensor new_bias = shifted(bias, factor, *affine);
  GraphBuilder build(p.graph, before.origin, before.name + ".");
  before.inputs.resize(3);
  before.inputs[1] = build.constant(std::move(new_weights));
  before.inputs[2] = build.constant(std::move(new_bias));
  if (gemm) before.attributes.erase("beta");
  if (before.op->attribute("bias") != nullptr) before.attributes.insert_or_assign("bias", true);
  require(p.graph.replace(before.id, before));
  p.types.forget(before.id);
  p.redirect({id, 0}, between);
}

}  // namespace espalier::passes
