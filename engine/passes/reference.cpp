// SPDX-License-Identifier: Apache-2.0
#include "engine/passes/reference.h"

#include <algorithm>
#include <cstring>
#include <unordered_set>
#include <utility>

#include "engine/base/half.h"
#include "engine/passes/program_ops.h"
#include "engine/passes/types.h"

namespace espalier {
namespace {

constexpr std::int64_t most_known_elements = 64;

std::vector<Tensor> run_body(const Node& node, const std::vector<Tensor>& inputs) {
  Graph graph;
  passes::TypeTable types(graph);
  GraphBuilder build(graph, node.origin, node.name + ".");
  std::unordered_map<ValueRef, Tensor> feeds;
  std::vector<ValueRef> refs;
  for (const Tensor& t : inputs) {
    ValueRef ref;
    if (t && is_integer(t.type()) && t.count() <= most_known_elements) {
      ref = build.constant(t);  // a body may ask for the elements: shapes, axes, sizes
    } else if (t) {
      ref = passes::add_feed(graph, "in" + std::to_string(refs.size()), t.type(), t.shape());
      feeds.emplace(ref, t);
    }
    refs.push_back(ref);
  }
  BodyContext body(node, build, refs, [&](ValueRef v) { return types.of(v); });
  node.op->body(body);
  std::vector<ValueRef> wanted;
  for (const ValueRef& v : body.outputs)
    if (v) wanted.push_back(v);
  std::vector<Tensor> results = run_graph(graph, std::move(feeds), wanted);
  std::vector<Tensor> outputs(body.outputs.size());
  std::size_t next = 0;
  for (std::size_t i = 0; i < outputs.size(); ++i)
    if (body.outputs[i]) outputs[i] = std::move(results[next++]);
  return outputs;
}

std::vector<Tensor> run_as_given(const Node& node, std::vector<Tensor> inputs) {
  if (node.op->reference == nullptr) return run_body(node, inputs);
  ReferenceContext context(node, std::move(inputs));
  node.op->reference(context);
  return std::move(context.outputs);
}

bool is_half(const Tensor& t) {
  return t && (t.type() == DType::float16 || t.type() == DType::bfloat16);
}

Tensor widened(const Tensor& t) {
  if (!is_half(t)) return t;
  Tensor wide(DType::float32, t.shape());
  const std::byte* from = t.data();
  for (float& v : wide.mutable_values<float>()) {
    std::uint16_t bits = 0;
    std::memcpy(&bits, from, sizeof bits);
    v = t.type() == DType::float16 ? from_float16(bits) : from_bfloat16(bits);
    from += sizeof bits;
  }
  return wide;
}

Tensor narrowed(const Tensor& t, DType to) {
  if (!t || t.type() != DType::float32) return t;
  Tensor narrow(to, t.shape());
  std::byte* into = narrow.mutable_data();
  for (const float v : t.values<float>()) {
    const std::uint16_t bits = to == DType::float16 ? to_float16(v) : to_bfloat16(v);
    std::memcpy(into, &bits, sizeof bits);
    into += sizeof bits;
  }
  return narrow;
}

// References that compute are written for float and double; what has only 16 bits is computed in float
// and rounded. (Those that only move elements, and Cast, take any type themselves.)
std::vector<Tensor> run_any_type(const Node& node, std::vector<Tensor> inputs) {
  const auto half = std::find_if(inputs.begin(), inputs.end(), is_half);
  if (half == inputs.end()) return run_as_given(node, std::move(inputs));
  try {
    return run_as_given(node, inputs);
  } catch (const Error&) {
    const DType type = half->type();
    for (Tensor& t : inputs) t = widened(t);
    std::vector<Tensor> outputs = run_as_given(node, std::move(inputs));
    for (Tensor& t : outputs) t = narrowed(t, type);
    return outputs;
  }
}

using Feeds = std::unordered_map<ValueRef, Tensor>;

// The inputs that are asked for: of a Select its condition, and its branch when that is there.
std::vector<ValueRef> asked_for(const Node& node, const Feeds& feeds) {
  if (!passes::is_select(node)) return node.inputs;
  std::vector<ValueRef> inputs(node.inputs.size());
  inputs[0] = node.inputs[0];
  const auto condition = feeds.find(inputs[0]);
  if (condition == feeds.end()) return inputs;
  const std::size_t first = condition->second.values<bool>()[0] ? 1 : 1 + node.outputs;
  for (std::size_t i = first; i < first + node.outputs; ++i) inputs[i] = node.inputs[i];
  return inputs;
}

// Computes what is wanted as far as the conditions are known. True: there are more conditions now.
bool run_known(const Graph& graph, Feeds& feeds, std::span<const ValueRef> wanted) {
  std::unordered_set<NodeId> needed, waiting;
  const std::span<const NodeId> order = graph.topological();
  for (const ValueRef& v : wanted) needed.insert(v.node);
  for (std::size_t i = order.size(); i-- > 0;) {
    const Node& node = graph.node(order[i]);
    if (!needed.contains(node.id) || feeds.contains({node.id, 0})) continue;
    for (const ValueRef& in : asked_for(node, feeds))
      if (in) needed.insert(in.node);
    if (passes::is_select(node) && !feeds.contains(node.inputs[0])) waiting.insert(node.id);
  }
  bool more = false;
  for (const NodeId id : order) {
    if (!needed.contains(id) || feeds.contains({id, 0})) continue;
    const Node& node = graph.node(id);
    if (const Tensor* value = passes::constant_of(node)) {
      feeds.emplace(ValueRef{id, 0}, *value);
      continue;
    }
    const std::vector<ValueRef> asked = asked_for(node, feeds);
    if (waiting.contains(id) || std::any_of(asked.begin(), asked.end(), [&](const ValueRef& in) {
          return in && waiting.contains(in.node);
        })) {
      waiting.insert(id);
      more = true;
      continue;
    }
    std::vector<Tensor> inputs;
    for (const ValueRef& in : asked) inputs.push_back(in ? feeds.at(in) : Tensor());
    std::vector<Tensor> outputs = run_reference(node, std::move(inputs));
    for (std::size_t port = 0; port < outputs.size(); ++port)
      feeds.insert_or_assign({id, static_cast<std::uint32_t>(port)}, std::move(outputs[port]));
  }
  return more;
}

}  // namespace

bool has_reference(const OpSpec& op) { return op.reference != nullptr || op.body != nullptr; }

std::vector<Tensor> run_reference(const Node& node, std::vector<Tensor> inputs) {
  try {
    if (has_reference(*node.op)) return run_any_type(node, std::move(inputs));
  } catch (const RuleFailure& failure) {
    throw Error(ESP_TEXT("engine", "{}: {}"), passes::display_name(node),
                failure.diagnostic.message);
  }
  throw Error(ESP_TEXT("engine", "{}: the operator {} has no implementation"),
              passes::display_name(node), node.op->name);
}

std::vector<Tensor> run_graph(const Graph& graph, std::unordered_map<ValueRef, Tensor> feeds,
                              std::span<const ValueRef> wanted) {
  // What a condition does not ask for is not computed, for it may not be computable.
  while (run_known(graph, feeds, wanted)) {
  }
  std::vector<Tensor> results;
  for (const ValueRef& v : wanted) results.push_back(feeds.at(v));
  return results;
}

}  // namespace espalier
