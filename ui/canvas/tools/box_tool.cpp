// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/canvas/tools/box_tool.h"

#include <QApplication>
#include <QPainterPath>

#include "ui/canvas/canvas.h"
#include "ui/document/draft.h"

namespace espalier::ui {
namespace {

template <class Set> void toggle(Set& set, const Set& by) {
  for (const auto& element : by) {
    if (!set.erase(element)) set.insert(element);
  }
}

}  // namespace

void BoxTool::press(const PointerEvent& event) {
  m_lasso = event.modifiers.testFlag(Qt::AltModifier);
  m_before = m_canvas.document().selection();
  m_outline = QPolygonF({event.scene, event.scene});
}

void BoxTool::move(const PointerEvent& event) {
  if (m_lasso) {
    m_outline << event.scene;
  } else {
    m_outline[1] = event.scene;
  }
  Selection now = touched();
  if (event.modifiers.testFlag(Qt::ControlModifier)) {
    Selection all = m_before;
    toggle(all.nodes, now.nodes);
    toggle(all.wires, now.wires);
    toggle(all.frames, now.frames);
    now = all;
  } else if (event.modifiers.testFlag(Qt::ShiftModifier)) {
    now.nodes.insert(m_before.nodes.begin(), m_before.nodes.end());
    now.wires.insert(m_before.wires.begin(), m_before.wires.end());
    now.frames.insert(m_before.frames.begin(), m_before.frames.end());
  }
  now.focus = m_before.focus;
  m_canvas.document().select(std::move(now));
  m_canvas.update();
}

void BoxTool::release(const PointerEvent& event) {
  const double moved =
      (event.view - m_canvas.viewport().toView(m_outline.first())).manhattanLength();
  const bool adds = event.modifiers & (Qt::ShiftModifier | Qt::ControlModifier);
  if (moved < QApplication::startDragDistance() && !adds) m_canvas.document().clearSelection();
  m_canvas.endTool();
}

void BoxTool::cancel() { m_canvas.document().select(m_before); }

QPainterPath BoxTool::shape() const {
  QPainterPath path;
  if (m_lasso) {
    path.addPolygon(m_outline);
    path.closeSubpath();
  } else {
    path.addRect(QRectF(m_outline[0], m_outline[1]).normalized());
  }
  return path;
}

Selection BoxTool::touched() const {
  const QPainterPath area = shape();
  const QRectF bounds = area.boundingRect();
  const Scene& scene = m_canvas.scene();
  Selection now;
  for (const CardView& card : scene.cards()) {
    if (!card.rect.intersects(bounds)) continue;
    if (!m_lasso || area.intersects(card.rect)) now.nodes.insert(card.id);
  }
  const SheetLayout& sheet = m_canvas.document().sheet();
  for (const auto& [id, frame] : sheet.frames) {
    // Boxes are drawn within frames all the time: a frame is taken when it is enclosed.
    if (bounds.contains(QRectF(toPointF(frame.at), QSizeF(frame.width, frame.height)))) {
      now.frames.insert(int(id));
    }
  }
  for (const auto& [id, note] : sheet.notes) {
    if (area.intersects(QRectF(toPointF(note.at), QSizeF(note.width, note.height)))) {
      now.frames.insert(int(id));
    }
  }
  // Wires alone are selected where no card is touched.
  if (now.nodes.empty() && now.frames.empty()) {
    for (const WireView& wire : scene.wires()) {
      if (wire.bounds.intersects(bounds) && area.intersects(wire.path)) {
        now.wires.insert(wire.wire.to);
      }
    }
  }
  return now;
}

void BoxTool::paint(QPainter& painter) {
  const ThemeTokens& t = m_canvas.scene().tokens();
  QColor fill = t.accent;
  fill.setAlphaF(0.12F);
  QPen pen(t.accent, 1);
  pen.setCosmetic(true);
  painter.setPen(pen);
  painter.setBrush(fill);
  painter.drawPath(shape());
}

}  // namespace espalier::ui
