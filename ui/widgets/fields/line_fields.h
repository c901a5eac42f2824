// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QLineEdit>

#include "ui/widgets/fields/field.h"

namespace espalier::ui {

// A field in which one types. Enter or leaving it commits, Esc takes the typing back. What is refused
// stays, marked, until the field is left; then the value that holds is shown again.
class LineField : public Field {
  Q_OBJECT

 public:
  LineField(const FieldSpec& spec, QWidget* parent);
  void setValue(const QVariant& value) override;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  QWidget* marked() override { return m_edit; }

  virtual QString shown(const QVariant& value) const = 0;
  // Nothing (an invalid variant) where the text cannot be read.
  virtual QVariant read(const QString& text) const = 0;
  // What is expected, and what came.
  virtual QString unreadable(const QString& text) const = 0;
  virtual bool step(int direction, bool large);

  QLineEdit* edit() const { return m_edit; }
  const FieldSpec& spec() const { return m_spec; }
  const QVariant& value() const { return m_value; }
  void commit(const QString& text);

 private:
  FieldSpec m_spec;
  QLineEdit* m_edit;
  QLabel* m_unit = nullptr;
  QVariant m_value;

  void showValue();
  void leave();
};

// An integer or a real; arrow keys step, with Shift by ten.
class NumberLine final : public LineField {
  Q_OBJECT

 public:
  NumberLine(const FieldSpec& spec, QWidget* parent) : LineField(spec, parent) {}

 protected:
  QString shown(const QVariant& value) const override;
  QVariant read(const QString& text) const override;
  QString unreadable(const QString& text) const override;
  bool step(int direction, bool large) override;
};

// "3 × 3"; one number where there were several means that number for each.
class ListLine final : public LineField {
  Q_OBJECT

 public:
  ListLine(const FieldSpec& spec, QWidget* parent) : LineField(spec, parent) {}

 protected:
  QString shown(const QVariant& value) const override;
  QVariant read(const QString& text) const override;
  QString unreadable(const QString& text) const override;
};

class TextLine : public LineField {
  Q_OBJECT

 public:
  TextLine(const FieldSpec& spec, QWidget* parent) : LineField(spec, parent) {}

 protected:
  QString shown(const QVariant& value) const override { return value.toString(); }
  QVariant read(const QString& text) const override { return text; }
  QString unreadable(const QString&) const override { return {}; }
};

// A file or folder, also by a dialog or by dropping it here.
class PathLine final : public TextLine {
  Q_OBJECT

 public:
  PathLine(const FieldSpec& spec, QWidget* parent);
  void setValue(const QVariant& value) override;  // shows the end: the file's name

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void choose();
};

}  // namespace espalier::ui
