// SPDX-License-Identifier: Apache-2.0
#include "engine/quant/choice.h"

#include <algorithm>

#include "engine/graph/weights.h"
#include "engine/quant/float_graph.h"

namespace espalier {
namespace {

const Tensor* constant_at(const Graph& graph, const Node& node, std::size_t port) {
  if (port >= node.inputs.size() || !node.inputs[port]) return nullptr;
  const Node& from = graph.node(node.inputs[port].node);
  return is_onnx_op(from, "Constant") ? std::get_if<Tensor>(&from.attributes.at("value")) : nullptr;
}

// Sums whose fused kernel takes a Relu along.
bool takes_relu(const Node& node) {
  for (const char* name : {"Conv", "Gemm", "MatMul", "Add", "AveragePool", "GlobalAveragePool"})
    if (is_onnx_op(node, name)) return true;
  return false;
}

class Choosing {
 public:
  Choosing(const Graph& graph, const std::set<std::string, std::less<>>& keep,
           const Quantization* known)
      : graph_(graph), keep_(keep), known_(known) {}

  QuantizationChoice run() {
    for (const NodeId id : graph_.topological()) visit(graph_.node(id));
    for (const NodeId id : graph_.topological())
      for (std::uint32_t port = 0; port < graph_.node(id).outputs; ++port)
        if (rounded_.contains({id, port})) choice_.values.push_back({id, port});
    return std::move(choice_);
  }

 private:
  bool known(ValueRef v) const {
    return known_ == nullptr || known_->ranges.contains(value_key(graph_, choice_.scale_of(v)));
  }

  // The value that a layer's result is rounded at: behind a Relu that its kernel takes along.
  ValueRef result_of(const Node& node) const {
    const ValueRef own{node.id, 0};
    if (!takes_relu(node)) return own;
    const std::vector<PortRef> users = graph_.users(own);
    if (users.size() != 1) return own;
    const Node& next = graph_.node(users[0].node);
    return is_onnx_op(next, "Relu") && !keep_.contains(layer_key(next)) ? ValueRef{next.id, 0}
                                                                        : own;
  }

  // What flows into a layer, parameters left out.
  std::vector<ValueRef> data_of(const Node& node) const {
    const bool many = is_onnx_op(node, "Add") || is_onnx_op(node, "Concat");
    return many ? node.inputs
                : std::vector<ValueRef>(node.inputs.begin(),
                                        node.inputs.begin() + (node.inputs.empty() ? 0 : 1));
  }

  bool follows(const Node& node) const {
    if (takes_relu(node) && !is_onnx_op(node, "Add") && !is_onnx_op(node, "AveragePool") &&
        !is_onnx_op(node, "GlobalAveragePool"))
      return false;  // a product without weights of its own
    const bool unary = node.op->elementwise && node.inputs.size() == 1;
    return takes_relu(node) || only_moves(node) || is_onnx_op(node, "Concat") || unary;
  }

  void visit(const Node& node) {
    if (node.outputs != 1 || node.op->training_only || keep_.contains(layer_key(node))) return;
    const std::vector<ValueRef> data = data_of(node);
    if (data.empty() || std::any_of(data.begin(), data.end(), [](ValueRef v) { return !v; }))
      return;
    const bool weights = has_weights(graph_, node);
    const bool all_rounded =
        std::all_of(data.begin(), data.end(), [&](ValueRef v) { return rounded_.contains(v); });
    const bool fused_relu = choice_.taken_along.contains(node.id);
    if (!weights && !fused_relu && !(follows(node) && all_rounded)) return;
    if (fused_relu) {
      choice_.layers.push_back(node.id);
      return;
    }
    const ValueRef result = result_of(node);
    if (only_moves(node)) choice_.same_as[result] = data[0];
    if (!known(result) ||
        std::any_of(data.begin(), data.end(), [&](ValueRef v) { return !known(v); })) {
      choice_.same_as.erase(result);
      return;
    }
    choice_.layers.push_back(node.id);
    rounded_.insert(data.begin(), data.end());
    rounded_.insert(result);
    if (result.node != node.id) choice_.taken_along.insert(result.node);
  }

  const Graph& graph_;
  const std::set<std::string, std::less<>>& keep_;
  const Quantization* known_;
  QuantizationChoice choice_;
  std::unordered_set<ValueRef> rounded_;
};

}  // namespace

ValueRef QuantizationChoice::scale_of(ValueRef v) const {
  for (auto it = same_as.find(v); it != same_as.end(); it = same_as.find(v)) v = it->second;
  return v;
}

bool only_moves(const Node& node) {
  for (const char* name : {"MaxPool", "Reshape", "Flatten", "Transpose", "Squeeze", "Unsqueeze"})
    if (is_onnx_op(node, name)) return true;
  return false;
}

std::string layer_key(const Node& node) {
  return node.origin == nullptr ? std::string() : param_key(*node.origin, "");
}

std::string value_key(const Graph& graph, ValueRef v) {
  const Node& node = graph.node(v.node);
  if (node.origin == nullptr) return {};
  return param_key(*node.origin, node.op->output(v.port).name);
}

bool has_weights(const Graph& graph, const Node& node) {
  const bool conv = is_onnx_op(node, "Conv"), gemm = is_onnx_op(node, "Gemm");
  if (!conv && !gemm && !is_onnx_op(node, "MatMul")) return false;
  const Tensor* w = constant_at(graph, node, 1);
  if (w == nullptr || w->type() != DType::float32 || w->shape().size() < 2 || w->count() == 0)
    return false;
  if (!conv && w->shape().size() != 2) return false;
  const bool bias = node.inputs.size() > 2 && node.inputs[2];
  const std::size_t axis = conv || (gemm && attribute<std::int64_t>(node, "transB") != 0) ? 0 : 1;
  if (bias) {
    const Tensor* b = constant_at(graph, node, 2);
    if (b == nullptr || b->type() != DType::float32 || b->count() != w->shape()[axis]) return false;
  }
  return !gemm ||
         (attribute<std::int64_t>(node, "transA") == 0 && attribute<double>(node, "alpha") == 1 &&
          (!bias || attribute<double>(node, "beta") == 1));
}

QuantizationChoice choose_quantized(const Graph& graph,
                                    const std::set<std::string, std::less<>>& keep,
                                    const Quantization* known) {
  return Choosing(graph, keep, known).run();
}

}  // namespace espalier
