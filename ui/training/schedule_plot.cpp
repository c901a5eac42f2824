// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/schedule_plot.h"

#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>

#include "engine/train/learning_rate.h"
#include "ui/training/curves/curve_chart.h"
#include "ui/widgets/theme.h"

namespace espalier::ui {
namespace {

constexpr int kSamples = 160;
constexpr int kLabel = 16;  // px below the curve

}  // namespace

SchedulePlot::SchedulePlot(QWidget* parent) : QWidget(parent) {
  setMinimumHeight(76);
  setMouseTracking(true);
  setAccessibleName(tr("Learning rate over the run"));
  connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void SchedulePlot::setSettings(const TrainingSettings& settings, std::int64_t stepsPerEpoch) {
  m_epochs = double(std::max<std::int64_t>(1, settings.epochs));
  const std::int64_t each = std::max<std::int64_t>(1, stepsPerEpoch);
  const std::int64_t last = std::max<std::int64_t>(0, std::int64_t(m_epochs) * each - 1);
  m_rates.resize(kSamples);
  for (int i = 0; i < kSamples; ++i)
    m_rates[std::size_t(i)] = learning_rate(settings, last * i / (kSamples - 1), each);
  update();
}

void SchedulePlot::paintEvent(QPaintEvent*) {
  if (m_rates.empty()) return;
  const ThemeTokens& t = tokens();
  QPainter p(this);
  p.setRenderHint(QPainter::Antialiasing);
  const QRectF area = QRectF(rect()).adjusted(1, 6, -1, -kLabel);
  p.setPen(QPen(t.line, 1));
  p.drawLine(area.bottomLeft(), area.bottomRight());
  const double top = std::max(1e-12, *std::max_element(m_rates.begin(), m_rates.end()));
  const auto at = [&](int i) {
    return QPointF(area.left() + area.width() * i / (kSamples - 1),
                   area.bottom() - (area.height() - 2) * m_rates[std::size_t(i)] / top);
  };
  QPainterPath curve(at(0));
  for (int i = 1; i < kSamples; ++i) curve.lineTo(at(i));
  QPainterPath below = curve;
  below.lineTo(area.bottomRight());
  below.lineTo(area.bottomLeft());
  QColor wash = t.accent;
  wash.setAlphaF(0.10F);
  p.fillPath(below, wash);
  p.setPen(QPen(t.accent, 1.6));
  p.drawPath(curve);

  p.setFont(t.font(t.tiny));
  p.setPen(t.faint);
  const QRectF labels(area.left(), area.bottom() + 3, area.width(), kLabel - 3);
  if (m_hover >= 0) {
    p.setPen(QPen(t.faint, 1, Qt::DotLine));
    p.drawLine(QPointF(at(m_hover).x(), area.top()), QPointF(at(m_hover).x(), area.bottom()));
    p.setPen(t.text);
    const double epoch = m_epochs * m_hover / (kSamples - 1);
    p.drawText(labels, Qt::AlignCenter,
               tr("epoch %1: %2")
                   .arg(QLocale(QLocale::English).toString(epoch, 'f', 1),
                        valueText(m_rates[std::size_t(m_hover)], ValueFormat::learningRate)));
    return;
  }
  p.drawText(labels, Qt::AlignLeft, QStringLiteral("0"));
  p.drawText(labels, Qt::AlignRight, tr("%n epoch(s)", nullptr, int(m_epochs)));
  p.drawText(labels, Qt::AlignCenter, tr("peak %1").arg(valueText(top, ValueFormat::learningRate)));
}

void SchedulePlot::mouseMoveEvent(QMouseEvent* event) {
  const double share = event->position().x() / std::max(1, width());
  m_hover = std::clamp(int(share * (kSamples - 1)), 0, kSamples - 1);
  update();
}

void SchedulePlot::leaveEvent(QEvent*) {
  m_hover = -1;
  update();
}

}  // namespace espalier::ui
