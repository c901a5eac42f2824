// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/canvas/tools/knot_tool.h"

#include "ui/canvas/canvas.h"
#include "ui/canvas/scene/wire_path.h"
#include "ui/document/draft.h"
#include "ui/document/edits/layout.h"
#include "ui/document/placement.h"

namespace espalier::ui {
namespace {

std::vector<QPointF> knotsOf(const Canvas& canvas, PortRef wire) {
  const WireView* view = canvas.scene().wire(wire);
  return view == nullptr ? std::vector<QPointF>() : view->knots;
}

void put(Canvas& canvas, PortRef wire, const std::vector<QPointF>& knots) {
  std::vector<Point> points;
  for (const QPointF& p : knots) points.push_back(toPoint(p));
  canvas.document().apply(SetKnots(wire, std::move(points)));
}

}  // namespace

void KnotTool::move(const PointerEvent& event) {
  m_at = snapped(event.scene);
  m_moved = true;
  m_canvas.update();
}

void KnotTool::release(const PointerEvent&) {
  std::vector<QPointF> knots = knotsOf(m_canvas, m_hit.wire);
  if (m_moved && m_hit.knot < knots.size()) {
    knots[m_hit.knot] = m_at;
    put(m_canvas, m_hit.wire, knots);
  }
  m_canvas.endTool();
}

void KnotTool::paint(QPainter& painter) {
  const WireView* view = m_canvas.scene().wire(m_hit.wire);
  if (!m_moved || view == nullptr) return;
  std::vector<QPointF> knots = view->knots;
  knots[m_hit.knot] = m_at;
  painter.setPen(QPen(m_canvas.scene().tokens().accent, 2));
  painter.setBrush(Qt::NoBrush);
  painter.drawPath(wirePath(view->path.elementAt(0), view->path.currentPosition(), {}, {}, knots));
}

void addKnot(Canvas& canvas, PortRef wire, QPointF at) {
  const WireView* view = canvas.scene().wire(wire);
  if (view == nullptr) return;
  std::vector<QPointF> knots = view->knots;
  const double t = nearestOnPath(view->path, at).t;
  std::size_t index = 0;
  while (index < knots.size() && nearestOnPath(view->path, knots[index]).t < t) ++index;
  knots.insert(knots.begin() + std::ptrdiff_t(index), snapped(at));
  put(canvas, wire, knots);
}

void removeKnot(Canvas& canvas, PortRef wire, std::size_t index) {
  std::vector<QPointF> knots = knotsOf(canvas, wire);
  if (index >= knots.size()) return;
  knots.erase(knots.begin() + std::ptrdiff_t(index));
  put(canvas, wire, knots);
}

}  // namespace espalier::ui
