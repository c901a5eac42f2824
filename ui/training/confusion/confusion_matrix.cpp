// SPDX-License-Identifier: GPL-3.0-or-later
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "ui/training/confusion/confusion_panel.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace espalier::ui {
namespace {

constexpr double kNames = 90, kTop = 18, kFoot = 20, kLargest = 44;

}  // namespace

ConfusionMatrix::ConfusionMatrix(QWidget* parent) : QWidget(parent) {
  setMouseTracking(true);
  setMinimumSize(240, 120);
  setAccessibleName(tr("Confusion matrix"));
  connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void ConfusionMatrix::setConfusion(const Confusion& confusion) {
  m_confusion = confusion;
  update();
}

void ConfusionMatrix::setClassNames(const QStringList& names) {
  m_names = names;
  update();
}

QString ConfusionMatrix::className(std::size_t index) const {
  return index < std::size_t(m_names.size()) ? m_names[qsizetype(index)] : QString::number(index);
}

double ConfusionMatrix::cell() const {
  const double classes = double(std::max<std::size_t>(1, m_confusion.size()));
  return std::min(
      {kLargest, (height() - kTop - kFoot) / classes, (width() - kNames) / classes * 1.0});
}

QRectF ConfusionMatrix::grid() const {
  const double classes = double(m_confusion.size());
  // Cells may be wider than high, so that a flat panel is used.
  const double wide = std::min((width() - kNames) / std::max(1.0, classes), cell() * 2.4);
  return {kNames, kTop, wide * classes, cell() * classes};
}

void ConfusionMatrix::paintEvent(QPaintEvent*) {
  const ThemeTokens& t = tokens();
  QPainter p(this);
  const std::size_t classes = m_confusion.size();
  if (classes == 0) {
    p.setPen(t.faint);
    p.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap,
               tr("After the first epoch with validation data, or after an evaluation, this shows "
                  "which class is taken for which."));
    return;
  }
  const QRectF area = grid();
  const double w = area.width() / double(classes), h = area.height() / double(classes);
  p.setFont(t.font(t.tiny));
  for (std::size_t i = 0; i < classes; ++i) {
    const auto sum =
        double(std::accumulate(m_confusion[i].begin(), m_confusion[i].end(), std::int64_t{0}));
    p.setPen(int(i) == m_row ? t.text : t.secondary);
    p.drawText(QRectF(0, area.top() + h * double(i), kNames - 8, h),
               Qt::AlignRight | Qt::AlignVCenter,
               p.fontMetrics().elidedText(className(i), Qt::ElideRight, int(kNames) - 8));
    p.setPen(int(i) == m_column ? t.text : t.secondary);
    p.drawText(QRectF(area.left() + w * double(i), 0, w - 2, kTop), Qt::AlignCenter,
               p.fontMetrics().elidedText(className(i), Qt::ElideRight, int(w) - 2));
    for (std::size_t k = 0; k < m_confusion[i].size(); ++k) {
      const std::int64_t count = m_confusion[i][k];
      const double share = sum > 0 ? double(count) / sum : 0;
      QColor colour = i == k ? t.accent : t.bad;
      // The root, so that rare confusions can be seen at all.
      colour.setAlphaF(float(count == 0 ? 0 : 0.08 + 0.82 * std::sqrt(share)));
      const QRectF box(area.left() + w * double(k), area.top() + h * double(i), w - 1, h - 1);
      p.fillRect(box, t.field);
      p.fillRect(box, colour);
      if (count > 0 && w > 24 && h > 11) {
        p.setPen(share > 0.45 && t.dark ? t.background : share > 0.45 ? t.panel : t.text);
        p.drawText(box, Qt::AlignCenter, abbreviated(double(count)));
      }
    }
  }
  if (m_row < 0 || m_column < 0) return;
  const auto r = std::size_t(m_row), c = std::size_t(m_column);
  const auto sum = std::accumulate(m_confusion[r].begin(), m_confusion[r].end(), std::int64_t{0});
  p.setPen(t.text);
  p.setFont(t.font(t.small));
  p.drawText(
      QRectF(area.left(), area.bottom() + 2, std::max(area.width(), width() - area.left()), kFoot),
      Qt::AlignLeft | Qt::AlignVCenter,
      tr("%1, taken for %2: %3 of %4 (%5)")
          .arg(className(r), className(c), grouped(m_confusion[r][c]), grouped(sum),
               percentText(sum > 0 ? double(m_confusion[r][c]) / double(sum) : 0)));
}

void ConfusionMatrix::mouseMoveEvent(QMouseEvent* event) {
  const QRectF area = grid();
  m_row = m_column = -1;
  if (area.contains(event->position())) {
    const auto classes = double(m_confusion.size());
    m_row = int((event->position().y() - area.top()) / area.height() * classes);
    m_column = int((event->position().x() - area.left()) / area.width() * classes);
  }
  update();
}

void ConfusionMatrix::leaveEvent(QEvent*) {
  m_row = m_column = -1;
  update();
}

}  // namespace espalier::ui
