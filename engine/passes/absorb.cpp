// SPDX-License-Identifier: Apache-2.0
//
// Numbers that came over a wire (axes, starts, sizes, limits) and are constants by now become the
// attributes that stand for them, so that kernels' rules see them.
#include "engine/passes/program.h"
#include "engine/passes/program_ops.h"

namespace espalier::passes {
namespace {

template <class To, class From> std::vector<To> list_of(const Tensor& t) {
  const auto v = t.values<From>();
  return {v.begin(), v.end()};
}

std::optional<std::vector<std::int64_t>> integers(const Tensor& t) {
  if (t.type() == DType::int64) return list_of<std::int64_t, std::int64_t>(t);
  if (t.type() == DType::int32) return list_of<std::int64_t, std::int32_t>(t);
  return std::nullopt;
}

std::optional<std::vector<double>> reals(const Tensor& t) {
  if (t.type() == DType::float32) return list_of<double, float>(t);
  if (t.type() == DType::float64) return list_of<double, double>(t);
  return std::nullopt;
}

// An empty list may mean something else as an attribute (all axes), and stays a tensor.
std::optional<AttrValue> attribute_of(const AttrSpec& spec, const Tensor& t) {
  if (t.count() == 0) return std::nullopt;
  if (spec.type == AttrType::integers || spec.type == AttrType::integer) {
    const auto v = integers(t);
    if (!v) return std::nullopt;
    if (spec.type == AttrType::integers) return *v;
    if (v->size() == 1) return v->front();
  }
  if (spec.type == AttrType::reals || spec.type == AttrType::real) {
    const auto v = reals(t);
    if (!v) return std::nullopt;
    if (spec.type == AttrType::reals) return *v;
    if (v->size() == 1) return v->front();
  }
  return std::nullopt;
}

}  // namespace

void absorb(Program& p) {
  const std::span<const NodeId> span = p.graph.topological();
  for (const NodeId id : std::vector<NodeId>(span.begin(), span.end())) {
    Node node = p.node(id);
    bool changed = false;
    for (const AttrSpec& spec : node.op->attributes) {
      const auto port = static_cast<std::size_t>(spec.as_input);
      if (spec.as_input < 0 || !is_wired(node, port)) continue;
      const Tensor* value = constant_of(p.node(node.inputs[port].node));
      const auto attribute = value ? attribute_of(spec, *value) : std::nullopt;
      if (!attribute || !attribute_problem(spec, *attribute).empty()) continue;
      node.attributes[spec.name] = *attribute;
      node.inputs[port] = {};
      changed = true;
    }
    if (!changed) continue;
    while (!node.inputs.empty() && !node.inputs.back()) node.inputs.pop_back();
    require(p.graph.replace(id, std::move(node)));
    p.types.forget(id);
  }
}

}  // namespace espalier::passes
