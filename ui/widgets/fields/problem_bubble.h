// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QPointer>
#include <QTimer>

namespace espalier::ui {

// A sentence below a field, over what lies there: nothing moves, and the mouse goes through it. There
// is one in a window; it goes by itself after a while, and with its field.
class ProblemBubble : public QLabel {
  Q_OBJECT

 public:
  static void show(QWidget* field, const QString& sentence);
  static void hide(QWidget* field);  // where it is that field's

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QPointer<QWidget> m_field;
  QTimer m_life;

  explicit ProblemBubble(QWidget* window);
  static ProblemBubble* of(QWidget* field, bool make);
  void watch(QWidget* field);  // and what it moves with; null: nothing
  void place();
};

}  // namespace espalier::ui
