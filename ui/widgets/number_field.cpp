// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/number_field.h"

#include <QFontMetrics>
#include <QKeyEvent>
#include <QLocale>
#include <QPainter>
#include <QStyle>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "ui/widgets/theme.h"

namespace espalier::ui {

NumberField::NumberField(Type type, QWidget* parent) : QLineEdit(parent), m_type(type) {
  connect(this, &QLineEdit::textEdited, this, &NumberField::read);
  connect(this, &QLineEdit::returnPressed, this, &NumberField::editingDone);
}

void NumberField::setRange(double minimum, double maximum) {
  m_minimum = minimum;
  m_maximum = maximum;
}

void NumberField::setUnit(const QString& unit) {
  m_unit = unit;
  const int room = unit.isEmpty() ? 0 : QFontMetrics(font()).horizontalAdvance(unit) + 8;
  setTextMargins(0, 0, room, 0);
  update();
}

QString NumberField::format(double value) const {
  if (m_type == Type::integer) return QString::number(qint64(std::llround(value)));
  return QString::number(value, 'g', 10);
}

void NumberField::setValue(std::optional<double> value) {
  setReason({});
  m_value = value;
  // What is being typed ("1e", "0.10") must not jump.
  if (hasFocus() && value) {
    bool ok = false;
    if (text().toDouble(&ok) == *value && ok) return;
  }
  setText(value ? format(*value) : QString());
}

void NumberField::read() {
  bool ok = false;
  const QString typed = text().trimmed();
  const double value =
      m_type == Type::integer ? double(typed.toLongLong(&ok)) : typed.toDouble(&ok);
  if (!ok || !std::isfinite(value)) {
    setReason(m_type == Type::integer ? tr("A whole number is expected.")
                                      : tr("A number is expected."));
  } else if (value < m_minimum) {
    setReason(tr("At least %1.").arg(format(m_minimum)));
  } else if (value > m_maximum) {
    setReason(tr("At most %1.").arg(format(m_maximum)));
  } else {
    setReason({});
    m_value = value;
    emit valueChanged(value);
  }
}

void NumberField::setReason(const QString& reason) {
  if (reason == m_reason) return;
  m_reason = reason;
  setToolTip(reason);
  setAccessibleDescription(reason);
  setProperty("problem", !reason.isEmpty());
  style()->unpolish(this);
  style()->polish(this);
}

void NumberField::stepBy(double steps) {
  if (!m_value) return;
  const double value = std::clamp(*m_value + steps * m_step, m_minimum, m_maximum);
  if (value == *m_value) return;
  setReason({});
  m_value = value;
  setText(format(value));
  emit valueChanged(value);
}

void NumberField::keyPressEvent(QKeyEvent* event) {
  const double factor = event->modifiers().testFlag(Qt::ShiftModifier) ? 10 : 1;
  if (event->key() == Qt::Key_Up) return stepBy(factor);
  if (event->key() == Qt::Key_Down) return stepBy(-factor);
  if (event->key() == Qt::Key_Escape && !isValid()) {
    setText(m_value ? format(*m_value) : QString());
    setReason({});
    return;
  }
  QLineEdit::keyPressEvent(event);
}

void NumberField::wheelEvent(QWheelEvent* event) {
  if (!hasFocus()) return event->ignore();  // the panel scrolls
  stepBy(event->angleDelta().y() > 0 ? 1 : -1);
  event->accept();
}

void NumberField::focusOutEvent(QFocusEvent* event) {
  QLineEdit::focusOutEvent(event);
  if (!isValid()) {
    setReason({});
    setText(m_value ? format(*m_value) : QString());
  }
  emit editingDone();
}

void NumberField::paintEvent(QPaintEvent* event) {
  QLineEdit::paintEvent(event);
  if (m_unit.isEmpty()) return;
  QPainter p(this);
  p.setFont(font());
  p.setPen(tokens().faint);
  p.drawText(rect().adjusted(0, 0, -9, 0), Qt::AlignRight | Qt::AlignVCenter, m_unit);
}

}  // namespace espalier::ui
