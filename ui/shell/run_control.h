// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <memory>
#include <optional>

#include "ui/document/document.h"
#include "ui/shell/session_bridge.h"
#include "ui/training/curves/run_curves.h"

namespace espalier::ui {

// What the buttons, the status line and the panels show of the run.
enum class RunPhase { idle, starting, running, paused, stopping };

// Before Run: what it will take and why it cannot.
struct RunEstimate {
  bool pending = false;
  QString whyNot;  // empty: it can run
  std::size_t memoryBytes = 0;
  double secondsPerEpoch = 0;  // 0: not measured
};

// The one training run of the window: starts and stops it, keeps its curves and last figures, and
// estimates the next one whenever the drawing, the data or the settings rest. Outlives the window's
// widgets.
class RunControl : public QObject {
  Q_OBJECT

 public:
  RunControl(Document& document, SessionBridge& bridge, QObject* parent = nullptr);

  RunPhase phase() const { return m_phase; }
  bool active() const { return m_phase != RunPhase::idle; }
  const RunEstimate& estimate() const { return m_estimate; }
  bool canRun() const { return m_estimate.whyNot.isEmpty(); }
  // A checkpoint of this project is there, and its run has epochs left.
  bool canResume() const;
  std::shared_ptr<const RunCurves> curves() const { return m_curves; }
  const Confusion& confusion() const { return m_confusion; }
  const std::optional<ProfileReady>& profile() const { return m_profile; }
  const std::optional<RunStarted>& started() const { return m_started; }
  const std::optional<TrainProgress>& progress() const { return m_progress; }
  // The run's drawing is not the one that is shown any more.
  bool drawingChanged() const { return m_drawingChanged; }

  void run(bool resume = false);
  void pause();
  void resume();
  void toggle();  // what the big button does now
  void stop();
  void setProfiling(bool on);   // of this and later runs, for the overlay
  void measure(bool training);  // a profile without a run
  bool measuring() const { return m_profileJob != 0; }
  void evaluate(const std::string& split);
  bool evaluating() const { return m_evaluateJob != 0; }
  void forget();  // another file was opened: nothing of what still ends reaches it

 signals:
  void phaseChanged();
  void estimateChanged();
  void curvesChanged();   // points came in
  void curvesReplaced();  // another run
  void progressed();
  void confusionChanged();
  void profileChanged();
  void measuringChanged();
  void ended(const espalier::RunStateChanged& event);
  void failed(const QString& sentence, const espalier::ui::LayerKey& layer);
  void evaluated(const espalier::JobDone& event);
  void drawingChangedChanged();
  void forgotten();

 private:
  Document& m_document;
  SessionBridge& m_bridge;
  RunPhase m_phase = RunPhase::idle;
  JobId m_job = 0, m_estimateJob = 0, m_profileJob = 0, m_evaluateJob = 0;
  JobId m_left = 0;  // the run of a project that was left; it ends before the next one begins
  bool m_profiling = false, m_drawingChanged = false;
  bool m_unsavedRun = false;  // the project has a run from before it had a file
  int m_finishedEpochs = 0;   // of the newest run, where it has come to its end
  QTimer m_rest;              // until the drawing has not changed for a while
  RunEstimate m_estimate;
  std::shared_ptr<RunCurves> m_curves;
  Confusion m_confusion;
  std::optional<ProfileReady> m_profile;
  std::optional<RunStarted> m_started;
  std::optional<TrainProgress> m_progress;

  void setPhase(RunPhase phase);
  void lookAtHistory();
  void adoptRun();  // brings what was trained before the first save to the file
  void documentChanged(const Change& change);
  void estimateNow();
  void loadBefore(std::int64_t run, std::int64_t firstStep);
  TrainRequest request() const;
  void connectBridge();
  void onStarted(const RunStarted& event);
  void onProgress(const TrainProgress& event);
  void onEpoch(const EpochDone& event);
  void onState(const RunStateChanged& event);
  void onProfile(const ProfileReady& event);
  void onJobDone(const JobDone& event);
};

}  // namespace espalier::ui
