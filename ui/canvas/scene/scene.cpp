// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/canvas/scene/scene.h"

#include <QFontMetricsF>
#include <algorithm>

#include "ui/canvas/scene/wire_path.h"
#include "ui/document/draft.h"
#include "ui/document/fit.h"

namespace espalier::ui {
namespace {

std::uint64_t key(PortRef to) { return (std::uint64_t{to.node.value} << 32) | to.port; }

// Takes an element out of a flat list; the last one fills the gap.
template <class List, class Index, class KeyOf>
void takeOut(List& list, Index& index, std::size_t at, KeyOf keyOf) {
  index.erase(keyOf(list[at]));
  if (at + 1 != list.size()) {
    list[at] = std::move(list.back());
    index[keyOf(list[at])] = at;
  }
  list.pop_back();
}

// What a chip shows: the shape; of sequences and the like their type.
QString chipText(const Type& type) {
  if (type.kind == Type::Kind::unknown) return {};
  if (type.has_shape()) return QString::fromStdString(to_string(*type.shape));
  return QString::fromStdString(to_string(type));
}

// Beside the middle of the wire: on it where there is room, else above both cards.
QRectF chipPlace(const WireView& wire, QSizeF size, const QRectF& from, const QRectF& to) {
  const double t = 0.5;
  QPointF middle = wire.path.pointAtPercent(t);
  const QPointF start = wire.path.elementAt(0);
  const bool forward = to.left() >= from.right();
  const bool level = forward && std::abs(middle.y() - start.y()) < 1;
  if (level && to.left() - from.right() < size.width() + 16) {
    middle.setY(std::min(from.top(), to.top()) - size.height() / 2 - 6);
  } else if (forward && !level && to.left() - from.right() < size.width() + 16) {
    // A steep curve in a narrow gap: over its lower or upper end, off the cards.
    const bool down = to.center().y() > from.center().y();
    middle = {to.left() - size.width() / 2 - 2,
              down ? to.top() - size.height() / 2 - 4 : to.bottom() + size.height() / 2 + 4};
  }
  return QRectF(middle - QPointF(size.width(), size.height()) / 2, size);
}

}  // namespace

Scene::Scene(const Document& document, const ThemeTokens& tokens)
    : m_document(document), m_tokens(tokens) {
  rebuild();
}

void Scene::rebuild() {
  m_cards.clear();
  m_wires.clear();
  m_cardIndex.clear();
  m_wireIndex.clear();
  m_dragged.clear();
  const std::vector<NodeId> ids = m_document.graph().nodes();
  m_cards.reserve(ids.size());
  for (const NodeId id : ids) putCard(id);
  for (const NodeId id : ids) putWiresInto(id);
  findGreatestShare();
}

void Scene::follow(const Change& change) {
  if (change.everything) return rebuild();
  const Graph& graph = m_document.graph();
  std::set<NodeId> users;
  for (const NodeId id : change.nodes) {
    removeWiresInto(id);
    if (!graph.contains(id)) {
      removeCard(id);
      continue;
    }
    putCard(id);
    for (const Wire& wire : graph.wires_from(id)) users.insert(wire.to.node);
  }
  for (const NodeId id : change.nodes) {
    if (!graph.contains(id)) continue;
    putWiresInto(id);
    // The feeder's output may have become wired or open.
    for (const ValueRef& input : graph.node(id).inputs) {
      if (input && m_cardIndex.contains(input.node)) users.insert(input.node);
    }
  }
  for (const NodeId id : users) {
    if (!std::binary_search(change.nodes.begin(), change.nodes.end(), id)) putCard(id);
    routeAround(id);
  }
  for (const NodeId id : change.places) {
    if (!graph.contains(id)) continue;
    putCard(id);
    routeAround(id);
  }
  if (change.annotations) {
    for (const WireView& view : std::vector<WireView>(m_wires)) {
      const bool bent = m_document.sheet().knots.contains(view.wire.to);
      if (bent || !view.knots.empty()) putWire(view.wire);
    }
  }
  findGreatestShare();
}

void Scene::setTokens(const ThemeTokens& tokens) {
  m_tokens = tokens;
  rebuild();
}

void Scene::refreshShares() {
  for (CardView& card : m_cards) card.share = m_document.overlayShare(card.id);
  findGreatestShare();
}

void Scene::findGreatestShare() {
  m_greatestShare = 0;
  for (const CardView& card : m_cards) m_greatestShare = std::max(m_greatestShare, card.share);
}

const CardView* Scene::card(NodeId id) const {
  const auto it = m_cardIndex.find(id);
  return it == m_cardIndex.end() ? nullptr : &m_cards[it->second];
}

const WireView* Scene::wire(PortRef to) const {
  const auto it = m_wireIndex.find(key(to));
  return it == m_wireIndex.end() ? nullptr : &m_wires[it->second];
}

QRectF Scene::bounds() const {
  QRectF all;
  for (const CardView& card : m_cards) all |= card.rect;
  for (const auto& [id, frame] : m_document.sheet().frames) {
    all |= QRectF(toPointF(frame.at), QSizeF(frame.width, frame.height));
  }
  for (const auto& [id, note] : m_document.sheet().notes) {
    all |= QRectF(toPointF(note.at), QSizeF(note.width, note.height));
  }
  return all;
}

QRectF Scene::boundsOf(const Selection& what) const {
  QRectF all;
  for (const NodeId id : what.nodes) {
    if (const CardView* view = card(id)) all |= view->rect;
  }
  for (const PortRef to : what.wires) {
    if (const WireView* view = wire(to)) all |= view->bounds;
  }
  return all;
}

CardRects Scene::rects(const std::set<NodeId>& ids) const {
  CardRects rects;
  for (const NodeId id : ids) {
    if (const CardView* view = card(id)) rects[id] = view->rect;
  }
  return rects;
}

void Scene::setDragged(const CardPlaces& places) {
  std::set<NodeId> moved;
  for (const auto& [id, at] : m_dragged) moved.insert(id);
  for (const auto& [id, at] : places) moved.insert(id);
  m_dragged = places;
  for (const NodeId id : moved) {
    const auto it = m_cardIndex.find(id);
    if (it == m_cardIndex.end()) continue;
    const auto at = m_dragged.find(id);
    m_cards[it->second].rect.moveTopLeft(at == m_dragged.end() ? m_document.place(id) : at->second);
  }
  for (const NodeId id : moved) routeAround(id);
}

void Scene::putCard(NodeId id) {
  CardView view = cardView(m_document, m_document.graph().node(id), m_tokens);
  if (const auto at = m_dragged.find(id); at != m_dragged.end()) view.rect.moveTopLeft(at->second);
  const auto [it, fresh] = m_cardIndex.try_emplace(id, m_cards.size());
  if (fresh) {
    m_cards.push_back(std::move(view));
  } else {
    m_cards[it->second] = std::move(view);
  }
}

void Scene::removeCard(NodeId id) {
  const auto it = m_cardIndex.find(id);
  if (it == m_cardIndex.end()) return;
  takeOut(m_cards, m_cardIndex, it->second, [](const CardView& c) { return c.id; });
}

void Scene::putWiresInto(NodeId id) {
  const std::vector<ValueRef>& inputs = m_document.graph().node(id).inputs;
  for (std::uint32_t port = 0; port < inputs.size(); ++port) {
    if (inputs[port]) putWire({inputs[port], {id, port}});
  }
}

void Scene::removeWiresInto(NodeId id) {
  std::vector<PortRef> gone;
  const auto card = m_cardIndex.find(id);
  if (card == m_cardIndex.end()) return;
  for (const PortView& port : m_cards[card->second].inputs) gone.push_back({id, port.port});
  for (const PortRef to : gone) removeWire(to);
}

void Scene::removeWire(PortRef to) {
  const auto it = m_wireIndex.find(key(to));
  if (it == m_wireIndex.end()) return;
  takeOut(m_wires, m_wireIndex, it->second, [](const WireView& w) { return key(w.wire.to); });
}

void Scene::putWire(const Wire& wire) {
  const CardView* from = card(wire.from.node);
  const CardView* to = card(wire.to.node);
  if (from == nullptr || to == nullptr) return;
  WireView view;
  view.wire = wire;
  const auto knots = m_document.sheet().knots.find(wire.to);
  if (knots != m_document.sheet().knots.end()) {
    for (const Point& p : knots->second) view.knots.push_back(toPointF(p));
  }
  view.path = wirePath(from->outputAt(wire.from.port), to->inputAt(wire.to.port), from->rect,
                       to->rect, view.knots);
  view.bounds = view.path.boundingRect().adjusted(-2, -2, 2, 2);
  const Node& user = m_document.graph().node(wire.to.node);
  view.training = user.op->training_only;
  if (const NodeInfo* info = m_document.info(wire.to.node)) {
    view.bad = std::any_of(info->diagnostics.begin(), info->diagnostics.end(), [&](const auto& d) {
      return d.severity == Severity::error && d.input == int(wire.to.port);
    });
  }
  view.chip = chipText(typeOf(m_document, wire.from));
  if (!view.chip.isEmpty()) {
    const double width = QFontMetricsF(m_tokens.mono(m_tokens.tiny)).horizontalAdvance(view.chip);
    view.chipRect = chipPlace(view, {width + 14, 18}, from->rect, to->rect);
  }
  const auto [it, fresh] = m_wireIndex.try_emplace(key(wire.to), m_wires.size());
  if (fresh) {
    m_wires.push_back(std::move(view));
  } else {
    m_wires[it->second] = std::move(view);
  }
}

void Scene::routeAround(NodeId id) {
  const Graph& graph = m_document.graph();
  if (!graph.contains(id)) return;
  putWiresInto(id);
  for (const Wire& wire : graph.wires_from(id)) putWire(wire);
}

}  // namespace espalier::ui
