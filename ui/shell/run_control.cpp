// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/run_control.h"

#include <QDateTime>
#include <QtConcurrent>

#include "engine/train/trainer.h"
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
  connectBridge();
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

bool RunControl::canResume() const {
  if (m_document.fileName().isEmpty()) return false;
  std::error_code error;
  return std::filesystem::exists(run_folder(pathOf(m_document)) / last_checkpoint, error);
}

void RunControl::run(bool resume) {
  if (active()) return;
  if (m_estimateJob != 0) m_bridge.session().stop(m_estimateJob);
  m_estimateJob = 0;
  TrainRequest r = request();
  r.resume = resume;
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
  m_profile.reset();
  m_confusion.clear();
  m_curves.reset();
  m_started.reset();
  m_progress.reset();
  emit curvesReplaced();
  emit confusionChanged();
  emit profileChanged();
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
  if (m_document.errorCount() > 0) {
    m_rest.stop();
    if (m_estimateJob != 0) m_bridge.session().stop(m_estimateJob);
    m_estimateJob = 0;
    m_estimate = {};
    m_estimate.whyNot = m_document.problems().empty() ? QString() : [this] {
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

// A run that is resumed in another session: what the history has of it goes before.
void RunControl::loadBefore(std::int64_t run, std::int64_t firstStep) {
  QtConcurrent::run(
      [file = m_document.fileName(), run] { return readCurves(historyOf(file), run); })
      .then(this,
            [this, run, firstStep](const std::shared_ptr<const RunCurves>& before) {
              if (before == nullptr || m_curves == nullptr || m_curves->run != run) return;
              RunCurves whole = *before;
              whole.stepsPerEpoch = m_curves->stepsPerEpoch;
              whole.cutAfter(firstStep);
              m_curves->prepend(whole);
              emit curvesChanged();
            })
      .onFailed(this, [](const Error&) {});  // the run goes on without its past
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
  if (e.job != m_job) return;
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
    m_document.setWeights(std::move(*weights),
                          had ? tr("before %1").arg(m_curves->name) : QString());
  }
  setPhase(RunPhase::idle);
  if (e.state == RunState::failed) emit failed(translated(e.reason), e.layer);
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
