// SPDX-License-Identifier: Apache-2.0
#include "engine/quant/quantize.h"

#include <algorithm>
#include <cmath>

#include "engine/graph/rules.h"
#include "engine/passes/program_ops.h"
#include "engine/quant/float_graph.h"

namespace espalier {
namespace {

struct Scale {
  float scale = 1;
  std::uint8_t zero_point = 0;
};

// 0 is always one of the numbers, for padding and Relu.
Scale scale_of(const ValueRange& range) {
  const double low = std::min(0.0, double{range.low}), high = std::max(0.0, double{range.high});
  const auto scale = static_cast<float>((high - low) / 255);
  if (!(scale >= 1e-30F)) return {};
  return {scale,
          static_cast<std::uint8_t>(std::clamp(std::nearbyint(-low / double{scale}), 0.0, 255.0))};
}

class Inserting {
 public:
  Inserting(Graph& graph, const Quantization& q)
      : graph_(graph), q_(q), choice_(choose_quantized(graph, q.keep, &q)) {}

  void run() {
    for (const NodeId id : choice_.layers)
      if (has_weights(graph_, graph_.node(id))) weights(id);
    for (const ValueRef v : choice_.values) activation(v);
    for (const NodeId id : unused_)
      if (graph_.users({id, 0}).empty()) passes::require(graph_.remove(id));
  }

 private:
  GraphBuilder builder(const Node& node) { return {graph_, node.origin, node.name + "."}; }
  Scale scale(ValueRef v) const {
    return scale_of(q_.ranges.find(value_key(graph_, choice_.scale_of(v)))->second);
  }

  void activation(ValueRef v) {
    const Scale s = scale(v);
    GraphBuilder build = builder(graph_.node(v.node));
    const ValueRef scale = build.constant(Tensor::scalar(s.scale));
    const ValueRef zero = build.constant(Tensor::scalar(s.zero_point));
    const ValueRef q = build.add(op("QuantizeLinear"), {v, scale, zero});
    passes::require(graph_.redirect(v, build.add(op("DequantizeLinear"), {q, scale, zero})));
  }

  const Tensor& constant(ValueRef v) const {
    return std::get<Tensor>(graph_.node(v.node).attributes.at("value"));
  }

  // Around 0, but written as uint8 with the zero point 128: of signed weights ONNX Runtime sums two
  // products in 16 bits where there is no VNNI, which saturates.
  void weights(NodeId id) {
    const Node node = graph_.node(id);
    const bool rows = is_onnx_op(node, "Conv") ||
                      (is_onnx_op(node, "Gemm") && attribute<std::int64_t>(node, "transB") != 0);
    const Tensor w = constant(node.inputs[1]);
    const std::size_t axis = rows ? 0 : 1;
    const auto n = static_cast<std::size_t>(w.shape()[axis]);
    const std::size_t inner = rows ? static_cast<std::size_t>(w.count()) / n : 1;
    const auto from = w.values<float>();
    std::vector<float> scales(n, 0);
    for (std::size_t i = 0; i < from.size(); ++i)
      scales[i / inner % n] = std::max(scales[i / inner % n], std::abs(from[i]));
    for (float& s : scales) s = s > 1e-30F ? s / 127 : 1;
    Tensor integers(DType::uint8, w.shape());
    const auto to = integers.mutable_values<std::uint8_t>();
    for (std::size_t i = 0; i < to.size(); ++i)
      to[i] = static_cast<std::uint8_t>(
          128 + std::clamp(std::nearbyint(from[i] / scales[i / inner % n]), -127.0F, 127.0F));
    GraphBuilder build = builder(node);
    const AttributeMap by_axis{{"axis", static_cast<std::int64_t>(axis)}};
    const Shape each{static_cast<std::int64_t>(n)};
    const ValueRef scale = build.constant(Tensor::of<float>(each, scales));
    const ValueRef zero =
        build.constant(Tensor::of(each, std::vector<std::uint8_t>(n, std::uint8_t{128})));
    connect(id, 1,
            build.add(op("DequantizeLinear"), {build.constant(integers), scale, zero}, by_axis));
    if (node.inputs.size() > 2 && node.inputs[2]) bias(node, build, scales);
  }

  void bias(const Node& node, GraphBuilder& build, const std::vector<float>& w_scales) {
    constexpr double most = 1 << 30;  // the sum of the products needs its half of the range
    const float x_scale = scale(node.inputs[0]).scale;
    const auto from = constant(node.inputs[2]).values<float>();
    std::vector<float> scales;
    std::vector<std::int32_t> steps;
    for (std::size_t i = 0; i < from.size(); ++i) {
      scales.push_back(x_scale * w_scales[i]);
      steps.push_back(static_cast<std::int32_t>(
          std::clamp(std::nearbyint(double{from[i]} / double{scales.back()}), -most, most)));
    }
    const Shape shape{static_cast<std::int64_t>(from.size())};
    connect(node.id, 2,
            build.add(op("DequantizeLinear"),
                      {build.constant(Tensor::of(shape, steps)),
                       build.constant(Tensor::of(shape, scales))},
                      {{"axis", std::int64_t{0}}}));
  }

  void connect(NodeId node, std::uint32_t port, ValueRef to) {
    unused_.push_back(graph_.node(node).inputs[port].node);
    passes::require(graph_.connect(to, {node, port}));
  }

  Graph& graph_;
  const Quantization& q_;
  const QuantizationChoice choice_;
  std::vector<NodeId> unused_;  // float constants that integers took the place of
};

}  // namespace

Project deployed(const Project& project) {
  if (project.quantization.empty()) return project;
  Project result = project;
  result.network.graph = float_graph(project.network, project.weights);
  result.network.groups.clear();
  result.weights = WeightSet();
  Inserting(result.network.graph, project.quantization).run();
  return result;
}

}  // namespace espalier
