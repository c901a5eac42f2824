// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "engine/project/training_settings.h"

namespace espalier::ui {

// The learning rate over the run that is to come, as a small curve.
class SchedulePlot : public QWidget {
  Q_OBJECT

 public:
  explicit SchedulePlot(QWidget* parent = nullptr);
  void setSettings(const TrainingSettings& settings, std::int64_t stepsPerEpoch);
  QSize sizeHint() const override { return {200, 76}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  std::vector<double> m_rates;  // evenly over the run
  double m_epochs = 1;
  int m_hover = -1;
};

}  // namespace espalier::ui
