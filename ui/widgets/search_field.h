// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

namespace espalier::ui {

// A field to search in. Up, Down, Page keys go to the list that it searches, Enter chooses there, and
// Esc empties the field before it leaves it.
class SearchField : public QLineEdit {
  Q_OBJECT

 public:
  explicit SearchField(const QString& placeholder, QWidget* parent = nullptr);
  void setList(QWidget* list) { m_list = list; }  // gets those keys

 signals:
  void accepted();
  void rejected();  // Esc on an empty field

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QWidget* m_list = nullptr;
};

}  // namespace espalier::ui
