// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCursor>
#include <QKeyEvent>
#include <QPainter>
#include <memory>

#include "ui/canvas/hit.h"
#include "ui/canvas/paint/paint_state.h"

namespace espalier::ui {

class Canvas;

// A mouse event in both coordinates.
struct PointerEvent {
  QPointF view, scene;
  QPoint global;
  Qt::MouseButton button = Qt::NoButton;
  Qt::MouseButtons buttons;
  Qt::KeyboardModifiers modifiers;
};

// One gesture of the mouse or the keyboard: begun by a press (or a key), it gets every event until it
// calls Canvas::endTool(). It changes the document when it ends, or in a transaction that it takes
// back in cancel().
class Tool {
 public:
  explicit Tool(Canvas& canvas) : m_canvas(canvas) {}
  virtual ~Tool() = default;
  Tool(const Tool&) = delete;
  Tool& operator=(const Tool&) = delete;

  virtual void press(const PointerEvent&) {}
  virtual void move(const PointerEvent&) {}
  virtual void release(const PointerEvent&) {}
  virtual bool key(QKeyEvent&) { return false; }  // true: taken
  virtual void cancel() {}                        // Esc, or the window lost the pointer
  virtual void paint(QPainter&) {}                // in scene coordinates
  virtual void paintOnTop(QPainter&) {}           // in those of the widget
  virtual PortLook portLook(NodeId, std::uint32_t, bool /*input*/) { return PortLook::normal; }
  virtual bool showsPorts() const { return false; }  // portLook() is to be asked
  virtual Qt::CursorShape cursor() const { return Qt::ArrowCursor; }
  virtual bool scrollsAtEdges() const { return true; }

 protected:
  Canvas& m_canvas;
};

// The gesture that a press begins, by what lies under the pointer. Null: none does.
std::unique_ptr<Tool> toolFor(Canvas& canvas, const Hit& hit, const PointerEvent& event);

}  // namespace espalier::ui
