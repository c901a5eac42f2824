// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/canvas/panels/inline_editor.h"

#include <QKeyEvent>
#include <QToolTip>

namespace espalier::ui {

InlineEditor::InlineEditor(const QString& text, bool lines, Accept accept, QWidget* parent)
    : QPlainTextEdit(text, parent), m_lines(lines), m_accept(std::move(accept)) {
  setAccessibleName(tr("Name"));
  setTabChangesFocus(true);
  if (!lines) {
    setLineWrapMode(QPlainTextEdit::NoWrap);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  }
  selectAll();
}

void InlineEditor::keyPressEvent(QKeyEvent* event) {
  const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (enter && (!m_lines || event->modifiers().testFlag(Qt::ControlModifier))) return finish(true);
  if (event->key() == Qt::Key_Escape) return finish(false);
  QPlainTextEdit::keyPressEvent(event);
}

void InlineEditor::focusOutEvent(QFocusEvent* event) {
  QPlainTextEdit::focusOutEvent(event);
  // Its own context menu takes the focus for a moment.
  if (event->reason() != Qt::PopupFocusReason) finish(true);
}

void InlineEditor::finish(bool take) {
  if (m_done) return;
  if (take) {
    const QString reason = m_accept(toPlainText());
    if (!reason.isEmpty() && hasFocus()) {
      QToolTip::showText(mapToGlobal(QPoint(0, height())), reason, this);
      setToolTip(reason);
      return;
    }
  }
  m_done = true;
  emit finished();
}

}  // namespace espalier::ui
