// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QtCharts/QCategoryAxis>
#include <QtCharts/QChartView>
#include <QtCharts/QLineSeries>
#include <optional>
#include <vector>

namespace espalier::ui {

// One line of a chart. Points are smoothed already; the chart thins them out to its pixels.
struct ChartLine {
  QString name;
  QColor color;
  bool dashed = false;
  bool markers = false;  // a point at every value
  std::vector<QPointF> points;
  std::vector<QPointF> unsmoothed;  // drawn faintly behind; may be empty
};

enum class ValueFormat { plain, percent, rate, learningRate };
QString valueText(double value, ValueFormat format);

// A chart in the look of the window: title and read-out above, quiet grid, no frame. With the pointer
// on it the read-out tells the values there.
class CurveChart : public QChartView {
  Q_OBJECT

 public:
  CurveChart(const QString& title, ValueFormat format, QWidget* parent = nullptr);

  void setTitle(const QString& title);
  void setLines(std::vector<ChartLine> lines);
  void setLogarithmic(bool log);
  // The x axis reaches at least so far (the end of the run), so that it does not creep.
  void setEnd(double epochs);
  const QString& title() const { return m_title; }
  void retint();  // after another theme

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override { event->ignore(); }
  void wheelEvent(QWheelEvent* event) override { event->ignore(); }

 private:
  QString m_title;
  ValueFormat m_format;
  std::vector<ChartLine> m_lines;
  std::vector<QLineSeries*> m_series;
  QCategoryAxis* m_x;
  QCategoryAxis* m_y;
  bool m_log = false;
  double m_end = 1, m_shownEnd = 1;
  std::optional<double> m_hover;  // x, in epochs

  void refresh();
  void refreshAxes();
  void setTicks(QCategoryAxis* axis, const std::vector<std::pair<double, QString>>& labels,
                double low, double high);
  QLineSeries* series(std::size_t index);
  double shownY(double value) const;
  void paintHeader(QPainter& painter) const;
  void paintHover(QPainter& painter) const;
  std::optional<double> valueAt(const ChartLine& line) const;
};

}  // namespace espalier::ui
