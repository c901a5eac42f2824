// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <memory>

#include "engine/session/session.h"

namespace espalier::ui {

// The session as the window sees it: commands go in as they are, events come out as signals in the UI
// thread, at most some twenty times a second however fast the engine runs.
class SessionBridge : public QObject {
  Q_OBJECT

 public:
  explicit SessionBridge(QObject* parent = nullptr);
  ~SessionBridge() override;

  static constexpr int kInterval = 50;  // ms between two deliveries

  Session& session() { return *m_session; }

 signals:
  void runStarted(const espalier::RunStarted& event);
  void trainProgress(const espalier::TrainProgress& event);
  void epochDone(const espalier::EpochDone& event);
  void runStateChanged(const espalier::RunStateChanged& event);
  void profileReady(const espalier::ProfileReady& event);
  void jobProgress(const espalier::JobProgress& event);
  void jobDone(const espalier::JobDone& event);
  void predicted(const espalier::Prediction& event);
  void estimateReady(const espalier::EstimateReady& event);
  void calibrationReady(const espalier::CalibrationReady& event);
  void sensitivityReady(const espalier::SensitivityReady& event);
  void precisionReady(const espalier::PrecisionReady& event);

 private:
  std::unique_ptr<Session> m_session;
  QElapsedTimer m_since;
  QTimer m_later;

  void woken();
  void deliver();
};

}  // namespace espalier::ui
