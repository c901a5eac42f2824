// SPDX-License-Identifier: GPL-3.0-or-later
//
// What earlier runs of the project have left.
#include <QtConcurrent>

#include "engine/session/unsaved_run.h"
#include "engine/train/trainer.h"
#include "ui/shell/run_control.h"
#include "ui/training/runs/runs_panel.h"
#include "ui/widgets/text.h"

namespace espalier::ui {

bool RunControl::canResume() const {
  if (m_document.fileName().isEmpty()) return false;
  if (m_document.project().training.epochs <= m_finishedEpochs) return false;
  std::error_code error;
  return std::filesystem::exists(
      run_folder(std::filesystem::path(m_document.fileName().toStdString())) / last_checkpoint,
      error);
}

void RunControl::adoptRun() {
  if (!m_unsavedRun || active() || m_document.fileName().isEmpty()) return;
  m_unsavedRun = false;
  try {
    adopt_unsaved_run(m_document.fileName().toStdString());
  } catch (const Error& e) {
    emit failed(translated(e.message()), {});
  }
}

void RunControl::lookAtHistory() {
  m_finishedEpochs = 0;
  const QString file = m_document.fileName();
  if (file.isEmpty()) return;
  QtConcurrent::run([file] { return finishedEpochs(historyOf(file)); })
      .then(this,
            [this, file](int epochs) {
              if (file != m_document.fileName() || active()) return;
              m_finishedEpochs = epochs;
              emit estimateChanged();
            })
      .onFailed(this, [] {});  // a history that cannot be read says nothing of the checkpoint
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
      .onFailed(this, [] {});  // the run goes on without its past
}

}  // namespace espalier::ui
