// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/status_line.h"

#include <QDateTime>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>

#include "ui/shell/workspace.h"
#include "ui/training/curves/curve_chart.h"
#include "ui/training/curves/curves_panel.h"
#include "ui/widgets/fields/form.h"
#include "ui/widgets/text.h"

namespace espalier::ui {
namespace {

const QString kDot = QStringLiteral(" · ");

}  // namespace

QString durationText(double seconds) {
  const auto s = qint64(seconds + 0.5);
  if (s < 60) return StatusLine::tr("%1 s").arg(s);
  if (s < 3600) return StatusLine::tr("%1 min %2 s").arg(s / 60).arg(s % 60);
  return StatusLine::tr("%1 h %2 min").arg(s / 3600).arg(s / 60 % 60);
}

StatusLine::StatusLine(Workspace& workspace, QWidget* parent)
    : QWidget(parent), m_workspace(workspace) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(16, 6, 16, 6);
  row->setSpacing(12);
  m_bar = new QProgressBar(this);
  m_bar->setFixedWidth(200);
  m_bar->setRange(0, 1000);
  m_bar->setTextVisible(false);
  m_bar->setAccessibleName(tr("Progress of the run"));
  m_progress = roleLabel({}, "secondary", this);
  m_progress->setMinimumWidth(330);  // its figures change many times a second
  m_message = roleLabel({}, "secondary", this);
  m_message->setAlignment(Qt::AlignCenter);
  m_message->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  m_loader = roleLabel({}, "secondary", this);
  m_state = roleLabel({}, "secondary", this);
  row->addWidget(m_bar);
  row->addWidget(m_progress);
  row->addWidget(m_message, 1);
  row->addWidget(m_loader);
  row->addWidget(m_state);

  m_forget.setSingleShot(true);
  m_forget.setInterval(8000);
  connect(&m_forget, &QTimer::timeout, this, [this] { m_message->clear(); });
  m_tick.setInterval(5000);
  connect(&m_tick, &QTimer::timeout, this, &StatusLine::showState);
  m_tick.start();

  Document& document = workspace.document();
  RunControl& run = workspace.run();
  connect(&document, &Document::refused, this, [this](const QString& s) { say(s, true); });
  connect(&document, &Document::autosaved, this, [this] {
    m_autosavedAt = QDateTime::currentSecsSinceEpoch();
    showState();
  });
  connect(&document, &Document::modifiedChanged, this, [this](bool modified) {
    if (!modified) m_savedAt = QDateTime::currentSecsSinceEpoch();
    showState();
  });
  connect(&document, &Document::changed, this, [this](const Change& c) {
    if (c.training || c.everything) showState();
  });
  connect(&run, &RunControl::progressed, this, &StatusLine::showProgress);
  connect(&run, &RunControl::phaseChanged, this, [this] {
    if (m_workspace.run().active()) m_last.clear();
    showProgress();
    showState();
  });
  connect(&run, &RunControl::estimateChanged, this, &StatusLine::showState);
  connect(&run, &RunControl::forgotten, this, [this] {
    m_last.clear();
    m_message->clear();
    m_savedAt = m_autosavedAt = 0;
    showProgress();
    showState();
  });
  connect(&run, &RunControl::ended, this, [this](const RunStateChanged& e) {
    if (e.state == RunState::finished) {
      const auto it = e.test.find("accuracy");
      m_last = it != e.test.end()
                   ? tr("done in %1: test accuracy %2")
                         .arg(durationText(e.seconds), valueText(it->second, ValueFormat::percent))
                   : tr("done in %1").arg(durationText(e.seconds));
    } else if (e.state == RunState::stopped) {
      m_last = m_workspace.document().fileName().isEmpty()
                   ? tr("stopped after %1; save the project to keep the checkpoint")
                         .arg(durationText(e.seconds))
                   : tr("stopped after %1; the checkpoint is kept").arg(durationText(e.seconds));
    } else {
      m_last = tr("the run failed");
    }
    showProgress();
  });
  showProgress();
  showState();
}

void StatusLine::say(const QString& sentence, bool bad) {
  setRole(m_message, bad ? "warning" : "secondary");
  m_message->setText(sentence);
  m_message->setToolTip(sentence);
  m_forget.start();
}

void StatusLine::showProgress() {
  const RunControl& run = m_workspace.run();
  const auto& p = run.progress();
  m_bar->setVisible(run.active());
  if (!run.active()) {
    m_progress->setText(m_last.isEmpty() ? tr("ready") : m_last);
    m_loader->clear();
    return;
  }
  if (!p) {
    m_bar->setValue(0);
    m_progress->setText(run.phase() == RunPhase::stopping ? tr("stopping")
                                                          : tr("preparing the run"));
    return;
  }
  m_bar->setValue(p->steps > 0 ? int(1000 * p->step / p->steps) : 0);
  QStringList parts;
  const int epochs = run.started() ? run.started()->epochs : 0;
  parts += tr("epoch %1 of %2").arg(p->epoch + 1).arg(epochs);
  parts += tr("step %1").arg(grouped(p->step));
  if (run.phase() == RunPhase::paused) {
    parts += tr("paused");
  } else {
    parts += tr("%1 samples/s").arg(grouped(qint64(p->samples_per_second)));
    parts += tr("%1 left").arg(durationText(p->seconds_left));
  }
  m_progress->setText(parts.join(kDot));
  m_loader->setText(tr("loader %1 of step").arg(percentText(p->loader_share)));
  m_loader->setToolTip(tr("Share of a step that is spent waiting for data."));
}

void StatusLine::showState() {
  const Document& document = m_workspace.document();
  const qint64 now = QDateTime::currentSecsSinceEpoch();
  const auto ago = [&](qint64 at) { return durationText(double((now - at) / 5 * 5)); };
  QStringList parts;
  if (!document.isModified())
    parts += document.fileName().isEmpty() ? tr("new") : tr("saved");
  else if (m_autosavedAt > m_savedAt)
    parts += tr("not saved, autosaved %1 ago").arg(ago(m_autosavedAt));
  else
    parts += tr("not saved");
  parts += tr("seed %1").arg(document.project().training.seed);
  const RunControl& run = m_workspace.run();
  const std::size_t memory =
      run.active() && run.started() ? run.started()->memory_bytes : run.estimate().memoryBytes;
  if (memory > 0) parts += bytesText(double(memory));
  m_state->setText(parts.join(kDot));
}

}  // namespace espalier::ui
