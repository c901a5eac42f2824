// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/analysis/flame_chart.h"

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace espalier::ui {
namespace {

constexpr int kMargin = 8, kAxis = 20, kRow = 24;
constexpr double kNarrowest = 1e-4;  // of the whole, that fills the width at most

double niceStep(double span) {
  const double power = std::pow(10.0, std::floor(std::log10(span)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (span <= factor * power) return factor * power;
  return 10 * power;
}

}  // namespace

FlameChart::FlameChart(QWidget* parent) : QWidget(parent) {
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setAccessibleName(tr("Flame chart"));
  connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void FlameChart::setBars(std::vector<FlameBar> bars) {
  const bool fits = !m_bars.empty() && m_from <= 0 && m_to >= whole();
  const double before = whole();
  m_bars = std::move(bars);
  m_longest = 0;
  int depth = 0;
  for (const FlameBar& bar : m_bars) {
    if (!bar.layer.empty()) m_longest = std::max(m_longest, bar.seconds);
    depth = std::max(depth, bar.depth);
  }
  m_current = m_bars.empty() ? -1 : std::min(m_current, int(m_bars.size()) - 1);
  setMinimumHeight(2 * kMargin + kAxis + kRow * (depth + 1));
  // A zoom stays where it was while times change a little.
  const double scale = before > 0 && !fits ? whole() / before : 0;
  showRange(m_from * scale, scale > 0 ? m_to * scale : whole());
}

void FlameChart::showRange(double from, double to) {
  const double all = whole(), span = std::clamp(to - from, all * kNarrowest, all);
  m_from = std::clamp(from, 0.0, all - span);
  m_to = m_from + span;
  update();
}

void FlameChart::zoom(double factor, double about) {
  showRange(about - (about - m_from) * factor, about + (m_to - about) * factor);
}

double FlameChart::secondsAt(double x) const {
  return m_from + (x - kMargin) / std::max(1, width() - 2 * kMargin) * (m_to - m_from);
}

QRectF FlameChart::barRect(int bar) const {
  const FlameBar& b = m_bars[std::size_t(bar)];
  const double pixels = (width() - 2 * kMargin) / std::max(1e-30, m_to - m_from);
  return {kMargin + (b.start - m_from) * pixels, double(kMargin + kAxis + kRow * b.depth),
          b.seconds * pixels, double(kRow)};
}

int FlameChart::barAt(QPointF place) const {
  for (int i = int(m_bars.size()) - 1; i >= 0; --i)
    if (barRect(i).contains(place)) return i;
  return -1;
}

QString FlameChart::details(const FlameBar& bar) const {
  QStringList lines = {
      bar.name, tr("%1, %2 of the whole")
                    .arg(millisecondsText(bar.seconds * 1e3), percentText(bar.seconds / whole()))};
  if (!bar.op.isEmpty()) lines += bar.op;
  if (!bar.algorithm.isEmpty()) lines += bar.algorithm;
  return lines.join(u'\n');
}

void FlameChart::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  if (m_bars.empty()) return;
  paintAxis(painter);
  painter.setClipRect(QRect(kMargin, 0, width() - 2 * kMargin, height()));
  for (int i = 0; i < int(m_bars.size()); ++i) paintBar(painter, i);
}

void FlameChart::paintAxis(QPainter& painter) const {
  const ThemeTokens& t = tokens();
  constexpr double kApart = 110;  // pixels
  const double pixels = (width() - 2 * kMargin) / (m_to - m_from);
  const double step = niceStep(kApart / pixels);
  painter.setFont(t.font(t.tiny));
  for (double tick = std::ceil(m_from / step); tick * step <= m_to; ++tick) {
    const double s = tick * step;
    const double x = std::round(kMargin + (s - m_from) * pixels) + 0.5;
    painter.setPen(t.line);
    painter.drawLine(QPointF(x, kMargin + kAxis - 5), QPointF(x, height() - kMargin));
    painter.setPen(t.secondary);
    const QRectF label(x + 4, kMargin - 2, kApart, kAxis);
    if (x + 60 < width())
      painter.drawText(label, Qt::AlignVCenter,
                       s > 0 ? millisecondsText(s * 1e3) : QStringLiteral("0"));
  }
}

void FlameChart::paintBar(QPainter& painter, int bar) const {
  const ThemeTokens& t = tokens();
  const FlameBar& b = m_bars[std::size_t(bar)];
  QRectF rect = barRect(bar).adjusted(0.5, 1, -0.5, -1);
  if (rect.right() < 0 || rect.left() > width()) return;
  rect.setWidth(std::max(1.0, rect.width()));
  const bool layer = !b.layer.empty();
  painter.setPen(bar == m_current && hasFocus() ? QPen(t.accent, 2) : QPen(t.cardLine, 1));
  QColor fill = layer && m_longest > 0 ? t.heat(b.seconds / m_longest) : t.card;
  if (layer) fill.setAlphaF(0.35);
  painter.setBrush(t.panel);
  if (rect.width() < 4) painter.setPen(Qt::NoPen);
  painter.drawRoundedRect(rect, t.radiusBar, t.radiusBar);
  painter.setBrush(fill);
  painter.drawRoundedRect(rect, t.radiusBar, t.radiusBar);
  const QRectF inside =
      rect.intersected(QRectF(kMargin, 0, width() - 2 * kMargin, height())).adjusted(6, 0, -6, 0);
  if (inside.width() < 20) return;
  painter.setFont(t.font(t.small));
  painter.setPen(t.text);
  const QFontMetrics metrics(painter.font());
  const QString both = b.name + QStringLiteral("  ") + millisecondsText(b.seconds * 1e3);
  const QString text = metrics.horizontalAdvance(both) <= inside.width() ? both : b.name;
  painter.drawText(inside, Qt::AlignVCenter | Qt::AlignLeft,
                   metrics.elidedText(text, Qt::ElideRight, int(inside.width())));
}

void FlameChart::wheelEvent(QWheelEvent* event) {
  if (m_bars.empty() || event->angleDelta().y() == 0) return;
  zoom(std::pow(0.999, event->angleDelta().y()), secondsAt(event->position().x()));
  event->accept();
}

void FlameChart::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  m_pressed = true;
  m_dragging = false;
  m_grip = event->position();
}

void FlameChart::mouseMoveEvent(QMouseEvent* event) {
  if (!m_pressed) return;
  if (!m_dragging &&
      std::abs(event->position().x() - m_grip.x()) < QApplication::startDragDistance())
    return;
  m_dragging = true;
  const double by = secondsAt(m_grip.x()) - secondsAt(event->position().x());
  m_grip = event->position();
  showRange(m_from + by, m_to + by);
}

void FlameChart::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || !m_pressed) return;
  m_pressed = false;
  const int bar = m_dragging ? -1 : barAt(event->position());
  if (bar < 0) return;
  m_current = bar;
  update();
  if (const FlameBar& b = m_bars[std::size_t(bar)]; !b.layer.empty()) emit revealRequested(b.layer);
}

