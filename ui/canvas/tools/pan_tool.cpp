// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/canvas/tools/pan_tool.h"

#include "ui/canvas/canvas.h"

namespace espalier::ui {

void PanTool::move(const PointerEvent& event) {
  m_canvas.scrollBy(m_last - event.view);
  m_last = event.view;
}

void PanTool::release(const PointerEvent&) { m_canvas.endTool(); }

}  // namespace espalier::ui
