// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCheckBox>
#include <QComboBox>

#include "ui/widgets/fields/field.h"

namespace espalier::ui {

class FlagField final : public Field {
  Q_OBJECT

 public:
  FlagField(const FieldSpec& spec, QWidget* parent);
  void setValue(const QVariant& value) override;

 private:
  QCheckBox* m_box;
};

// One of some values. The wheel scrolls the form, not the choice.
class ChoiceField final : public Field {
  Q_OBJECT

 public:
  ChoiceField(const FieldSpec& spec, QWidget* parent);
  void setValue(const QVariant& value) override;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  QWidget* marked() override { return m_box; }

 private:
  QComboBox* m_box;
};

}  // namespace espalier::ui
