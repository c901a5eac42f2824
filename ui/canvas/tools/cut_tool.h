// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPolygonF>

#include "ui/canvas/tools/tool.h"

namespace espalier::ui {

// Cuts the wires that a stroke crosses.
class CutTool final : public Tool {
 public:
  using Tool::Tool;
  void press(const PointerEvent& event) override { m_stroke = QPolygonF({event.scene}); }
  void move(const PointerEvent& event) override;
  void release(const PointerEvent& event) override;
  void paint(QPainter& painter) override;
  Qt::CursorShape cursor() const override { return Qt::CrossCursor; }

 private:
  QPolygonF m_stroke;

  std::vector<PortRef> crossed() const;
};

}  // namespace espalier::ui
