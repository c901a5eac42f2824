// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/edits/clipboard.h"

#include <QRectF>

#include "engine/project/fragment.h"
#include "ui/document/document.h"
#include "ui/document/draft.h"
#include "ui/document/layer_kind.h"
#include "ui/document/placement.h"
#include "ui/widgets/text.h"

namespace espalier::ui {
namespace {

constexpr double kAside = 24;  // of a paste from what lies where it should go

std::string fragmentOf(const Network& network, const Graph& graph, const std::set<NodeId>& nodes,
                       const SheetLayout& sheet) {
  std::vector<NodeId> ids;
  for (const NodeId id : nodes) {
    if (graph.contains(id)) ids.push_back(id);
  }
  return ids.empty() ? std::string() : to_fragment(network, graph, ids, sheet);
}

// Pastes and shifts what came in by what `offset` says of its bounds; selects it.
template <class Offset>
Outcome insert(Draft& draft, const std::string& fragment, bool keepIncoming, QStringList& warnings,
               Offset offset) {
  SheetLayout sheet = draft.sheet();
  Network& network = draft.editNetworkOf(draft.sheetName());
  Graph graph = draft.graph();
  PasteOptions options;
  options.keep_incoming = keepIncoming;
  const Pasted pasted = paste(network, graph, sheet, fragment, options);
  draft.edit() = graph;
  for (const std::string& group : pasted.groups) draft.noteNewGroup(group);
  for (const std::string& group : pasted.groups) {
    if (!holdsGroup(draft.network(), group, draft.sheetName())) continue;
    return Outcome::refused(QCoreApplication::translate("Edit", "A group cannot hold itself: %1")
                                .arg(QString::fromStdString(group)));
  }
  QRectF bounds;
  for (const NodeId id : pasted.ids) {
    bounds |= QRectF(toPointF(sheet.cards[id].at), QSizeF(kCardWidth, kCardHeight));
  }
  QPointF shift = offset(bounds);
  // Not exactly upon what is there: a second paste at the same place would look like none.
  const auto covered = [&] {
    for (const NodeId id : pasted.ids) {
      const QPointF at = toPointF(sheet.cards[id].at) + shift;
      for (const auto& [other, card] : draft.sheet().cards)
        if (draft.graph().contains(other) && toPointF(card.at) == at) return true;
    }
    return false;
  };
  while (covered()) shift += QPointF(kAside, kAside);
  Selection selection;
  for (const NodeId id : pasted.ids) {
    CardLayout card = sheet.cards[id];
    card.at = toPoint(toPointF(card.at) + shift);
    draft.setCard(id, card);
    selection.nodes.insert(id);
  }
  for (const auto& [wire, knots] : sheet.knots) {
    if (!selection.nodes.contains(wire.node)) continue;
    std::vector<Point> moved = knots;
    for (Point& p : moved) p = toPoint(toPointF(p) + shift);
    draft.setKnots(wire, moved);
  }
  for (const Message& message : pasted.warnings) warnings << translated(message);
  draft.selectAfter(std::move(selection));
  return {};
}

}  // namespace

QString copiedText(const Document& document) {
  return QString::fromStdString(fragmentOf(document.project().network, document.graph(),
                                           document.selection().nodes, document.sheet()));
}

Outcome Paste::apply(Draft& draft) {
  return insert(draft, m_fragment.toStdString(), m_keepIncoming, m_warnings,
                [&](const QRectF& bounds) { return snapped(m_middle - bounds.center()); });
}

Outcome Duplicate::apply(Draft& draft) {
  const std::string fragment = fragmentOf(draft.network(), draft.graph(), m_nodes, draft.sheet());
  if (fragment.empty()) return {};
  QStringList warnings;
  return insert(draft, fragment, m_keepIncoming, warnings, [&](const QRectF&) { return m_offset; });
}

}  // namespace espalier::ui
