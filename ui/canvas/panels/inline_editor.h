// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>
#include <functional>

namespace espalier::ui {

// A field laid over a name or a note on the canvas. Enter (Ctrl+Enter in several lines) and leaving it
// take the text over, Esc does not. A refusal keeps it open with the reason as its tooltip.
class InlineEditor : public QPlainTextEdit {
  Q_OBJECT

 public:
  // `accept` returns the reason why the text cannot be taken over, or an empty text.
  using Accept = std::function<QString(const QString&)>;
  InlineEditor(const QString& text, bool lines, Accept accept, QWidget* parent);

 signals:
  void finished();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  bool m_lines;
  bool m_done = false;
  Accept m_accept;

  void finish(bool take);
};

}  // namespace espalier::ui
