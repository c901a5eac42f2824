// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/canvas/tools/tool.h"

namespace espalier::ui {

// Drags the view.
class PanTool final : public Tool {
 public:
  using Tool::Tool;
  void press(const PointerEvent& event) override { m_last = event.view; }
  void move(const PointerEvent& event) override;
  void release(const PointerEvent& event) override;
  Qt::CursorShape cursor() const override { return Qt::ClosedHandCursor; }
  bool scrollsAtEdges() const override { return false; }

 private:
  QPointF m_last;
};

}  // namespace espalier::ui
