// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/data/sample_grid.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <array>

#include "ui/widgets/theme.h"

namespace espalier::ui {
namespace {

constexpr int kCell = 58, kText = 14, kGap = 6, kRow = 18, kMostRows = 12;
constexpr std::array kColours = {"linear",        "activation", "merge",     "loss",
                                 "normalization", "data",       "recurrent", "pooling"};

QColor colourOf(qsizetype index) {
  return tokens().stripe(QLatin1String(kColours[std::size_t(index) % kColours.size()]));
}

}  // namespace

SampleGrid::SampleGrid(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  setAccessibleName(tr("Samples"));
  connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void SampleGrid::setSamples(std::vector<SampleLook> samples, QStringList classNames,
                            bool pictures) {
  m_samples = std::move(samples);
  m_classes = std::move(classNames);
  m_pictures = pictures;
  fit();
  update();
}

// The height goes by the width that it really has; a layout's guess would leave gaps.
void SampleGrid::fit() { setFixedHeight(heightFor(width())); }

void SampleGrid::resizeEvent(QResizeEvent*) { fit(); }

bool SampleGrid::scatter() const {
  return !m_pictures && !m_samples.empty() && m_samples[0].values.size() == 2;
}

int SampleGrid::columns(int width) const { return std::max(1, (width + kGap) / (kCell + kGap)); }

int SampleGrid::heightFor(int width) const {
  if (m_samples.empty()) return 0;
  if (scatter()) return std::min(width, 260);
  if (!m_pictures) return int(std::min<std::size_t>(m_samples.size(), kMostRows)) * kRow;
  const int rows = (int(m_samples.size()) + columns(width) - 1) / columns(width);
  return rows * (kCell + kText + kGap);
}

QRect SampleGrid::cell(int index) const {
  const int across = columns(width());
  const int wide = (width() - (across - 1) * kGap) / across;
  return {(index % across) * (wide + kGap), (index / across) * (kCell + kText + kGap), wide, kCell};
}

int SampleGrid::at(QPoint pos) const {
  if (!m_pictures) return -1;
  for (int i = 0; i < int(m_samples.size()); ++i)
    if (cell(i).contains(pos)) return i;
  return -1;
}

void SampleGrid::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  if (m_pictures)
    paintPictures(painter);
  else if (scatter())
    paintScatter(painter);
  else
    paintRows(painter);
}

void SampleGrid::paintPictures(QPainter& p) {
  const ThemeTokens& t = tokens();
  p.setFont(t.font(t.tiny));
  for (int i = 0; i < int(m_samples.size()); ++i) {
    const SampleLook& s = m_samples[std::size_t(i)];
    const QRect box = cell(i);
    p.fillRect(box, t.background);
    const QSize size = s.picture.size().scaled(box.size(), Qt::KeepAspectRatio);
    const QRect at(box.center() - QPoint(size.width() / 2, size.height() / 2) + QPoint(1, 1), size);
    // Small pictures stay sharp: pixels are what the network sees.
    p.setRenderHint(QPainter::SmoothPixmapTransform, s.picture.width() > size.width());
    p.drawImage(at, s.picture);
    p.setPen(t.secondary);
    p.drawText(QRect(box.left(), box.bottom() + 1, box.width(), kText),
               Qt::AlignLeft | Qt::AlignVCenter,
               p.fontMetrics().elidedText(s.target, Qt::ElideRight, box.width()));
  }
}

void SampleGrid::paintScatter(QPainter& p) {
  const ThemeTokens& t = tokens();
  p.setRenderHint(QPainter::Antialiasing);
  p.fillRect(rect(), t.background);
  double low[2] = {1e30, 1e30}, high[2] = {-1e30, -1e30};
  for (const SampleLook& s : m_samples) {
    for (std::size_t k = 0; k < 2; ++k) {
      low[k] = std::min(low[k], double(s.values[k]));
      high[k] = std::max(high[k], double(s.values[k]));
    }
  }
  const QRectF area = QRectF(rect()).adjusted(10, 10, -10, -10);
  p.setPen(Qt::NoPen);
  for (const SampleLook& s : m_samples) {
    const double x = (double(s.values[0]) - low[0]) / std::max(1e-9, high[0] - low[0]);
    const double y = (double(s.values[1]) - low[1]) / std::max(1e-9, high[1] - low[1]);
    const qsizetype index = std::max<qsizetype>(0, m_classes.indexOf(s.target));
    p.setBrush(colourOf(index));
    const QPointF at(area.left() + x * area.width(), area.bottom() - y * area.height());
    // The shape tells the class, too.
    if (index % 2 == 0)
      p.drawEllipse(at, 2.2, 2.2);
    else
      p.drawRect(QRectF(at.x() - 2, at.y() - 2, 4, 4));
  }
}

void SampleGrid::paintRows(QPainter& p) {
  const ThemeTokens& t = tokens();
  p.setFont(t.mono(t.tiny));
  for (int i = 0; i < std::min<int>(kMostRows, int(m_samples.size())); ++i) {
    const SampleLook& s = m_samples[std::size_t(i)];
    QStringList numbers;
    for (std::size_t k = 0; k < std::min<std::size_t>(8, s.values.size()); ++k)
      numbers += QString::number(double(s.values[k]), 'f', 2);
    const QRect row(0, i * kRow, width(), kRow);
    p.setPen(t.secondary);
    p.drawText(row, Qt::AlignLeft | Qt::AlignVCenter, numbers.join(QStringLiteral("  ")));
    p.setPen(t.text);
    p.drawText(row, Qt::AlignRight | Qt::AlignVCenter, s.target);
  }
}

bool SampleGrid::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    auto* help = static_cast<QHelpEvent*>(event);
    const int i = at(help->pos());
    if (i >= 0)
      QToolTip::showText(help->globalPos(), m_samples[std::size_t(i)].target + u'\n' +
                                                m_samples[std::size_t(i)].where);
    return true;
  }
  return QWidget::event(event);
}

void SampleGrid::mousePressEvent(QMouseEvent* event) {
  if (const int i = at(event->pos()); i >= 0) emit chosen(i);
}

}  // namespace espalier::ui
