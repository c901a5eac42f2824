// SPDX-License-Identifier: GPL-3.0-or-later
//
// Automatic layout of the graph that is shown.
#include <algorithm>

#include "ui/canvas/canvas.h"
#include "ui/document/auto_layout.h"
#include "ui/document/edits/layout.h"

namespace espalier::ui {

void Canvas::arrangeIfUnplaced() {
  // Imported networks have no layout: where most cards lie on one another they are laid out at once.
  const std::vector<NodeId> ids = m_document.graph().nodes();
  const auto& cards = m_document.sheet().cards;
  const auto unplaced =
      std::count_if(ids.begin(), ids.end(), [&](NodeId id) { return !cards.contains(id); });
  if (unplaced > 1 && std::size_t(unplaced) * 2 > ids.size()) {
    startLayout(LayoutDirection::leftToRight);
  }
}

void Canvas::startLayout(LayoutDirection direction) {
  LayoutTask task;
  task.direction = direction;
  const std::set<NodeId>& selected = m_document.selection().nodes;
  const auto taken = [&](NodeId id) { return selected.size() < 2 || selected.contains(id); };
  for (const CardView& card : m_scene.cards()) {
    if (!taken(card.id)) continue;
    task.cards.emplace_back(card.id, card.rect.size());
    if (!m_document.sheet().cards.contains(card.id)) continue;
    task.now[card.id] = card.rect.topLeft();
    if (card.pinned) task.pinned.insert(card.id);
  }
  std::sort(task.cards.begin(), task.cards.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const WireView& wire : m_scene.wires()) {
    if (taken(wire.wire.from.node) && taken(wire.wire.to.node)) {
      task.wires.push_back({wire.wire.from.node, wire.wire.to.node});
    }
  }
  if (task.cards.empty()) return;
  emit message(tr("Arranging… Esc cancels"));
  m_layout->start(std::move(task));
}

void Canvas::cancelLayout() {
  m_layout->cancel();
  emit message(tr("Arranging was cancelled"));
}

bool Canvas::isLayingOut() const { return m_layout->isRunning(); }

void Canvas::useLayout(const CardPlaces& places) {
  // Drawn anew while it was worked on: cards that went are left out by the edit.
  const bool first = m_document.sheet().cards.empty();
  m_document.apply(Move(places, tr("Arrange")));
  emit message({});
  if (first || m_document.selection().nodes.size() < 2) fitAll();
}

}  // namespace espalier::ui
