// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/canvas/tools/resize_tool.h"

#include <algorithm>

#include "ui/canvas/canvas.h"
#include "ui/document/draft.h"
#include "ui/document/edits/layout.h"
#include "ui/document/placement.h"

namespace espalier::ui {

void ResizeTool::press(const PointerEvent&) {
  const SheetLayout& sheet = m_canvas.document().sheet();
  if (m_hit.kind == Hit::Kind::frameCorner) {
    const FrameLayout& frame = sheet.frames.at(m_hit.annotation);
    m_rect = QRectF(toPointF(frame.at), QSizeF(frame.width, frame.height));
  } else {
    const NoteLayout& note = sheet.notes.at(m_hit.annotation);
    m_rect = QRectF(toPointF(note.at), QSizeF(note.width, note.height));
  }
}

void ResizeTool::move(const PointerEvent& event) {
  const QPointF corner = snapped(event.scene);
  m_rect.setRight(std::max(m_rect.left() + 80, corner.x()));
  m_rect.setBottom(std::max(m_rect.top() + 40, corner.y()));
  m_moved = true;
  m_canvas.update();
}

void ResizeTool::release(const PointerEvent&) {
  Document& document = m_canvas.document();
  m_canvas.endTool();
  if (!m_moved) return;
  if (m_hit.kind == Hit::Kind::frameCorner) {
    FrameLayout frame = document.sheet().frames.at(m_hit.annotation);
    frame.width = m_rect.width();
    frame.height = m_rect.height();
    document.apply(PutFrame(frame, m_hit.annotation));
  } else {
    NoteLayout note = document.sheet().notes.at(m_hit.annotation);
    note.width = m_rect.width();
    note.height = m_rect.height();
    document.apply(PutNote(note, m_hit.annotation));
  }
}

void ResizeTool::paint(QPainter& painter) {
  QPen pen(m_canvas.scene().tokens().accent, 1.4);
  pen.setCosmetic(true);
  painter.setPen(pen);
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(m_rect);
}

}  // namespace espalier::ui
