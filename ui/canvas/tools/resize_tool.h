// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/canvas/tools/tool.h"

namespace espalier::ui {

// Drags the corner of a frame or a note.
class ResizeTool final : public Tool {
 public:
  ResizeTool(Canvas& canvas, const Hit& hit) : Tool(canvas), m_hit(hit) {}
  void press(const PointerEvent& event) override;
  void move(const PointerEvent& event) override;
  void release(const PointerEvent& event) override;
  void paint(QPainter& painter) override;
  Qt::CursorShape cursor() const override { return Qt::SizeFDiagCursor; }

 private:
  Hit m_hit;
  QRectF m_rect;
  bool m_moved = false;
};

}  // namespace espalier::ui
