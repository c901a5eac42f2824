// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/arrange.h"

#include <algorithm>
#include <vector>

#include "ui/document/placement.h"

namespace espalier::ui {

CardPlaces aligned(const CardRects& cards, Edge edge) {
  CardPlaces places;
  if (cards.empty()) return places;
  QRectF bounds;
  for (const auto& [id, rect] : cards) bounds |= rect;
  for (const auto& [id, rect] : cards) {
    QRectF to = rect;
    switch (edge) {
      case Edge::left:
        to.moveLeft(bounds.left());
        break;
      case Edge::right:
        to.moveRight(bounds.right());
        break;
      case Edge::top:
        to.moveTop(bounds.top());
        break;
      case Edge::bottom:
        to.moveBottom(bounds.bottom());
        break;
    }
    places[id] = to.topLeft();
  }
  return places;
}

CardPlaces distributed(const CardRects& cards, Qt::Orientation along) {
  CardPlaces places;
  if (cards.size() < 3) return places;
  const bool horizontal = along == Qt::Horizontal;
  std::vector<std::pair<NodeId, QRectF>> order(cards.begin(), cards.end());
  std::sort(order.begin(), order.end(), [&](const auto& a, const auto& b) {
    return horizontal ? a.second.left() < b.second.left() : a.second.top() < b.second.top();
  });
  double filled = 0;
  for (const auto& [id, rect] : order) filled += horizontal ? rect.width() : rect.height();
  const QRectF first = order.front().second, last = order.back().second;
  const double from = horizontal ? first.left() : first.top();
  const double to = horizontal ? last.right() : last.bottom();
  const double gap = (to - from - filled) / double(order.size() - 1);
  double at = from;
  for (const auto& [id, rect] : order) {
    places[id] = horizontal ? QPointF(at, rect.top()) : QPointF(rect.left(), at);
    at += (horizontal ? rect.width() : rect.height()) + gap;
  }
  return places;
}

CardPlaces straightened(const CardRects& cards, const Graph& graph) {
  CardPlaces places;
  for (const NodeId id : graph.topological()) {
    const auto card = cards.find(id);
    if (card == cards.end()) continue;
    QPointF at = card->second.topLeft();
    for (const ValueRef& input : graph.node(id).inputs) {
      const auto feeder = cards.find(input.node);
      if (!input || feeder == cards.end()) continue;
      const double middle = places.at(input.node).y() + feeder->second.height() / 2;
      at.setY(middle - card->second.height() / 2);
      break;
    }
    places[id] = at;
  }
  return places;
}

}  // namespace espalier::ui
