// SPDX-License-Identifier: GPL-3.0-or-later
//
// Editors of one value, for forms that are made from a description (operators, settings). Values are
// QVariants: qlonglong, double, bool, QString, QVariantList of those. A field only reads and writes
// text; whether a value is allowed is for its owner to say, who answers edited() with setValue(), or
// with setProblem() where the value was refused.
#pragma once

#include <QString>
#include <QStringList>
#include <QVariant>
#include <QWidget>

namespace espalier::ui {

enum class FieldType { integer, real, flag, text, integers, reals, texts, choice, path, paragraph };

struct FieldSpec {
  FieldType type = FieldType::text;
  double minimum = 0, maximum = 0;  // for stepping with the arrow keys; equal: unbounded
  QString unit = {};
  QStringList choices = {};       // of a choice: the values
  QStringList choiceLabels = {};  // as shown; empty: the values
  QString name = {};              // accessible name
  QString help = {};
  QString placeholder = {};
};

class Field : public QWidget {
  Q_OBJECT

 public:
  explicit Field(QWidget* parent = nullptr) : QWidget(parent) {}
  // Shows a value; an invalid one means "several values".
  virtual void setValue(const QVariant& value) = 0;
  // A sentence why the last edit was refused, shown below the field; empty: none.
  virtual void setProblem(const QString& sentence);
  QString problem() const { return m_problem; }

 signals:
  void edited(const QVariant& value);

 protected:
  // The widget that gets the red border.
  virtual QWidget* marked() { return this; }

 private:
  QString m_problem, m_help;
  bool m_helpKept = false;
};

// Precondition of the spec: choices are given for a choice.
Field* makeField(const FieldSpec& spec, QWidget* parent = nullptr);

}  // namespace espalier::ui
