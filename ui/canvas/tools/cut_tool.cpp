// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/canvas/tools/cut_tool.h"

#include <QLineF>

#include "ui/canvas/canvas.h"
#include "ui/document/edits/wires.h"

namespace espalier::ui {
namespace {

bool crosses(const QPolygonF& a, const QPolygonF& b) {
  for (qsizetype i = 0; i + 1 < a.size(); ++i) {
    for (qsizetype j = 0; j + 1 < b.size(); ++j) {
      if (QLineF(a[i], a[i + 1]).intersects(QLineF(b[j], b[j + 1])) ==
          QLineF::BoundedIntersection) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace

void CutTool::move(const PointerEvent& event) {
  m_stroke << event.scene;
  m_canvas.update();
}

std::vector<PortRef> CutTool::crossed() const {
  std::vector<PortRef> wires;
  const QRectF bounds = m_stroke.boundingRect().adjusted(-1, -1, 1, 1);
  for (const WireView& wire : m_canvas.scene().wires()) {
    if (!wire.bounds.intersects(bounds)) continue;
    for (const QPolygonF& run : wire.path.toSubpathPolygons()) {
      if (!crosses(run, m_stroke)) continue;
      wires.push_back(wire.wire.to);
      break;
    }
  }
  return wires;
}

void CutTool::release(const PointerEvent&) {
  const std::vector<PortRef> wires = crossed();
  m_canvas.endTool();
  if (!wires.empty()) m_canvas.document().apply(Disconnect(wires));
}

void CutTool::paint(QPainter& painter) {
  QPen pen(m_canvas.scene().tokens().bad, 1.5, Qt::DashLine);
  pen.setCosmetic(true);
  painter.setPen(pen);
  painter.setBrush(Qt::NoBrush);
  painter.drawPolyline(m_stroke);
}

}  // namespace espalier::ui
