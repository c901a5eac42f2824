// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>
#include <queue>

#include "engine/graph/graph_data.h"

namespace espalier {

std::shared_ptr<const std::vector<NodeId>> Graph::Data::topological() const {
  const std::lock_guard lock(order_mutex);
  if (order) return order;
  auto result = std::make_shared<std::vector<NodeId>>();
  result->reserve(size);
  std::vector<std::uint32_t> open(next, 0);  // wired inputs whose source is not placed yet
  std::priority_queue<NodeId, std::vector<NodeId>, std::greater<>> ready;
  for_each([&](const Slot& s) {
    std::uint32_t wired = 0;
    for (const ValueRef& v : s.node->inputs) wired += v ? 1 : 0;
    open[s.node->id.value] = wired;
    if (wired == 0) ready.push(s.node->id);
  });
  while (!ready.empty()) {
    const NodeId id = ready.top();
    ready.pop();
    result->push_back(id);
    for (const Wire& w : slot(id)->uses) {
      if (--open[w.to.node.value] == 0) ready.push(w.to.node);
    }
  }
  order = result;
  return order;
}

// Searches from both ends in turn, so that it costs twice the smaller side.
bool Graph::Data::reaches(NodeId from, NodeId to) const {
  std::vector<bool> seen_down(next), seen_up(next);
  std::vector<NodeId> down{from}, up{to};
  seen_down[from.value] = true;
  seen_up[to.value] = true;
  while (!down.empty() && !up.empty()) {
    const NodeId d = down.back();
    down.pop_back();
    for (const Wire& w : slot(d)->uses) {
      const NodeId n = w.to.node;
      if (seen_up[n.value]) return true;
      if (seen_down[n.value]) continue;
      seen_down[n.value] = true;
      down.push_back(n);
    }
    const NodeId u = up.back();
    up.pop_back();
    for (const ValueRef& v : find(u)->inputs) {
      if (!v) continue;
      if (seen_down[v.node.value]) return true;
      if (seen_up[v.node.value]) continue;
      seen_up[v.node.value] = true;
      up.push_back(v.node);
    }
  }
  return false;
}

std::span<const NodeId> Graph::topological() const { return *data_->topological(); }

bool Graph::depends_on(NodeId node, NodeId on) const {
  return node != on && contains(node) && contains(on) && data_->reaches(on, node);
}

std::vector<NodeId> Graph::changed_since(const Graph& since) const {
  std::vector<NodeId> changed;
  if (data_ == since.data_) return changed;
  const auto& now = data_->pages;
  const auto& old = since.data_->pages;
  for (std::size_t p = 0; p < std::max(now.size(), old.size()); ++p) {
    const Data::Page* a = p < now.size() ? now[p].get() : nullptr;
    const Data::Page* b = p < old.size() ? old[p].get() : nullptr;
    if (a == b) continue;
    for (std::uint32_t i = 0; i < Data::page_size; ++i) {
      const Node* x = a ? (*a)[i].node.get() : nullptr;
      const Node* y = b ? (*b)[i].node.get() : nullptr;
      if (x != y) changed.push_back({static_cast<std::uint32_t>(p) * Data::page_size + i});
    }
  }
  return changed;
}

}  // namespace espalier
