// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/edits/heal.h"

#include <deque>
#include <unordered_set>

#include "ui/document/placement.h"

namespace espalier::ui {
namespace {

// What flows into `node` of the set from outside; nothing where its chain is open.
ValueRef sourceOutside(const Graph& graph, const std::set<NodeId>& nodes, NodeId node) {
  std::set<NodeId> seen;
  while (seen.insert(node).second) {
    ValueRef first;
    for (const ValueRef& input : graph.node(node).inputs) {
      if (input && !first) first = input;
    }
    if (!first || !nodes.contains(first.node)) return first;
    node = first.node;
  }
  return {};
}

}  // namespace

Outcome heal(Draft& draft, const std::set<NodeId>& nodes) {
  struct Rewire {
    PortRef to;
    ValueRef from;
  };
  std::vector<Rewire> work;
  for (const NodeId id : nodes) {
    if (!draft.graph().contains(id)) continue;
    for (const Wire& wire : draft.graph().wires_from(id)) {
      if (nodes.contains(wire.to.node)) continue;
      work.push_back({wire.to, sourceOutside(draft.graph(), nodes, id)});
    }
  }
  // From the last port down, for a variadic operator closes its ranks.
  std::sort(work.begin(), work.end(), [](const Rewire& a, const Rewire& b) { return b.to < a.to; });
  for (const Rewire& r : work) {
    const Outcome o = r.from ? outcome(draft.edit().connect(r.from, r.to))
                             : outcome(draft.edit().disconnect(r.to));
    if (!o) return o;
  }
  return {};
}

void makeRoom(Draft& draft, NodeId first, double from, double dx) {
  if (dx <= 0) return;
  const auto& cards = draft.sheet().cards;
  std::unordered_set<NodeId> seen{first};
  std::deque<NodeId> queue{first};
  std::vector<std::pair<NodeId, QPointF>> moves;
  while (!queue.empty()) {
    const NodeId id = queue.front();
    queue.pop_front();
    const auto card = cards.find(id);
    // A card that lies left of the gap begins another row: it and what follows stay.
    if (card == cards.end() || card->second.at.x < from || card->second.pinned) continue;
    moves.emplace_back(id, toPointF(card->second.at) + QPointF(dx, 0));
    for (const Wire& wire : draft.graph().wires_from(id)) {
      if (seen.insert(wire.to.node).second) queue.push_back(wire.to.node);
    }
  }
  for (const auto& [id, at] : moves) draft.setPlace(id, snapped(at));
}

}  // namespace espalier::ui
