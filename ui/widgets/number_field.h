// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>
#include <limits>
#include <optional>

namespace espalier::ui {

// A number with bounds and a unit. Up, Down and the wheel (with the focus) step it, Shift by ten;
// what is no number or out of bounds is marked and told in the tooltip, and not taken over.
class NumberField : public QLineEdit {
  Q_OBJECT

 public:
  enum class Type { integer, real };
  explicit NumberField(Type type, QWidget* parent = nullptr);

  void setRange(double minimum, double maximum);
  void setUnit(const QString& unit);
  void setStep(double step) { m_step = step; }
  // Does not emit valueChanged(). Nothing: an empty field with a placeholder ("several").
  void setValue(std::optional<double> value);
  std::optional<double> value() const { return m_value; }
  bool isValid() const { return m_reason.isEmpty(); }

 signals:
  void valueChanged(double value);  // by the user, while typing
  void editingDone();               // Enter or the focus left

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  Type m_type;
  double m_minimum = -std::numeric_limits<double>::infinity();
  double m_maximum = std::numeric_limits<double>::infinity();
  double m_step = 1;
  QString m_unit, m_reason;
  std::optional<double> m_value;

  void read();
  void stepBy(double steps);
  void setReason(const QString& reason);
  QString format(double value) const;
};

}  // namespace espalier::ui
