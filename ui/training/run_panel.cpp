// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/run_panel.h"

#include <QPushButton>
#include <QVBoxLayout>

#include "ui/training/schedule_plot.h"
#include "ui/training/settings_form.h"
#include "ui/widgets/fields/form.h"

namespace espalier::ui {

RunPanel::RunPanel(Document& document, QWidget* parent) : QWidget(parent), m_document(document) {
  auto* content = new QWidget;
  auto* column = new QVBoxLayout(content);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(8);

  auto* before = new Form(content);
  before->addHeading(tr("Before the run"));
  m_device = before->addFigure(tr("device"), QStringLiteral("–"));
  m_memory = before->addFigure(tr("memory"), QStringLiteral("–"),
                               tr("Weights, optimiser state and the arena of one training step."));
  m_time = before->addFigure(tr("time"), QStringLiteral("–"),
                             tr("Measured on a few steps of this network on this machine."));
  column->addWidget(before);
  m_strip = new BottomStrip(this);
  m_note = m_strip->form().addText({}, "bad");
  m_resume = new QPushButton(tr("Resume from the last checkpoint"), m_strip);
  m_strip->form().addWide(m_resume);
  connect(m_resume, &QPushButton::clicked, this, &RunPanel::resumeRequested);

  auto* schedule = new Form(content);
  schedule->addHeading(tr("Learning rate"));
  m_schedule = new SchedulePlot(schedule);
  schedule->addWide(m_schedule);
  column->addWidget(schedule);
  m_settings = new SettingsForm(document, "training.", content);
  column->addWidget(m_settings);

  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(0, 0, 0, 0);
  outer->setSpacing(0);
  outer->addWidget(new ScrollPanel(content, this), 1);
  outer->addWidget(m_strip);
  connect(&document, &Document::changed, this, [this](const Change& c) {
    if (c.everything || c.training) refresh();
  });
  setSummary({});
}

void RunPanel::setSummary(const RunSummary& summary) {
  m_summary = summary;
  const QString unknown = summary.pending ? tr("measuring …") : QStringLiteral("–");
  const auto figure = [&](const QString& text) { return text.isEmpty() ? unknown : text; };
  m_device->setText(figure(summary.device));
  m_memory->setText(figure(summary.memory));
  m_time->setText(figure(summary.time));
  QString note = summary.whyNot;
  setRole(m_note, "bad");
  if (note.isEmpty() && summary.drawingChanged) {
    note =
        tr("The drawing or its settings have changed since this run began; the run goes on with "
           "what it began with.");
    setRole(m_note, "warning");
  }
  m_note->setText(note);
  m_note->setVisible(!note.isEmpty());
  m_resume->setVisible(summary.canResume && !summary.active);
  m_strip->setVisible(!m_note->isHidden() || !m_resume->isHidden());
  m_resume->setEnabled(summary.whyNot.isEmpty());
  refresh();
}

void RunPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  emit devicesWanted();
}

void RunPanel::setDevices(const QStringList& ids, const QStringList& names) {
  QStringList labels;
  for (qsizetype i = 0; i < ids.size(); ++i) labels += ids[i] + QStringLiteral(" · ") + names[i];
  m_settings->setChoices("training.device", ids, labels);
}

void RunPanel::refresh() {
  m_settings->refresh();
  const std::int64_t steps = m_summary.stepsPerEpoch > 0 ? m_summary.stepsPerEpoch : 100;
  m_schedule->setSettings(m_document.project().training, steps);
}

}  // namespace espalier::ui
