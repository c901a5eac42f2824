// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/runs/runs_panel.h"

#include <QDateTime>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QStackedLayout>
#include <QTreeWidget>
#include <QtConcurrent>

#include "engine/project/project_file.h"
#include "ui/training/curves/curve_chart.h"
#include "ui/training/curves/curves_panel.h"
#include "ui/widgets/fields/form.h"
#include "ui/widgets/text.h"

namespace espalier::ui {
namespace {

enum RunColumn { kRun, kStarted, kState, kSteps, kBest, kTest, kTime, kColumns };

QString stateText(const std::string& state) {
  static const std::map<std::string, const char*> kStates = {
      {"running", QT_TRANSLATE_NOOP("RunsPanel", "running")},
      {"finished", QT_TRANSLATE_NOOP("RunsPanel", "finished")},
      {"stopped", QT_TRANSLATE_NOOP("RunsPanel", "stopped")},
      {"failed", QT_TRANSLATE_NOOP("RunsPanel", "failed")}};
  const auto it = kStates.find(state);
  return it == kStates.end() ? QString::fromStdString(state) : RunsPanel::tr(it->second);
}

QString metricsText(const Metrics& metrics) {
  QStringList parts;
  for (const auto& [name, value] : metrics)
    parts += metricName(name).toLower() + u' ' +
             valueText(value, name == "accuracy" ? ValueFormat::percent : ValueFormat::plain);
  return parts.join(QStringLiteral(", "));
}

}  // namespace

RunsPanel::RunsPanel(Document& document, QWidget* parent)
    : QWidget(parent), m_document(document), m_list(new QTreeWidget(this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(8, 4, 8, 6);
  column->setSpacing(4);
  auto* body = new QWidget(this);
  auto* pages = new QStackedLayout(body);
  m_empty =
      roleLabel(tr("Runs of this project are listed here, with what came out."), "faint", body);
  m_empty->setAlignment(Qt::AlignCenter);
  pages->addWidget(m_empty);
  m_list->setColumnCount(kColumns);
  m_list->setHeaderLabels({tr("Run"), tr("Started"), tr("State"), tr("Steps"),
                           tr("Best, validation"), tr("Test"), tr("Time")});
  m_list->headerItem()->setToolTip(kRun, tr("Ticked runs are laid over the curves"));
  m_list->setRootIsDecorated(false);
  m_list->setUniformRowHeights(true);
  m_list->setAccessibleName(tr("Runs"));
  m_list->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
  m_list->header()->setStretchLastSection(true);
  pages->addWidget(m_list);
  column->addWidget(body, 1);
  auto* row = new QHBoxLayout;
  row->setContentsMargins(8, 0, 0, 0);
  row->addWidget(roleLabel(tr("Tick a run to lay its curves over those of now."), "faint", this));
  row->addStretch();
  m_open = new QPushButton(tr("Open its drawing"), this);
  m_remove = new QPushButton(tr("Delete"), this);
  for (QPushButton* button : {m_open, m_remove}) {
    setRole(button, "flat");
    row->addWidget(button);
  }
  column->addLayout(row);
  connect(m_list, &QTreeWidget::itemChanged, this, &RunsPanel::itemChanged);
  connect(m_list, &QTreeWidget::currentItemChanged, this, &RunsPanel::enableButtons);
  connect(m_list, &QTreeWidget::itemActivated, this, &RunsPanel::openCurrent);
  connect(m_open, &QPushButton::clicked, this, &RunsPanel::openCurrent);
  connect(m_remove, &QPushButton::clicked, this, &RunsPanel::removeCurrent);
  connect(&document, &Document::fileNameChanged, this, [this] {
    m_compared.clear();
    emit comparedChanged({});
    reload();
  });
  enableButtons();
  reload();
}

void RunsPanel::reload() {
  const int generation = ++m_generation;
  if (m_document.fileName().isEmpty()) {
    show({});
    return;
  }
  QtConcurrent::run([file = m_document.fileName()]() -> std::vector<RunRecord> {
    const std::filesystem::path history = historyOf(file);
    if (!std::filesystem::exists(history)) return {};
    return RunStore(history).runs();
  })
      .then(this,
            [this, generation](const std::vector<RunRecord>& runs) {
              if (generation == m_generation) show(runs);
            })
      .onFailed(this, [this] { emit failed(failureText()); });
}

void RunsPanel::show(const std::vector<RunRecord>& runs) {
  const QSignalBlocker quiet(m_list);
  m_list->clear();
  for (const RunRecord& run : runs) {
    const QDateTime started =
        QDateTime::fromString(QString::fromStdString(run.started), Qt::ISODate);
    auto* item = new QTreeWidgetItem(
        m_list, {QString::number(run.id),
                 started.isValid() ? QLocale().toString(started.toLocalTime(), QLocale::ShortFormat)
                                   : QString::fromStdString(run.started),
                 stateText(run.state), grouped(run.steps), metricsText(run.best),
                 metricsText(run.test), tr("%1 s").arg(run.seconds, 0, 'f', 1)});
    item->setData(kRun, Qt::UserRole, qlonglong(run.id));
    item->setCheckState(kRun, m_compared.contains(run.id) ? Qt::Checked : Qt::Unchecked);
    if (!run.reason.empty()) item->setToolTip(kState, QString::fromStdString(run.reason));
  }
  static_cast<QStackedLayout*>(m_empty->parentWidget()->layout())
      ->setCurrentIndex(runs.empty() ? 0 : 1);
  enableButtons();
}

std::int64_t RunsPanel::current() const {
  const QTreeWidgetItem* item = m_list->currentItem();
  return item == nullptr ? 0 : item->data(kRun, Qt::UserRole).toLongLong();
}

void RunsPanel::enableButtons() {
  m_open->setEnabled(current() != 0);
  m_remove->setEnabled(current() != 0);
}

void RunsPanel::itemChanged(QTreeWidgetItem* item) {
  const std::int64_t run = item->data(kRun, Qt::UserRole).toLongLong();
  const auto tell = [this] {
    std::vector<std::shared_ptr<const RunCurves>> list;
    for (const auto& [id, curves] : m_compared)
      if (curves != nullptr) list.push_back(curves);
    emit comparedChanged(std::move(list));
  };
  if (item->checkState(kRun) != Qt::Checked) {
    m_compared.erase(run);
    tell();
    return;
  }
  if (m_compared.contains(run)) return;
  m_compared[run] = nullptr;  // on its way
  QtConcurrent::run(
      [file = m_document.fileName(), run] { return readCurves(historyOf(file), run); })
      .then(this,
            [this, run, tell](const std::shared_ptr<const RunCurves>& curves) {
              const auto it = m_compared.find(run);
              if (it == m_compared.end()) return;
              it->second = curves;
              tell();
            })
      .onFailed(this, [this] { emit failed(failureText()); });
}

void RunsPanel::openCurrent() {
  const std::int64_t run = current();
  if (run == 0) return;
  QtConcurrent::run([file = m_document.fileName(), run] {
    const std::string text = RunStore(historyOf(file)).run(run).drawing;
    return project_from_text(text, fmt::format("run {}", run)).project;
  })
      .then(this,
            [this, run](const Project& project) {
              emit openRequested(project, tr("%1, run %2").arg(m_document.displayName()).arg(run));
            })
      .onFailed(this, [this] { emit failed(failureText()); });
}

void RunsPanel::removeCurrent() {
  const std::int64_t run = current();
  if (run == 0) return;
  m_compared.erase(run);
  QtConcurrent::run([file = m_document.fileName(), run] {
    RunStore(historyOf(file)).remove(run);
  }).then(this, [this] {
      reload();
    }).onFailed(this, [this] { emit failed(failureText()); });
}

}  // namespace espalier::ui
