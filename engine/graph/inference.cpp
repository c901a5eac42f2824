// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/inference.h"

#include <algorithm>
#include <functional>
#include <queue>

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
  const Impl::Entry* entry = impl_->entries.find(id);
  return entry ? &entry->info : nullptr;
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
  const Impl::Entry* entry = impl_->entries.find(instance);
  if (!entry || entry->bodies.empty() || repeat < 0) return nullptr;
  const auto& bodies = entry->bodies;
  return bodies[std::min<std::size_t>(static_cast<std::size_t>(repeat), bodies.size() - 1)].get();
}

// ---- entries

Inference::Impl::Entry* Inference::Impl::Entries::find(NodeId id) const {
  const std::size_t page = id.value / page_size;
  return page < pages_.size() && pages_[page] ? (*pages_[page])[id.value % page_size].get()
                                              : nullptr;
}

Inference::Impl::Entry& Inference::Impl::Entries::make(NodeId id, bool* fresh) {
  const std::size_t page = id.value / page_size;
  if (page >= pages_.size()) pages_.resize(page + 1);
  if (!pages_[page]) pages_[page] = std::make_unique<Page>();
  std::unique_ptr<Entry>& entry = (*pages_[page])[id.value % page_size];
  *fresh = !entry;
  if (!entry) entry = std::make_unique<Entry>();
  return *entry;
}

bool Inference::Impl::Entries::erase(NodeId id) {
  if (!find(id)) return false;
  (*pages_[id.value / page_size])[id.value % page_size].reset();
  return true;
}

// ---- keeping up

namespace {

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
  return entries.find(v.node);
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
    if (now.contains(id) && groups->version(now.node(id).group) != entries.at(id).version)
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
  std::vector<bool> waiting(position.size()), own(position.size());
  const auto push = [&](NodeId id) {
    if (!waiting[id.value]) open.push({position[id.value], id});
    waiting[id.value] = true;
  };
  for (const NodeId id : edited) {
    if (graph.contains(id)) {
      own[id.value] = true;
      push(id);
      if (is_instance(graph.node(id))) {
        instances.insert(id);
      } else {
        instances.erase(id);
      }
    } else {
      blocks[id.value / Block::size].stale = true;
      instances.erase(id);
      if (entries.erase(id)) changed.push_back(id);
    }
  }
  for (const NodeId id : stale) push(id);

  while (!open.empty()) {
    const NodeId id = open.top().second;
    open.pop();
    bool flows_on = false;
    if (process(graph.node(id), own[id.value], &flows_on)) changed.push_back(id);
    if (!flows_on) continue;
    for (const Wire& w : graph.wires_from(id)) push(w.to.node);
  }
  return changed;
}

// Returns whether the node's info changed; `flows_on`: users must look again.
bool Inference::Impl::process(const Node& node, bool edited, bool* flows_on) {
  bool fresh = false;
  Entry& entry = entries.make(node.id, &fresh);
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
      try {
        infer_instance(node, entry);
      } catch (const Error& e) {  // a size beyond 63 bits
        entry.info.outputs.assign(node.outputs, Type{});
        entry.info.diagnostics.push_back(problem(node, e.message()));
      }
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
  if (!same && run) blocks[node.id.value / Block::size].stale = true;
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

}  // namespace espalier
