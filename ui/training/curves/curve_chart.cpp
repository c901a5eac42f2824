// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/curves/curve_chart.h"

#include <QGraphicsLayout>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/training/curves/run_curves.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace espalier::ui {
namespace {

constexpr int kHeader = 24;

QString shortNumber(double v, int digits) {
  const QString text = QLocale(QLocale::English).toString(v, 'g', digits);
  return text.contains(u'e') ? QLocale::c().toString(v, 'g', std::min(digits, 2)) : text;
}

}  // namespace

QString valueText(double value, ValueFormat format) {
  if (format == ValueFormat::percent) {
    return QLocale(QLocale::English).toString(value * 100, 'f', 1) + QStringLiteral("\u202F%");
  }
  if (format == ValueFormat::rate) return abbreviated(value);
  if (format == ValueFormat::learningRate) return shortNumber(value, 3);
  return QLocale(QLocale::English).toString(value, 'f', std::abs(value) < 0.1 ? 4 : 3);
}

CurveChart::CurveChart(const QString& title, ValueFormat format, QWidget* parent)
    : QChartView(parent),
      m_title(title),
      m_format(format),
      m_x(new QCategoryAxis),
      m_y(new QCategoryAxis) {
  QChart* c = chart();
  c->setAnimationOptions(QChart::NoAnimation);
  c->legend()->hide();
  c->layout()->setContentsMargins(0, 0, 0, 0);
  c->setMargins(QMargins(2, kHeader, 10, 0));
  c->setBackgroundRoundness(0);
  c->setBackgroundVisible(false);
  for (QCategoryAxis* axis : {m_x, m_y}) {
    axis->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
    axis->setLineVisible(false);
    axis->setTruncateLabels(false);
  }
  m_x->setGridLineVisible(false);
  c->addAxis(m_x, Qt::AlignBottom);
  c->addAxis(m_y, Qt::AlignLeft);
  setFrameShape(QFrame::NoFrame);
  setRenderHint(QPainter::Antialiasing);
  setMouseTracking(true);
  setMinimumSize(120, 80);
  setAccessibleName(title);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setBackgroundBrush(Qt::NoBrush);
  setStyleSheet(QStringLiteral("background: transparent"));
  connect(&Theme::instance(), &Theme::changed, this, &CurveChart::retint);
  retint();
}

void CurveChart::retint() {
  const ThemeTokens& t = tokens();
  for (QCategoryAxis* axis : {m_x, m_y}) {
    axis->setLabelsFont(t.font(t.tiny));
    axis->setLabelsColor(t.faint);
    axis->setGridLineColor(t.line);
  }
  refresh();
}

void CurveChart::setTitle(const QString& title) {
  m_title = title;
  viewport()->update();
}

void CurveChart::setLines(std::vector<ChartLine> lines) {
  m_lines = std::move(lines);
  refresh();
}

void CurveChart::setLogarithmic(bool log) {
  m_log = log;
  refresh();
}

void CurveChart::setEnd(double epochs) {
  if (m_end == epochs) return;
  m_end = epochs;
  refresh();
}

double CurveChart::shownY(double value) const {
  return m_log ? std::log10(std::max(value, 1e-12)) : value;
}

QLineSeries* CurveChart::series(std::size_t index) {
  while (m_series.size() <= index) {
    auto* s = new QLineSeries;
    chart()->addSeries(s);
    s->attachAxis(m_x);
    s->attachAxis(m_y);
    m_series.push_back(s);
  }
  return m_series[index];
}

void CurveChart::refresh() {
  refreshAxes();
  const int columns = std::max(50, int(chart()->plotArea().width()));
  std::size_t used = 0;
  const auto draw = [&](const std::vector<QPointF>& points, const QPen& pen, bool dots) {
    QLineSeries* s = series(used++);
    QList<QPointF> shown;
    for (const QPointF& p : decimated(points, 0, m_shownEnd, columns))
      shown.emplace_back(p.x(), shownY(p.y()));
    s->setPen(pen);
    s->setPointsVisible(dots);
    s->setMarkerSize(5);
    s->replace(shown);
    s->show();
  };
  for (const ChartLine& line : m_lines) {
    if (line.unsmoothed.empty()) continue;
    QColor faint = line.color;
    faint.setAlphaF(0.22F);
    draw(line.unsmoothed, QPen(faint, 1), false);
  }
  for (const ChartLine& line : m_lines) {
    QPen pen(line.color, 1.8);
    if (line.dashed) pen.setDashPattern({3, 2});
    pen.setCapStyle(Qt::RoundCap);
    draw(line.points, pen, line.markers);
  }
  for (std::size_t i = used; i < m_series.size(); ++i) {
    m_series[i]->replace(QList<QPointF>());
    m_series[i]->hide();
  }
  viewport()->update();
}

