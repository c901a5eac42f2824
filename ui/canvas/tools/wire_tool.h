// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <optional>
#include <vector>

#include "ui/canvas/tools/tool.h"
#include "ui/document/fit.h"

namespace espalier::ui {

// Draws a wire from a port: drag, or click and click again. It snaps to ports that can take it; the
// others grey out, and the reason stands by the pointer. Let go in the void it opens quick-add. Begun
// by the keyboard, arrows choose among the ports that can take it and Enter wires.
class WireTool final : public Tool {
  Q_DECLARE_TR_FUNCTIONS(WireTool)

 public:
  enum class Start {
    fresh,     // a new wire
    takeAlong  // Ctrl: the end of the wire (or wires) at this port is in hand
  };
  WireTool(Canvas& canvas, const Hit& port, Start start);
  // From the keyboard: the pointer plays no part.
  static std::unique_ptr<WireTool> byKeyboard(Canvas& canvas, NodeId from);

  void press(const PointerEvent& event) override;
  void move(const PointerEvent& event) override;
  void release(const PointerEvent& event) override;
  bool key(QKeyEvent& event) override;
  void cancel() override;
  void paint(QPainter& painter) override;
  void paintOnTop(QPainter& painter) override;
  PortLook portLook(NodeId node, std::uint32_t port, bool input) override;
  bool showsPorts() const override { return true; }
  Qt::CursorShape cursor() const override { return Qt::CrossCursor; }

 private:
  std::optional<ValueRef> m_from;  // in hand is the end at an input …
  std::vector<PortRef> m_to;       // … or the one at an output; several when taken along
  std::optional<PortRef> m_taken;  // the input that the wire was taken off
  std::optional<WireCheck> m_check;
  QPointF m_anchor, m_tip, m_pressedAt;
  bool m_pressed = false, m_sticky = false, m_keyboard = false;
  Hit m_target;                // the port that it would go to
  QString m_reason;            // why it cannot go where the pointer is
  bool m_poor = false;         // allowed, but the shape will not fit
  std::vector<Hit> m_choices;  // keyboard: ports that can take it

  Outcome allowed(const Hit& port) const;
  void aim(QPointF scene);
  Hit bestPortOf(const CardView& card) const;
  void drop(const PointerEvent& event);
  void connectTo(const Hit& port);
  void collectChoices();
  void choose(int key);
  QPointF placeOf(const Hit& port) const;
  bool isOrigin(const Hit& port) const;
};

}  // namespace espalier::ui
