// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPolygonF>

#include "ui/canvas/tools/tool.h"

namespace espalier::ui {

// Selects by a box, or with Alt by a lasso: what it touches. Shift adds, Ctrl toggles.
class BoxTool final : public Tool {
 public:
  using Tool::Tool;
  void press(const PointerEvent& event) override;
  void move(const PointerEvent& event) override;
  void release(const PointerEvent& event) override;
  void cancel() override;
  void paint(QPainter& painter) override;
  Qt::CursorShape cursor() const override { return Qt::CrossCursor; }

 private:
  QPolygonF m_outline;  // a lasso's points; a box's two corners
  bool m_lasso = false;
  Selection m_before;

  QPainterPath shape() const;
  Selection touched() const;
};

}  // namespace espalier::ui
