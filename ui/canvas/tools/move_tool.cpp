// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/canvas/tools/move_tool.h"

#include <QApplication>

#include "ui/canvas/canvas.h"
#include "ui/document/draft.h"
#include "ui/document/edits/layout.h"
#include "ui/document/edits/wires.h"
#include "ui/document/placement.h"

namespace espalier::ui {

void MoveTool::press(const PointerEvent& event) {
  m_start = event.scene;
  m_startView = event.view;
  m_modifiers = event.modifiers;
  selectPressed();
}

void MoveTool::selectPressed() {
  Document& document = m_canvas.document();
  Selection now = document.selection();
  const bool adds = m_modifiers & (Qt::ShiftModifier | Qt::ControlModifier);
  const int annotation = int(m_hit.annotation);
  m_wasSelected = m_hit.node ? now.nodes.contains(m_hit.node) : now.frames.contains(annotation);
  if (m_wasSelected) {
    // What a click means is known when it is over; a drag takes all that is selected.
    if (m_hit.node) now.focus = m_hit.node;
  } else {
    if (!adds) now = {};
    if (m_hit.node) {
      now.nodes.insert(m_hit.node);
      now.focus = m_hit.node;
    } else {
      now.frames.insert(annotation);
    }
  }
  document.select(std::move(now));
}

void MoveTool::begin() {
  Document& document = m_canvas.document();
  m_dragging = true;
  m_canvas.setCursor(cursor());
  if (m_modifiers.testFlag(Qt::ControlModifier) && m_hit.node) {
    if (!m_wasSelected) document.select(m_hit.node);
    m_step.emplace(document, tr("Pull out of the chain"));
    document.apply(PullOut(document.selection().nodes));
  } else {
    m_step.emplace(document, QString());
  }
  const Selection& selection = document.selection();
  const SheetLayout& sheet = document.sheet();
  std::set<NodeId> nodes = selection.nodes;
  for (const int id : selection.frames) {
    const auto key = std::uint32_t(id);
    if (const auto note = sheet.notes.find(key); note != sheet.notes.end()) {
      m_annotations[key] = toPointF(note->second.at);
    }
    const auto frame = sheet.frames.find(key);
    if (frame == sheet.frames.end()) continue;
    m_annotations[key] = toPointF(frame->second.at);
    // A frame takes along what lies in it.
    const QRectF rect(toPointF(frame->second.at),
                      QSizeF(frame->second.width, frame->second.height));
    for (const CardView& card : m_canvas.scene().cards()) {
      if (rect.contains(card.rect.center())) nodes.insert(card.id);
    }
  }
  for (const auto& [id, rect] : m_canvas.scene().rects(nodes)) m_from[id] = rect.topLeft();
}

void MoveTool::move(const PointerEvent& event) {
  if (!m_dragging) {
    const double moved = (event.view - m_startView).manhattanLength();
    if (moved < QApplication::startDragDistance()) return;
    begin();
  }
  m_delta = snappedDelta(event.scene - m_start);
  CardPlaces places;
  for (const auto& [id, at] : m_from) places[id] = at + m_delta;
  m_canvas.setDragged(places);
  lookForWire(event);
}

// The whole selection snaps as the card under the pointer does.
QPointF MoveTool::snappedDelta(QPointF delta) {
  m_guide.reset();
  const auto grabbed = m_from.find(m_hit.node);
  if (grabbed == m_from.end()) return snapped(delta);
  QPointF to = snapped(grabbed->second + delta);
  const Scene& scene = m_canvas.scene();
  const CardView* card = scene.card(m_hit.node);
  constexpr double kReach = 7;
  double best = kReach;
  for (const WireView& wire : scene.wires()) {
    const bool in = wire.wire.to.node == m_hit.node, out = wire.wire.from.node == m_hit.node;
    if (in == out) continue;
    const NodeId other = in ? wire.wire.from.node : wire.wire.to.node;
    if (m_from.contains(other)) continue;
    const CardView* neighbour = scene.card(other);
    const double here =
        (in ? card->inputAt(wire.wire.to.port) : card->outputAt(wire.wire.from.port)).y() -
        card->rect.top();
    const double there =
        (in ? neighbour->outputAt(wire.wire.from.port) : neighbour->inputAt(wire.wire.to.port)).y();
    const double off = std::abs(grabbed->second.y() + delta.y() + here - there);
    if (off >= best) continue;
    best = off;
    to.setY(there - here);
    m_guide = there;
  }
  return to - grabbed->second;
}

void MoveTool::lookForWire(const PointerEvent& event) {
  m_onto.reset();
  if (m_from.size() == 1 && m_annotations.empty() && !event.modifiers.testFlag(Qt::AltModifier)) {
    const NodeId id = m_from.begin()->first;
    const CardView* card = m_canvas.scene().card(id);
    const double reach = card->rect.height() / 2;
    const WireView* wire = wireNear(m_canvas.scene(), card->rect.center(), reach, {id});
    const Document& document = m_canvas.document();
    if (wire != nullptr &&
        PutOnWire::possible(document.project().network, document.graph(), id, wire->wire.to)) {
      m_onto = wire->wire.to;
    }
  }
  m_canvas.highlightWire(m_onto);
}

void MoveTool::release(const PointerEvent& event) {
  if (m_dragging) {
    finish(event);
  } else if (m_wasSelected) {
    Document& document = m_canvas.document();
    Selection now = document.selection();
    if (m_modifiers.testFlag(Qt::ControlModifier)) {
      now.nodes.erase(m_hit.node);
      now.frames.erase(int(m_hit.annotation));
      document.select(std::move(now));
    } else if (!m_modifiers.testFlag(Qt::ShiftModifier)) {
      document.select(m_hit.node ? Selection::of(m_hit.node)
                                 : Selection{{}, {}, {int(m_hit.annotation)}, {}});
    }
  }
  m_canvas.endTool();
}

void MoveTool::finish(const PointerEvent&) {
  Document& document = m_canvas.document();
  m_canvas.setDragged({});
  m_canvas.highlightWire({});
  if (!m_delta.isNull()) {
    CardPlaces places;
    for (const auto& [id, at] : m_from) places[id] = at + m_delta;
    std::map<std::uint32_t, QPointF> annotations;
    for (const auto& [id, at] : m_annotations) annotations[id] = at + m_delta;
    // The bends of wires between moved cards go along.
    std::map<PortRef, std::vector<Point>> bends;
    for (const auto& [wire, knots] : document.sheet().knots) {
      const Node* node = document.graph().find(wire.node);
      if (node == nullptr || !m_from.contains(wire.node) || wire.port >= node->inputs.size() ||
          !m_from.contains(node->inputs[wire.port].node)) {
        continue;
      }
      for (const Point& p : knots) bends[wire].push_back(toPoint(toPointF(p) + m_delta));
    }
    Move edit(places);
    edit.with(std::move(annotations)).with(std::move(bends));
    if (!m_modifiers.testFlag(Qt::ControlModifier)) m_step->setText(edit.text());
    document.apply(edit);
  }
  if (m_onto) {
    PutOnWire put(m_from.begin()->first, *m_onto);
    // Refused: the card stays where it was let go, and the reason is shown.
    if (document.apply(put)) m_step->setText(put.text());
  }
  m_step->commit();
  m_step.reset();
}

void MoveTool::cancel() {
  m_canvas.setDragged({});
  m_canvas.highlightWire({});
  m_step.reset();  // takes back
}

void MoveTool::paint(QPainter& painter) {
  if (!m_guide) return;
  const ThemeTokens& t = m_canvas.scene().tokens();
  QPen pen(t.accent, 1, Qt::DashLine);
  pen.setCosmetic(true);
  painter.setPen(pen);
  const QRectF visible = m_canvas.viewport().visible();
  painter.drawLine(QPointF(visible.left(), *m_guide), QPointF(visible.right(), *m_guide));
}

}  // namespace espalier::ui
