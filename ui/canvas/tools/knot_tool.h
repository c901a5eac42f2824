// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/canvas/tools/tool.h"

namespace espalier::ui {

// Moves a knot of a wire.
class KnotTool final : public Tool {
 public:
  KnotTool(Canvas& canvas, const Hit& hit) : Tool(canvas), m_hit(hit) {}
  void press(const PointerEvent& event) override { m_at = event.scene; }
  void move(const PointerEvent& event) override;
  void release(const PointerEvent& event) override;
  void paint(QPainter& painter) override;
  Qt::CursorShape cursor() const override { return Qt::SizeAllCursor; }

 private:
  Hit m_hit;
  QPointF m_at;
  bool m_moved = false;
};

// Adds a bend to a wire at a place, between those that it has; takes one away.
void addKnot(Canvas& canvas, PortRef wire, QPointF at);
void removeKnot(Canvas& canvas, PortRef wire, std::size_t index);

}  // namespace espalier::ui
