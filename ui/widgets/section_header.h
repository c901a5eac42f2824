// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

namespace espalier::ui {

// The heading of a group of rows. Where it can fold, a click or Space folds what it was given.
class SectionHeader : public QAbstractButton {
  Q_OBJECT

 public:
  explicit SectionHeader(const QString& title, QWidget* parent = nullptr);
  // The widget is shown while the section is open; open at first.
  void setContent(QWidget* content);
  bool isOpen() const { return !isCheckable() || isChecked(); }
  void setOpen(bool open);
  void setNote(const QString& note);  // at the right, faint: "3 changed"
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QWidget* m_content = nullptr;
  QString m_note;
};

}  // namespace espalier::ui