void FlameChart::mouseDoubleClickEvent(QMouseEvent* event) {
  if (const int bar = barAt(event->position()); bar >= 0) {
    const FlameBar& b = m_bars[std::size_t(bar)];
    showRange(b.start, b.start + b.seconds);
  }
}

void FlameChart::keyPressEvent(QKeyEvent* event) {
  if (m_bars.empty()) return QWidget::keyPressEvent(event);
  const int last = int(m_bars.size()) - 1;
  const double middle = (m_from + m_to) / 2;
  switch (event->key()) {
    case Qt::Key_Right:
    case Qt::Key_Down:
      m_current = std::min(last, m_current + 1);
      break;
    case Qt::Key_Left:
    case Qt::Key_Up:
      m_current = std::max(0, m_current - 1);
      break;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      return zoom(0.5, middle);
    case Qt::Key_Minus:
      return zoom(2, middle);
    case Qt::Key_Home:
      return showRange(0, whole());
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (m_current >= 0 && !m_bars[std::size_t(m_current)].layer.empty())
        emit revealRequested(m_bars[std::size_t(m_current)].layer);
      return;
    default:
      return QWidget::keyPressEvent(event);
  }
  const FlameBar& b = m_bars[std::size_t(m_current)];
  setAccessibleDescription(details(b));
  if (b.start < m_from || b.start + b.seconds > m_to)
    showRange(b.start - (m_to - m_from) / 3, b.start + (m_to - m_from) * 2 / 3);
  update();
}

bool FlameChart::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const int bar = barAt(help->pos());
    if (bar >= 0)
      QToolTip::showText(help->globalPos(), details(m_bars[std::size_t(bar)]), this);
    else
      QToolTip::hideText();
    return true;
  }
  return QWidget::event(event);
}

}  // namespace espalier::ui
