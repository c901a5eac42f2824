// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <optional>

#include "ui/canvas/tools/tool.h"
#include "ui/document/document.h"

namespace espalier::ui {

// Press on a card (frame, note): selects it; dragged, moves what is selected. Cards snap to the grid
// and to the height of the cards they are wired to. A card with open ends that is let go on a wire goes
// into it (not with Alt). With Ctrl the cards are pulled out of their chain first.
class MoveTool final : public Tool {
  Q_DECLARE_TR_FUNCTIONS(MoveTool)

 public:
  MoveTool(Canvas& canvas, const Hit& hit) : Tool(canvas), m_hit(hit) {}
  void press(const PointerEvent& event) override;
  void move(const PointerEvent& event) override;
  void release(const PointerEvent& event) override;
  void cancel() override;
  void paint(QPainter& painter) override;
  Qt::CursorShape cursor() const override {
    return m_dragging ? Qt::SizeAllCursor : Qt::ArrowCursor;
  }

 private:
  Hit m_hit;
  QPointF m_start, m_startView;
  Qt::KeyboardModifiers m_modifiers;
  bool m_wasSelected = false;
  bool m_dragging = false;
  CardPlaces m_from;                               // cards where they were
  std::map<std::uint32_t, QPointF> m_annotations;  // frames and notes where they were
  QPointF m_delta;
  std::optional<double> m_guide;  // the height that a card snapped to
  std::optional<PortRef> m_onto;  // the wire it would go into
  std::optional<Transaction> m_step;

  void selectPressed();
  void begin();
  QPointF snappedDelta(QPointF delta);
  void lookForWire(const PointerEvent& event);
  void finish(const PointerEvent& event);
};

}  // namespace espalier::ui