void CurveChart::refreshAxes() {
  double low = HUGE_VAL, high = -HUGE_VAL, end = m_end;
  std::size_t lines = 0;
  for (const ChartLine& line : m_lines) {
    // The smoothed line sets the range; what the faint one does beyond it may be cut.
    for (const QPointF& p : line.points) {
      if (m_log && p.y() <= 0) continue;
      low = std::min(low, p.y());
      high = std::max(high, p.y());
      end = std::max(end, p.x());
      ++lines;
    }
  }
  if (lines == 0) low = m_log ? 0.1 : 0, high = 1;
  if (m_format == ValueFormat::percent && !m_log) low = std::min(low, 0.0), high = 1;
  if (!m_log && low > 0 && low < high * 0.5) low = 0;
  if (high <= low) {
    high = low + (low == 0 ? 1 : std::abs(low) * 0.5);
    if (!m_log) low = std::max(0.0, low - std::abs(low) * 0.5);
  }
  const int most = std::max(2, int((height() - kHeader - 20) / 34));
  std::vector<std::pair<double, QString>> labels;
  const std::vector<double> at =
      m_log && low > 0 ? logTicks(low, high, most) : ticks(low, high, most);
  for (const double v : at) {
    labels.emplace_back(shownY(v), m_format == ValueFormat::percent ? percentText(v)
                                   : m_format == ValueFormat::rate  ? abbreviated(v)
                                                                    : shortNumber(v, 3));
  }
  const double margin = (shownY(high) - shownY(low)) * 0.03;
  setTicks(m_y, labels, shownY(low), shownY(high) + margin);
  labels.clear();
  const int across = std::max(2, int(width() / 60));
  for (const double v : ticks(0, end, across)) {
    if (end >= across && v != std::floor(v)) continue;
    labels.emplace_back(v, shortNumber(v, 3));
  }
  m_shownEnd = end;
  setTicks(m_x, labels, 0, end);
}

void CurveChart::setTicks(QCategoryAxis* axis,
                          const std::vector<std::pair<double, QString>>& labels, double low,
                          double high) {
  QStringList wanted;
  for (const auto& [v, text] : labels) wanted += text;
  bool same = wanted == axis->categoriesLabels();
  for (const auto& [v, text] : labels) same = same && std::abs(axis->endValue(text) - v) < 1e-12;
  if (!same) {
    for (const QString& old : axis->categoriesLabels()) axis->remove(old);
    axis->setStartValue(low - 1e9);
    for (const auto& [v, text] : labels) axis->append(text, v);
  }
  if (axis->min() != low || axis->max() != high) axis->setRange(low, high);
}

void CurveChart::resizeEvent(QResizeEvent* event) {
  QChartView::resizeEvent(event);
  refresh();
}

void CurveChart::mouseMoveEvent(QMouseEvent* event) {
  const QRectF plot = chart()->plotArea();
  const double share = (event->position().x() - plot.left()) / std::max(1.0, plot.width());
  m_hover = share >= 0 && share <= 1 ? std::optional(share * m_shownEnd) : std::nullopt;
  viewport()->update();
}

void CurveChart::leaveEvent(QEvent* event) {
  QChartView::leaveEvent(event);
  m_hover.reset();
  viewport()->update();
}

std::optional<double> CurveChart::valueAt(const ChartLine& line) const {
  if (line.points.empty()) return {};
  if (!m_hover) return line.points.back().y();
  const auto after = std::lower_bound(line.points.begin(), line.points.end(), *m_hover,
                                      [](const QPointF& p, double x) { return p.x() < x; });
  if (after == line.points.end()) return {};
  return after->y();
}

void CurveChart::paintEvent(QPaintEvent* event) {
  QChartView::paintEvent(event);
  QPainter painter(viewport());
  painter.setRenderHint(QPainter::Antialiasing);
  paintHeader(painter);
  if (m_hover) paintHover(painter);
}

void CurveChart::paintHeader(QPainter& painter) const {
  const ThemeTokens& t = tokens();
  painter.setFont(t.font(t.small, QFont::DemiBold));
  painter.setPen(t.secondary);
  const QRectF row(4, 0, viewport()->width() - 14, kHeader - 4);
  painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter, m_title);
  double right = row.right();
  const double stop = row.left() + painter.fontMetrics().horizontalAdvance(m_title) + 12;
  painter.setFont(t.font(t.small));
  const QFontMetrics metrics = painter.fontMetrics();
  for (auto line = m_lines.rbegin(); line != m_lines.rend(); ++line) {
    const auto value = valueAt(*line);
    if (!value) continue;
    QString text = line->name + QStringLiteral("  ") + valueText(*value, m_format);
    if (right - metrics.horizontalAdvance(text) - 18 < stop) text = valueText(*value, m_format);
    const double width = metrics.horizontalAdvance(text);
    if (right - width - 18 < stop) break;
    painter.setPen(t.text);
    painter.drawText(QRectF(right - width, row.top(), width, row.height()),
                     Qt::AlignRight | Qt::AlignVCenter, text);
    QPen pen(line->color, 2);
    if (line->dashed) pen.setDashPattern({2, 1.5});
    painter.setPen(pen);
    const double y = row.center().y();
    painter.drawLine(QPointF(right - width - 15, y), QPointF(right - width - 5, y));
    right -= width + 28;
  }
}

void CurveChart::paintHover(QPainter& painter) const {
  const ThemeTokens& t = tokens();
  const QRectF plot = chart()->plotArea();
  const double x = plot.left() + *m_hover / m_shownEnd * plot.width();
  painter.setPen(QPen(t.faint, 1, Qt::DotLine));
  painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
  const QString text = tr("epoch %1").arg(*m_hover, 0, 'f', 2);
  painter.setFont(t.font(t.tiny));
  const double width = painter.fontMetrics().horizontalAdvance(text) + 8;
  QRectF chip(x - width / 2, plot.bottom() - 18, width, 16);
  chip.moveLeft(std::clamp(chip.left(), plot.left(), std::max(plot.left(), plot.right() - width)));
  painter.setPen(Qt::NoPen);
  painter.setBrush(t.card);
  painter.drawRoundedRect(chip, 4, 4);
  painter.setPen(t.text);
  painter.drawText(chip, Qt::AlignCenter, text);
}

}  // namespace espalier::ui
