// SPDX-License-Identifier: GPL-3.0-or-later
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/training/try/try_panel.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace espalier::ui {
namespace {

constexpr int kRow = 22, kName = 120, kValue = 64;

}  // namespace

PredictionBars::PredictionBars(QWidget* parent) : QWidget(parent) {
  setMinimumHeight(6 * kRow);
  setAccessibleName(tr("Prediction"));
  connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void PredictionBars::setRanked(std::vector<std::pair<QString, double>> ranked,
                               const QString& truth) {
  m_ranked = std::move(ranked);
  m_truth = truth;
  QStringList spoken;
  for (std::size_t i = 0; i < std::min<std::size_t>(3, m_ranked.size()); ++i)
    spoken += m_ranked[i].first + u' ' + percentText(m_ranked[i].second);
  setAccessibleDescription(spoken.join(QStringLiteral(", ")));
  update();
}

void PredictionBars::paintEvent(QPaintEvent*) {
  const ThemeTokens& t = tokens();
  QPainter p(this);
  p.setRenderHint(QPainter::Antialiasing);
  p.setFont(t.font(t.base));
  double sum = 0, most = 1e-12;
  bool shares = true;
  for (const auto& [name, v] : m_ranked) {
    sum += v;
    most = std::max(most, std::abs(v));
    shares = shares && v >= 0;
  }
  shares = shares && std::abs(sum - 1) < 1e-2;
  const int fits = std::max(1, height() / kRow);
  for (int i = 0; i < std::min<int>(fits, int(m_ranked.size())); ++i) {
    const auto& [name, value] = m_ranked[std::size_t(i)];
    const QRectF row(0, i * kRow, width(), kRow);
    p.setPen(i == 0 ? t.text : t.secondary);
    QString label = p.fontMetrics().elidedText(name, Qt::ElideRight, kName - 18);
    // The right answer has a mark, not only a colour.
    if (name == m_truth) label += QStringLiteral(" ✓");
    p.drawText(QRectF(0, row.top(), kName, kRow), Qt::AlignLeft | Qt::AlignVCenter, label);
    const QRectF track(kName, row.center().y() - 4, width() - kName - kValue, 8);
    p.setPen(Qt::NoPen);
    p.setBrush(t.field);
    p.drawRoundedRect(track, 4, 4);
    QRectF bar = track;
    bar.setWidth(track.width() * std::clamp(std::abs(value) / (shares ? 1 : most), 0.0, 1.0));
    p.setBrush(name == m_truth ? t.good : i == 0 ? t.accent : t.faint);
    if (bar.width() >= 1) p.drawRoundedRect(bar, std::min(4.0, bar.width() / 2), 4);
    p.setPen(t.text);
    p.drawText(QRectF(width() - kValue, row.top(), kValue, kRow), Qt::AlignRight | Qt::AlignVCenter,
               shares ? percentText(value) : QString::number(value, 'g', 4));
  }
}

}  // namespace espalier::ui
