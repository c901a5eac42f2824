// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

#include "ui/document/document.h"
#include "ui/shell/quantization_control.h"
#include "ui/shell/run_control.h"
#include "ui/shell/session_bridge.h"

namespace espalier::ui {

// All that a window shows and that is not a widget. The window can be made anew around it, as
// happens when the language changes, without a run noticing.
class Workspace : public QObject {
  Q_OBJECT

 public:
  explicit Workspace(QObject* parent = nullptr);

  Document& document() { return m_document; }
  SessionBridge& bridge() { return m_bridge; }
  RunControl& run() { return m_run; }
  QuantizationControl& quantization() { return m_quantization; }
  // Which overlay the cards show: "" (shapes), "time", "memory", "int8".
  QString overlay() const { return m_overlay; }
  void setOverlay(const QString& id);

 signals:
  void overlayChosen();

 private:
  Document m_document;
  SessionBridge m_bridge;
  RunControl m_run;
  QuantizationControl m_quantization;
  QTimer m_autosave;
  QString m_overlay;

  void paintOverlay();
};

}  // namespace espalier::ui
