// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>

#include "engine/session/events.h"
#include "ui/document/document.h"

class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QSortFilterProxyModel;
class QTableView;

namespace espalier::ui {

class Field;
class Form;
class KeepSlider;
class SensitivityModel;

// What the panel shows.
struct QuantizationState {
  PrecisionReady precision;
  std::optional<Sensitivity> sensitivity;
  bool active = false;    // a job is under way
  bool outdated = false;  // the network is another one than was calibrated
};

// How to calibrate on the left; on the right what it came to: the network's figures in float and in
// 8 bits, a slider that keeps the most sensitive layers in float, and a table of layers. A click shows
// a layer on the canvas, a tick keeps it in float.
class QuantizationPanel : public QWidget {
  Q_OBJECT

 public:
  explicit QuantizationPanel(Document& document, QWidget* parent = nullptr);
  void setState(const QuantizationState& state);
  void setProgress(double share, const QString& doing);
  void setProblem(const QString& sentence);  // until the next state that is under way

 signals:
  void quantizeRequested(const QString& method, double percentile, std::optional<qint64> samples);
  void measureRequested();
  void floatRequested();
  void cancelRequested();
  void keepRequested(const espalier::LayerPrecision& layer, bool inFloat);
  void keepOnlyRequested(const KeptLayers& keys);
  void revealRequested(const espalier::ui::LayerKey& layer);

 private:
  Document& m_document;
  SensitivityModel* m_model;
  QSortFilterProxyModel* m_sorted;
  QTableView* m_table;
  Field* m_method;
  Field* m_percentile;
  Field* m_samples;
  QLabel* m_percentileLabel;
  QLabel* m_headline;
  QLabel* m_summary;
  QLabel* m_problem;
  QLabel* m_doing;
  KeepSlider* m_keep;
  QProgressBar* m_bar;
  QPushButton* m_quantize;
  QPushButton* m_measure;
  QPushButton* m_float;
  QPushButton* m_cancel;
  // As the fields say.
  QString m_methodChosen = QStringLiteral("minmax");
  double m_percentileChosen = 99.99;
  std::optional<qint64> m_samplesChosen;

  QWidget* makeSettings();
  QWidget* makeResults();
  void readSection();  // the settings as the project's calibration had them
  void showMethod();
  void showFigures(const QuantizationState& state);
};

}  // namespace espalier::ui
