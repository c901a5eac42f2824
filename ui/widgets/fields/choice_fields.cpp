// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/fields/choice_fields.h"

#include <QEvent>
#include <QHBoxLayout>

namespace espalier::ui {
namespace {

QString labelOf(const FieldSpec& spec, qsizetype i) {
  return i < spec.choiceLabels.size() ? spec.choiceLabels[i] : spec.choices[i];
}

QHBoxLayout* plainRow(QWidget* of) {
  auto* row = new QHBoxLayout(of);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(12);
  return row;
}

}  // namespace

FlagField::FlagField(const FieldSpec& spec, QWidget* parent)
    : Field(parent), m_box(new QCheckBox(this)) {
  plainRow(this)->addWidget(m_box);
  setMinimumHeight(28);
  m_box->setAccessibleName(spec.name);
  m_box->setAccessibleDescription(spec.help);
  m_box->setToolTip(spec.help);
  setFocusProxy(m_box);
  const auto label = [this] { m_box->setText(m_box->isChecked() ? tr("on") : tr("off")); };
  label();
  connect(m_box, &QCheckBox::toggled, this, label);
  connect(m_box, &QCheckBox::clicked, this, [this](bool on) {
    m_box->setTristate(false);
    emit edited(on);
  });
}

void FlagField::setValue(const QVariant& value) {
  m_box->setTristate(!value.isValid());
  m_box->setCheckState(!value.isValid() ? Qt::PartiallyChecked
                       : value.toBool() ? Qt::Checked
                                        : Qt::Unchecked);
}

ChoiceField::ChoiceField(const FieldSpec& spec, QWidget* parent)
    : Field(parent), m_box(new QComboBox(this)) {
  plainRow(this)->addWidget(m_box);
  for (qsizetype i = 0; i < spec.choices.size(); ++i)
    m_box->addItem(labelOf(spec, i), spec.choices[i]);
  m_box->setAccessibleName(spec.name);
  m_box->setAccessibleDescription(spec.help);
  m_box->setToolTip(spec.help);
  m_box->setFocusPolicy(Qt::StrongFocus);
  m_box->setMinimumContentsLength(6);
  m_box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  m_box->installEventFilter(this);
  setFocusProxy(m_box);
  connect(m_box, &QComboBox::activated, this, [this](int i) { emit edited(m_box->itemData(i)); });
}

void ChoiceField::setValue(const QVariant& value) {
  int at = m_box->findData(value.toString());
  if (at < 0 && value.isValid() && !value.toString().isEmpty()) {
    m_box->addItem(value.toString(), value.toString());  // as the file has it
    at = m_box->count() - 1;
  }
  m_box->setCurrentIndex(value.isValid() ? at : -1);
  setProblem({});
}

bool ChoiceField::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Wheel && !m_box->hasFocus()) {
    event->ignore();
    return true;
  }
  return Field::eventFilter(watched, event);
}

}  // namespace espalier::ui
