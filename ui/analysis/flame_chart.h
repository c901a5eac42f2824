// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/analysis/flame_bars.h"

namespace espalier::ui {

// Where the time of one run goes, over time. The wheel zooms, dragging moves, a double click fills the
// width with a bar and on the whole shows all again; a click on a layer asks to see it. Arrow keys go from
// bar to bar, Enter asks, Plus, Minus and Home zoom.
class FlameChart : public QWidget {
  Q_OBJECT

 public:
  explicit FlameChart(QWidget* parent = nullptr);
  void setBars(std::vector<FlameBar> bars);
  const std::vector<FlameBar>& bars() const { return m_bars; }
  QRectF barRect(int bar) const;  // in pixels, as it is zoomed

 signals:
  void revealRequested(const espalier::ui::LayerKey& layer);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool event(QEvent* event) override;

 private:
  std::vector<FlameBar> m_bars;
  double m_longest = 0;         // of the layers, seconds
  double m_from = 0, m_to = 0;  // what is shown, seconds
  int m_current = -1;           // the bar with the keyboard's mark
  bool m_pressed = false, m_dragging = false;
  QPointF m_grip;

  double whole() const { return m_bars.empty() ? 0 : m_bars.front().seconds; }
  double secondsAt(double x) const;
  int barAt(QPointF place) const;
  QString details(const FlameBar& bar) const;
  void showRange(double from, double to);
  void zoom(double factor, double about);
  void paintBar(QPainter& painter, int bar) const;
  void paintAxis(QPainter& painter) const;
};

}  // namespace espalier::ui
