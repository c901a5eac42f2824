// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/run_control.h"

#include <QDateTime>

#include "engine/session/unsaved_run.h"
#include "ui/training/runs/runs_panel.h"
#include "ui/widgets/text.h"

namespace espalier::ui {
namespace {

constexpr int kRest = 700;  // ms

std::filesystem::path pathOf(const Document& document) { return document.fileName().toStdString(); }

}  // namespace

RunControl::RunControl(Document& document, SessionBridge& bridge, QObject* parent)
    : QObject(parent), m_document(document), m_bridge(bridge) {
  m_rest.setSingleShot(true);
  m_rest.setInterval(kRest);
  connect(&m_rest, &QTimer::timeout, this, &RunControl::estimateNow);
  connect(&document, &Document::changed, this, &RunControl::documentChanged);
  connect(&document, &Document::fileNameChanged, this, [this] {
    adoptRun();
    lookAtHistory();
  });
  connectBridge();
  Change all;
  all.everything = true;
  documentChanged(all);
}

void RunControl::connectBridge() {
  connect(&m_bridge, &SessionBridge::runStarted, this, &RunControl::onStarted);
  connect(&m_bridge, &SessionBridge::trainProgress, this, &RunControl::onProgress);
  connect(&m_bridge, &SessionBridge::epochDone, this, &RunControl::onEpoch);
  connect(&m_bridge, &SessionBridge::runStateChanged, this, &RunControl::onState);
  connect(&m_bridge, &SessionBridge::profileReady, this, &RunControl::onProfile);
  connect(&m_bridge, &SessionBridge::jobDone, this, &RunControl::onJobDone);
  connect(&m_bridge, &SessionBridge::estimateReady, this, [this](const EstimateReady& e) {
    if (e.job != m_estimateJob) return;
    m_estimateJob = 0;
    m_estimate = {false, e.runnable ? QString() : translated(e.why_not), e.memory_bytes,
                  e.seconds_per_epoch};
    emit estimateChanged();
  });
}

TrainRequest RunControl::request() const {
  return {m_document.snapshot(), pathOf(m_document), false, m_profiling};
}

void RunControl::run(bool resume) {
  if (active()) return;
  if (m_estimateJob != 0) m_bridge.session().stop(m_estimateJob);
  m_estimateJob = 0;
  TrainRequest r = request();
  r.resume = resume;
  if (r.path.empty()) {
    if (!std::exchange(m_unsavedRun, true)) discard_unsaved_run();
  }
  m_started.reset();
  m_progress.reset();
  m_drawingChanged = false;
  if (!resume || m_curves == nullptr) m_curves = std::make_shared<RunCurves>();
  m_curves->name = QDateTime::currentDateTime().toString(QStringLiteral("HH:mm"));
  m_job = m_bridge.session().train(std::move(r));
  setPhase(RunPhase::starting);
  emit curvesReplaced();
  emit drawingChangedChanged();
}

void RunControl::pause() {
  if (m_phase == RunPhase::running) m_bridge.session().pause(m_job);
}

void RunControl::resume() {
  if (m_phase == RunPhase::paused) m_bridge.session().resume(m_job);
}

void RunControl::toggle() {
  if (m_phase == RunPhase::idle)
    run();
  else if (m_phase == RunPhase::running)
    pause();
  else if (m_phase == RunPhase::paused)
    resume();
}

void RunControl::stop() {
  if (!active()) return;
  m_bridge.session().stop(m_job);
  setPhase(RunPhase::stopping);
}

void RunControl::setProfiling(bool on) {
  m_profiling = on;
  if (active()) m_bridge.session().set_profiling(m_job, on);
}

void RunControl::measure(bool training) {
  if (m_profileJob != 0) return;
  ProfileRequest request;
  request.project = m_document.snapshot();
  request.path = pathOf(m_document);
  request.training = training;
  request.device = request.project.training.device;
  m_profileJob = m_bridge.session().profile(std::move(request));
  emit measuringChanged();
}

void RunControl::evaluate(const std::string& split) {
  if (m_evaluateJob != 0) return;
  m_evaluateJob = m_bridge.session().evaluate({m_document.snapshot(), pathOf(m_document), split});
}

void RunControl::forget() {
  if (active()) stop();
  if (m_job != 0) m_left = std::exchange(m_job, 0);
  for (JobId* job : {&m_profileJob, &m_evaluateJob, &m_estimateJob})
    if (*job != 0) m_bridge.session().stop(std::exchange(*job, 0));
  m_drawingChanged = m_unsavedRun = false;
  m_profile.reset();
  m_confusion.clear();
  m_curves.reset();
  m_started.reset();
  m_progress.reset();
  emit curvesReplaced();
  emit confusionChanged();
  emit profileChanged();
  emit measuringChanged();
  emit drawingChangedChanged();
  emit forgotten();
}

void RunControl::setPhase(RunPhase phase) {
  if (phase == m_phase) return;
  m_phase = phase;
  emit phaseChanged();
}

void RunControl::documentChanged(const Change& change) {
  if (!change.drawing() && !change.groups && !change.data && !change.training) return;
  if (active() && !m_drawingChanged) {
    m_drawingChanged = true;
    emit drawingChangedChanged();
  }
  const bool nothing = m_document.project().network.graph.size() == 0;
  if (nothing || m_document.errorCount() > 0) {
    m_rest.stop();
    if (m_estimateJob != 0) m_bridge.session().stop(m_estimateJob);
    m_estimateJob = 0;
    m_estimate = {};
    m_estimate.whyNot = nothing ? tr("There is nothing to train yet: add layers first.") : [this] {
      for (const Problem& p : m_document.problems())
        if (p.diagnostic.severity == Severity::error)
          return QStringLiteral("%1: %2").arg(p.name, translated(p.diagnostic.message));
      return QString();
    }();
    emit estimateChanged();
    return;
  }
  m_estimate.pending = true;
  m_estimate.whyNot.clear();
  emit estimateChanged();
  m_rest.start();
}

void RunControl::estimateNow() {
  if (active()) return;
  if (m_estimateJob != 0) m_bridge.session().stop(m_estimateJob);
  m_estimateJob = m_bridge.session().estimate(request());
}

void RunControl::onStarted(const RunStarted& e) {
  if (e.job != m_job) return;
  m_started = e;
  m_curves->run = e.run;
  m_curves->name = tr("run %1").arg(e.run);
  m_curves->stepsPerEpoch = std::max<std::int64_t>(1, e.steps_per_epoch);
  m_curves->cutAfter(e.first_step);
  if (e.first_step > 0 && m_curves->steps.empty()) loadBefore(e.run, e.first_step);
  setPhase(RunPhase::running);
  emit curvesReplaced();
  emit progressed();
}

void RunControl::onProgress(const TrainProgress& e) {
  if (e.job != m_job) return;
  m_progress = e;
  m_curves->append(e);
  if (m_phase == RunPhase::starting) setPhase(RunPhase::running);
  emit progressed();
  emit curvesChanged();
}

void RunControl::onEpoch(const EpochDone& e) {
  if (e.job != m_job) return;
  m_curves->append(e);
  if (!e.confusion.empty()) {
    m_confusion = e.confusion;
    emit confusionChanged();
  }
  emit curvesChanged();
}

void RunControl::onState(const RunStateChanged& e) {
  if (e.job == m_left && m_left != 0 && e.state != RunState::running &&
      e.state != RunState::paused) {
    m_left = 0;
    setPhase(RunPhase::idle);
    if (m_estimate.pending) m_rest.start();
    return;
  }
  if (e.job != m_job || m_job == 0) return;
  if (e.state == RunState::running || e.state == RunState::paused) {
    setPhase(e.state == RunState::paused ? RunPhase::paused : RunPhase::running);
    return;
  }
  if (!e.confusion.empty()) {
    m_confusion = e.confusion;
    emit confusionChanged();
  }
  if (auto weights = m_bridge.session().weights(m_job); weights && !weights->empty()) {
    const bool had = !m_document.project().weights.empty();
    // A run that was resumed goes on with what it had made itself.
    const bool resumed = m_started && m_started->first_step > 0;
    m_document.setWeights(std::move(*weights),
                          had && !resumed ? tr("before %1").arg(m_curves->name) : QString());
  }
  m_finishedEpochs = e.state == RunState::finished && m_started ? m_started->epochs : 0;
  setPhase(RunPhase::idle);
  if (m_estimate.pending) m_rest.start();
  if (e.state == RunState::failed) emit failed(translated(e.reason), e.layer);
  adoptRun();
  emit ended(e);
  m_job = 0;
}

void RunControl::onProfile(const ProfileReady& e) {
  if (e.job == m_profileJob) {
    m_profileJob = 0;
    emit measuringChanged();
  } else if (e.job != m_job) {
    return;
  }
  m_profile = e;
  emit profileChanged();
}

void RunControl::onJobDone(const JobDone& e) {
  if (e.job == m_profileJob && m_profileJob != 0) {
    m_profileJob = 0;
    emit measuringChanged();
    if (!e.cancelled) emit failed(translated(e.reason), {});
  } else if (e.job == m_evaluateJob && m_evaluateJob != 0) {
    m_evaluateJob = 0;
    if (e.ok && !e.confusion.empty()) {
      m_confusion = e.confusion;
      emit confusionChanged();
    }
    if (!e.ok && !e.cancelled) emit failed(translated(e.reason), {});
    emit evaluated(e);
  } else if (e.job == m_estimateJob && m_estimateJob != 0) {
    m_estimateJob = 0;
    m_estimate.pending = false;
    if (!e.cancelled) m_estimate.whyNot = translated(e.reason);
    emit estimateChanged();
  }
}

}  // namespace espalier::ui
