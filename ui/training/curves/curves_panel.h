// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>
#include <map>
#include <memory>
#include <vector>

#include "ui/training/curves/run_curves.h"

class QCheckBox;
class QHBoxLayout;
class QImage;
class QLabel;
class QSlider;
class QStackedLayout;

namespace espalier::ui {

class CurveChart;
struct SaveAs;
struct ChartLine;

// Loss, metrics, learning rate and speed of the run that is under way, with others laid over it.
class CurvesPanel : public QWidget {
  Q_OBJECT

 public:
  explicit CurvesPanel(QWidget* parent = nullptr);

  // The run of the window; null: none. It may grow: call refreshSoon() then.
  void setRun(std::shared_ptr<const RunCurves> run, int epochs);
  void refresh();
  // The same chart by chart, each in a turn of its own, so that nobody waits for all of them.
  void refreshSoon();
  // Runs of the history laid over it, by id.
  void setCompared(std::vector<std::shared_ptr<const RunCurves>> runs);

  double smoothing() const { return m_smoothing; }
  bool logarithmic() const { return m_log; }
  void setSmoothing(double weight);
  void setLogarithmic(bool log);

  QImage picture(QSize size, double scale);  // as PNG export paints it
  QString csv() const;

 signals:
  void settingsChanged();
  void exported(const QString& file);
  void failed(const QString& sentence);

 private:
  std::shared_ptr<const RunCurves> m_run;
  std::vector<std::shared_ptr<const RunCurves>> m_compared;
  double m_smoothing = 0.6;
  bool m_log = false;
  int m_epochs = 1;
  QStackedLayout* m_pages;
  QWidget* m_bar;
  QHBoxLayout* m_row;
  QSlider* m_slider;
  QLabel* m_sliderValue;
  QCheckBox* m_logBox;
  CurveChart* m_loss;
  CurveChart* m_rate;
  CurveChart* m_speed;
  std::map<std::string, CurveChart*> m_metrics;
  QTimer m_turn;
  std::size_t m_turnOf = 0;  // the chart whose turn is next
  bool m_again = false;      // more came while the turns went round

  void makeBar();
  struct Shown {
    CurveChart* chart;
    std::string metric;
    bool validation;
  };
  std::vector<Shown> shown() const;
  void draw(const Shown& shown);
  void nextTurn();
  void syncMetricCharts();
  std::vector<ChartLine> lines(const std::string& metric, bool validation) const;
  QString whereToSave(const SaveAs& what);  // tells why not
  void savePicture();
  void saveCsv();
};

// "accuracy" as the window calls it.
QString metricName(const std::string& metric);

}  // namespace espalier::ui
