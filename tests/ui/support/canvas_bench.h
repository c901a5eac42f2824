// SPDX-License-Identifier: GPL-3.0-or-later
//
// A canvas in a window, driven by real mouse and key events.
#pragma once

#include <QApplication>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QMimeData>

#include "tests/ui/support/drawing.h"
#include "ui/canvas/canvas.h"
#include "ui/canvas/canvas_actions.h"
#include "ui/widgets/theme.h"

namespace espalier::ui {

struct CanvasBench {
  Document document;
  std::unique_ptr<Canvas> canvas;

  CanvasBench() {
    Theme::instance().setReducedMotion(true);
    canvas = std::make_unique<Canvas>(document);
    canvas->resize(1500, 700);
    canvas->show();
    canvas->activateWindow();
    canvas->setFocus();
    if (!QTest::qWaitForWindowActive(canvas.get())) qWarning("the window is not active");
    canvas->setScale(1, {0, 0});
    look({-60, -200});
  }

  // The scene's place in the corner of the view.
  void look(QPointF origin) {
    const QSizeF size = canvas->viewport().size;
    canvas->centerOn(origin + QPointF(size.width(), size.height()) / 2);
  }
  QPoint at(QPointF scene) const { return canvas->viewport().toView(scene).toPoint(); }
  QPoint middle(NodeId id) const { return at(canvas->scene().card(id)->rect.center()); }
  QPoint input(NodeId id, std::uint32_t port = 0) const {
    return at(canvas->scene().card(id)->inputAt(port));
  }
  QPoint output(NodeId id) const { return at(canvas->scene().card(id)->outputAt(0)); }

  // Modifiers of moves are those of the keyboard, so that a drag is sent event by event.
  void send(QEvent::Type type, QPoint at, Qt::MouseButton button, Qt::MouseButtons buttons,
            Qt::KeyboardModifiers modifiers) {
    QMouseEvent event(type, QPointF(at), canvas->mapToGlobal(QPointF(at)), button, buttons,
                      modifiers);
    QApplication::sendEvent(canvas.get(), &event);
  }
  void press(QPoint p, Qt::KeyboardModifiers m = {}, Qt::MouseButton b = Qt::LeftButton) {
    send(QEvent::MouseButtonPress, p, b, b, m);
  }
  void move(QPoint p, Qt::KeyboardModifiers m = {}, Qt::MouseButtons b = Qt::LeftButton) {
    send(QEvent::MouseMove, p, Qt::NoButton, b, m);
  }
  void release(QPoint p, Qt::KeyboardModifiers m = {}, Qt::MouseButton b = Qt::LeftButton) {
    send(QEvent::MouseButtonRelease, p, b, Qt::NoButton, m);
  }
  void drag(QPoint from, QPoint to, Qt::KeyboardModifiers m = {},
            Qt::MouseButton b = Qt::LeftButton) {
    press(from, m, b);
    for (int i = 1; i <= 8; ++i) move(from + (to - from) * i / 8, m, b);
    release(to, m, b);
  }
  void click(QPoint p, Qt::KeyboardModifiers m = {}, Qt::MouseButton b = Qt::LeftButton) {
    press(p, m, b);
    release(p, m, b);
  }
  void key(Qt::Key key, Qt::KeyboardModifiers m = {}) {
    QWidget* focus = QApplication::focusWidget();
    QTest::keyClick(focus != nullptr ? focus : canvas.get(), key, m);
  }
  void type(const char* text) { QTest::keyClicks(QApplication::focusWidget(), text); }

  // As from the palette.
  void drop(const LayerKind& kind, QPoint p, Qt::KeyboardModifiers m = {}) {
    QMimeData mime;
    mime.setData(QLatin1String(kLayerMime), kind.key().toUtf8());
    QDragEnterEvent enter(p, Qt::CopyAction, &mime, Qt::LeftButton, m);
    QApplication::sendEvent(canvas.get(), &enter);
    QDragMoveEvent over(p, Qt::CopyAction, &mime, Qt::LeftButton, m);
    QApplication::sendEvent(canvas.get(), &over);
    QDropEvent drop(QPointF(p), Qt::CopyAction, &mime, Qt::LeftButton, m);
    QApplication::sendEvent(canvas.get(), &drop);
  }
  int steps() const { return document.history()->index(); }
};

}  // namespace espalier::ui
