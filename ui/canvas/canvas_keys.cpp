// SPDX-License-Identifier: GPL-3.0-or-later
//
// Keys, focus and other events of the canvas.
#include <QHelpEvent>
#include <QNativeGestureEvent>
#include <QToolTip>

#include "ui/canvas/canvas.h"
#include "ui/canvas/canvas_actions.h"
#include "ui/document/fit.h"

namespace espalier::ui {

bool Canvas::focusNextPrevChild(bool) { return false; }  // Tab adds; F6 goes from panel to panel

void Canvas::keyPressEvent(QKeyEvent* event) {
  if (m_tool != nullptr && m_tool->key(*event)) {
    settleTool();
    return;
  }
  if (event->key() == Qt::Key_Escape && m_tool != nullptr) return cancelTool();
  if (event->key() == Qt::Key_Space && !event->isAutoRepeat()) {
    m_space = true;
    setCursor(Qt::OpenHandCursor);
    return;
  }
  QWidget::keyPressEvent(event);
}

void Canvas::keyReleaseEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Space && !event->isAutoRepeat()) {
    m_space = false;
    if (m_tool == nullptr) unsetCursor();
    return;
  }
  QWidget::keyReleaseEvent(event);
}

void Canvas::focusInEvent(QFocusEvent*) { update(); }

void Canvas::focusOutEvent(QFocusEvent* event) {
  m_space = false;
  if (event->reason() == Qt::ActiveWindowFocusReason) cancelTool();
  m_document.endMerge();
  update();
}

void Canvas::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) {
    setAccessibleName(tr("Network canvas"));
    m_actions->retranslate();
    m_scene.rebuild();
    update();
  }
  QWidget::changeEvent(event);
}

bool Canvas::event(QEvent* event) {
  switch (event->type()) {
    case QEvent::ShortcutOverride:
      // Keys of a gesture under way are its own, whatever command they belong to.
      if (m_tool != nullptr) {
        event->accept();
        return true;
      }
      break;
    case QEvent::NativeGesture: {
      auto* gesture = static_cast<QNativeGestureEvent*>(event);
      if (gesture->gestureType() == Qt::ZoomNativeGesture) {
        setScale(m_view.scale * (1 + gesture->value()), gesture->position());
        return true;
      }
      break;
    }
    case QEvent::ToolTip: {
      auto* help = static_cast<QHelpEvent*>(event);
      const Hit hit = hitAt(help->pos());
      QString text;
      if (hit.kind == Hit::Kind::input) {
        text = m_document.inputName(hit.input());
      } else if (hit.kind == Hit::Kind::output) {
        text = m_document.outputName(hit.output());
      } else if (hit.kind == Hit::Kind::card) {
        text = cardDescription(m_document, hit.node);
      } else if (hit.kind == Hit::Kind::wire) {
        if (const WireView* wire = m_scene.wire(hit.wire)) {
          text = QString::fromStdString(to_string(typeOf(m_document, wire->wire.from)));
        }
      }
      QToolTip::showText(help->globalPos(), text, this);
      return true;
    }
    default:
      break;
  }
  return QWidget::event(event);
}

}  // namespace espalier::ui
