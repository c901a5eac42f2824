// SPDX-License-Identifier: Apache-2.0
#include "engine/passes/program.h"

#include <algorithm>
#include <unordered_set>

#include "engine/passes/program_ops.h"

namespace espalier::passes {
namespace {

ValueRef feed_named(Program& p, const char* name, DType type) {
  for (const Program::Feed& f : p.feeds)
    if (f.name == name && f.column.empty() && is_feed(p.node(f.node))) return {f.node, 0};
  const ValueRef v = add_feed(p.graph, name, type, {});
  p.feeds.push_back({name, "", v.node});
  return v;
}

}  // namespace

Phase Program::phase(NodeId id) const {
  const auto it = phases.find(id);
  return it == phases.end() ? Phase::forward : it->second;
}

ValueRef Program::step_counter() { return feed_named(*this, "step", DType::int64); }
ValueRef Program::learning_rate() { return feed_named(*this, "lr", DType::float32); }

void Program::redirect(ValueRef from, ValueRef to) {
  require(graph.redirect(from, to));
  const auto swap = [&](ValueRef& v) {
    if (v == from) v = to;
  };
  for (Named& o : outputs) swap(o.value);
  for (Update& u : updates) swap(u.value);
  for (ValueRef& l : losses) swap(l);
  for (auto& [parameter, gradient] : gradients) swap(gradient);
  swap(loss);
}

bool Program::is_output(ValueRef v) const {
  return v == loss ||
         std::any_of(outputs.begin(), outputs.end(), [&](const Named& o) { return o.value == v; });
}

bool Program::is_root(ValueRef v) const {
  return is_output(v) ||
         std::any_of(updates.begin(), updates.end(), [&](const Update& u) { return u.value == v; });
}

void Program::remove_dead() {
  std::unordered_set<NodeId> alive;
  for (const Named& o : outputs) alive.insert(o.value.node);
  for (const ValueRef& l : losses) alive.insert(l.node);
  if (loss) alive.insert(loss.node);
  for (const Update& u : updates) {
    alive.insert(u.value.node);
    alive.insert(u.state.node);
  }
  const std::span<const NodeId> order = graph.topological();
  const std::vector<NodeId> backwards(order.rbegin(), order.rend());
  for (const NodeId id : backwards) {
    if (!alive.contains(id)) continue;
    for (const ValueRef& in : node(id).inputs)
      if (in) alive.insert(in.node);
  }
  for (const NodeId id : backwards) {
    if (alive.contains(id)) continue;
    types.forget(id);
    parameters.erase(id);
    phases.erase(id);
    std::erase_if(feeds, [&](const Feed& f) { return f.node == id; });
    require(graph.remove(id));
  }
}

}  // namespace espalier::passes
