// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <optional>

#include "ui/document/document.h"
#include "ui/shell/session_bridge.h"

namespace espalier::ui {

// How a calibration is done; as CalibrationOptions has it.
struct CalibrationChoice {
  std::string method = "minmax";
  double percentile = 99.99;
  std::optional<std::int64_t> samples;  // not given: the usual number
};

// Brings the document to 8 bits: calibrates, measures what the layers cost, and says which of them run
// in integers. One job at a time, on the session's thread. Outlives the window's widgets.
class QuantizationControl : public QObject {
  Q_OBJECT

 public:
  QuantizationControl(Document& document, SessionBridge& bridge, QObject* parent = nullptr);

  bool active() const { return m_calibrating != 0 || m_measuring != 0; }
  const PrecisionReady& precision() const { return m_precision; }
  // The last measurement; nothing where none was made of this network and these weights.
  const std::optional<Sensitivity>& sensitivity() const { return m_sensitivity; }
  // The weights or the drawing are others than those that were calibrated.
  bool outdated() const { return m_outdated; }

  // Calibrates, sets the document's section (a step of undo) and measures the layers.
  void quantize(const CalibrationChoice& choice);
  // In 8 bits and in float on held-out samples; `layers`: each alone, too.
  void measure(bool layers);
  void cancel();
  void backToFloat();
  void keepOnly(const KeptLayers& keys);                 // like keep(), of all layers
  void keep(const LayerPrecision& layer, bool inFloat);  // a step of undo; then measures the whole
  void forget();                                         // another file was opened

 signals:
  void changed();  // precision, figures, or whether something is under way
  void progressed(double share, const QString& doing);
  void failed(const QString& sentence);

 private:
  Document& m_document;
  SessionBridge& m_bridge;
  JobId m_calibrating = 0, m_measuring = 0, m_asking = 0;
  bool m_measuringLayers = false, m_outdated = false;
  PrecisionReady m_precision;
  std::optional<Sensitivity> m_sensitivity;
  QTimer m_rest;  // until the document has not changed for a moment

  void documentChanged(const Change& change);
  void networkChanged();
  void ask();  // which layers run in 8 bits
  void stop(JobId& job);
  void onCalibrated(const CalibrationReady& event);
  void onMeasured(const SensitivityReady& event);
  void onPrecision(const PrecisionReady& event);
  void onJobDone(const JobDone& event);
  void showBadges();
};

}  // namespace espalier::ui
