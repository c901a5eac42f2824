// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/inference.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <unordered_set>

#include "engine/graph/infer.h"
#include "engine/graph/inference_impl.h"

namespace espalier {

Inference::Inference() : impl_(std::make_unique<Impl>()) {}
Inference::~Inference() = default;

std::vector<NodeId> Inference::update(const Network& network) {
  if (!impl_->groups) impl_->groups = std::make_shared<GroupCache>();
  impl_->groups->refresh(network);
  std::vector<NodeId> changed = impl_->update(network.graph);
  impl_->groups->forget_unused();
  return changed;
}

const NodeInfo* Inference::find(NodeId id) const {
  const auto at = impl_->entries.find(id);
  return at == impl_->entries.end() ? nullptr : &at->second.info;
}

const NodeInfo& Inference::at(NodeId id) const { return impl_->entries.at(id).info; }
NetworkCost Inference::total() const { return impl_->total(); }

std::vector<Diagnostic> Inference::diagnostics() const {
  std::vector<Diagnostic> all;
  for (const NodeId id : impl_->graph.topological()) {
    const auto& own = at(id).diagnostics;
    all.insert(all.end(), own.begin(), own.end());
  }
  return all;
}

const Inference* Inference::body(NodeId instance, int repeat) const {
  const auto at = impl_->entries.find(instance);
  if (at == impl_->entries.end() || at->second.bodies.empty() || repeat < 0) return nullptr;
  const auto& bodies = at->second.bodies;
  return bodies[std::min<std::size_t>(static_cast<std::size_t>(repeat), bodies.size() - 1)].get();
}

// ---- keeping up

namespace {

constexpr std::uint32_t block_size = 64;

bool same_cost(const Cost& a, const Cost& b) {
  const auto same = [](const Window& x, const Window& y) {
    return x.kernel == y.kernel && x.stride == y.stride && x.dilation == y.dilation &&
           x.pad_begin == y.pad_begin;
  };
  return a.macs == b.macs && a.operations == b.operations &&
         a.window.has_value() == b.window.has_value() && (!a.window || same(*a.window, *b.window));
}

bool same_diagnostic(const Diagnostic& a, const Diagnostic& b) {
  const bool same_fix =
      a.fix.has_value() == b.fix.has_value() &&
      (!a.fix || (a.fix->label == b.fix->label && a.fix->attribute == b.fix->attribute &&
                  equal(a.fix->value, b.fix->value)));
  return a.severity == b.severity && a.node == b.node && a.input == b.input &&
         a.attribute == b.attribute && a.message == b.message && same_fix;
}

}  // namespace

bool same_info(const NodeInfo& a, const NodeInfo& b) {
  const auto same_fan = [](const Fan& x, const Fan& y) { return x.in == y.in && x.out == y.out; };
  const auto same_guard = [](const InferContext::Guard& x, const InferContext::Guard& y) {
    return x.a == y.a && x.b == y.b && x.otherwise == y.otherwise;
  };
  return a.outputs == b.outputs && a.params == b.params && a.bypassed == b.bypassed &&
         same_cost(a.cost, b.cost) && a.parameters == b.parameters && a.states == b.states &&
         a.activation_elements == b.activation_elements && a.receptive_field == b.receptive_field &&
         std::ranges::equal(a.fans, b.fans, same_fan) &&
         std::ranges::equal(a.guards, b.guards, same_guard) &&
         std::ranges::equal(a.diagnostics, b.diagnostics, same_diagnostic);
}

const Inference::Impl::Entry* Inference::Impl::source(ValueRef v) const {
  const auto at = entries.find(v.node);
  return at == entries.end() ? nullptr : &at->second;
}

void Inference::Impl::place(const Graph& now) {
  const auto topological = now.topological();
  // An edit of attributes keeps the order, and snapshots share it.
  if (topological.data() == order && !position.empty()) return;
  order = topological.data();
  position.assign(now.next_id().value, 0);
  for (std::size_t i = 0; i < topological.size(); ++i) {
    position[topological[i].value] = static_cast<std::uint32_t>(i);
  }
}

std::vector<NodeId> Inference::Impl::update(const Graph& now) {
  const std::vector<NodeId> edited = now.changed_since(graph);
  std::vector<NodeId> stale;
  for (const NodeId id : instances) {
    if (now.contains(id) && groups->version(now.node(id).group) != entries[id].version)
      stale.push_back(id);
  }
  if (is_body) stale.insert(stale.end(), input_ids.begin(), input_ids.end());
  std::vector<NodeId> changed;
  if (edited.empty() && stale.empty()) {
    if (!now.is_snapshot_of(graph)) order = nullptr;  // its memory may go with the old snapshot
    graph = now;
    return changed;
  }
  place(now);
  graph = now;

  using Task = std::pair<std::uint32_t, NodeId>;
  std::priority_queue<Task, std::vector<Task>, std::greater<>> open;
  std::unordered_set<NodeId> waiting, own;
  const auto push = [&](NodeId id) {
    if (waiting.insert(id).second) open.push({position[id.value], id});
  };
  for (const NodeId id : edited) {
    if (graph.contains(id)) {
      own.insert(id);
      push(id);
      if (is_instance(graph.node(id))) {
        instances.insert(id);
      } else {
        instances.erase(id);
      }
    } else {
      blocks[id.value / block_size].stale = true;
      instances.erase(id);
      if (entries.erase(id) > 0) changed.push_back(id);
    }
  }
  for (const NodeId id : stale) push(id);

  while (!open.empty()) {
    const NodeId id = open.top().second;
    open.pop();
    bool flows_on = false;
    if (process(graph.node(id), own.contains(id), &flows_on)) changed.push_back(id);
    if (!flows_on) continue;
    for (const Wire& w : graph.wires_from(id)) push(w.to.node);
  }
  return changed;
}

// Returns whether the node's info changed; `flows_on`: users must look again.
bool Inference::Impl::process(const Node& node, bool edited, bool* flows_on) {
  const auto [at, fresh] = entries.try_emplace(node.id);
  Entry& entry = at->second;
  std::vector<Type> inputs(std::max(node.op->inputs.size(), node.inputs.size()));
  for (std::size_t i = 0; i < node.inputs.size(); ++i) {
    const ValueRef v = node.inputs[i];
    if (const Entry* from = v ? source(v) : nullptr; from && v.port < from->info.outputs.size()) {
      inputs[i] = from->info.outputs[v.port];
    }
  }
  const bool fed = is_body && is_input(node);  // a body's Input
  const bool instance = is_instance(node);
  const std::uint64_t version = instance ? groups->version(node.group) : 0;
  const bool run = fresh || edited || fed || inputs != entry.inputs || version != entry.version;

  NodeInfo before = run ? std::move(entry.info) : NodeInfo{};
  if (run) {
    entry.inputs = std::move(inputs);
    entry.version = version;
    entry.bodies.clear();
    entry.window.reset();
    entry.info = NodeInfo{};
    entry.layers = is_input(node) || is_output(node) ? 0 : 1;
    if (fed) {
      const auto port = std::find(input_ids.begin(), input_ids.end(), node.id) - input_ids.begin();
      entry.info.outputs = {given[static_cast<std::size_t>(port)]};
    } else if (instance) {
      infer_instance(node, entry);
    } else {
      entry.info = infer_node(node, entry.inputs, &entry.window, symbol_prefix);
    }
    bypass_if_muted(node, entry.inputs, entry.info);
    if (entry.info.bypassed) {
      entry.layers = 0;
      entry.bodies.clear();
      entry.window.reset();
    }
  }
  Field field = field_of(node, entry);
  const bool same_field = field == entry.field;
  entry.field = std::move(field);
  entry.info.receptive_field = entry.field.size;

  const bool same = !fresh && (run ? same_info(before, entry.info) : same_field);
  *flows_on = fresh || !same_field || (run && before.outputs != entry.info.outputs);
  if (!same && run) blocks[node.id.value / block_size].stale = true;
  return !same;
}

Field Inference::Impl::field_of(const Node& node, const Entry& entry) const {
  const auto& outputs = entry.info.outputs;
  if (outputs.empty() && !is_output(node)) return {};
  const Type* shaped =
      outputs.empty() ? (entry.inputs.empty() ? nullptr : &entry.inputs[0]) : &outputs[0];
  if (!shaped || !shaped->has_shape() || shaped->shape->size() < 3) return {};
  const std::size_t axes = shaped->shape->size() - 2;
  if (is_input(node)) return unit_field(axes);
  Field in;
  for (const ValueRef& v : node.inputs) {
    const Entry* from = v ? source(v) : nullptr;
    if (from) in = merged(in, from->field, axes);
  }
  if (entry.info.bypassed) return in;
  return entry.bodies.empty() ? through(in, entry.window) : composed(in, entry.body_field);
}

// ---- sums

namespace {

void add_to(NetworkCost& sum, const NetworkCost& part) {
  sum.parameters = sum.parameters + part.parameters;
  sum.states = sum.states + part.states;
  sum.macs = sum.macs + part.macs;
  sum.operations = sum.operations + part.operations;
  sum.activation_elements = sum.activation_elements + part.activation_elements;
  sum.layers += part.layers;
}

}  // namespace

NetworkCost Inference::Impl::total() const {
  NetworkCost sum;
  for (auto& [index, block] : blocks) {
    if (block.stale) {
      block.cost = {};
      for (std::uint32_t i = 0; i < block_size; ++i) {
        const auto at = entries.find(NodeId{index * block_size + i});
        if (at == entries.end()) continue;
        const NodeInfo& n = at->second.info;
        add_to(block.cost, {n.parameters, n.states, n.cost.macs, n.cost.operations,
                            n.activation_elements, at->second.layers});
      }
      block.stale = false;
    }
    add_to(sum, block.cost);
  }
  return sum;
}

}  // namespace espalier
