// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/top_bar.h"

#include <QButtonGroup>
#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

#include "engine/base/cpu.h"
#include "ui/shell/workspace.h"
#include "ui/widgets/fields/form.h"

namespace espalier::ui {

QString deviceText(const TrainingSettings& settings) {
  if (settings.device != "cpu") return QString::fromStdString(settings.device);
  const Isa used = isa_from_name(settings.isa).value_or(best_isa());
  static constexpr const char* kNames[] = {"plain", "AVX2", "AVX-512"};
  const int cores = settings.threads > 0 ? int(settings.threads) : cpu_cores();
  return QStringLiteral("CPU · %1 · %2")
      .arg(QLatin1String(kNames[std::size_t(used)]), TopBar::tr("%n core(s)", nullptr, cores));
}

TopBar::TopBar(Workspace& workspace, QWidget* parent)
    : QToolBar(parent), m_workspace(workspace), m_overlays(new QButtonGroup(this)) {
  setObjectName(QStringLiteral("topBar"));
  setWindowTitle(tr("Top bar"));
  setMovable(false);
  setFloatable(false);
  toggleViewAction()->setVisible(false);
  auto* body = new QWidget(this);
  body->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  auto* row = new QHBoxLayout(body);
  row->setContentsMargins(16, 8, 12, 8);
  row->setSpacing(6);
  m_title = roleLabel({}, "title", body);
  m_folder = roleLabel({}, "secondary", body);
  m_folder->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  m_folder->setMinimumWidth(60);
  row->addWidget(m_title);
  row->addSpacing(8);
  row->addWidget(m_folder, 1);

  const std::pair<QString, QString> overlays[] = {{QString(), tr("Shapes")},
                                                  {QStringLiteral("time"), tr("Time")},
                                                  {QStringLiteral("memory"), tr("Memory")},
                                                  {QStringLiteral("int8"), tr("Int8")}};
  const QString tips[] = {tr("Shapes on the wires, nothing painted on the cards"),
                          tr("Colour the cards by their share of the time of a step"),
                          tr("Colour the cards by their share of memory"),
                          tr("Colour the cards by the error that a layer makes in 8 bits")};
  for (int i = 0; i < 4; ++i) {
    auto* button = new QPushButton(overlays[i].second, body);
    button->setCheckable(true);
    button->setToolTip(tips[i]);
    button->setObjectName(QStringLiteral("overlay-") + overlays[i].first);
    m_overlays->addButton(button, i);
    row->addWidget(button);
    connect(button, &QPushButton::clicked, this,
            [this, id = overlays[i].first] { m_workspace.setOverlay(id); });
  }
  row->addStretch(1);
  m_device = roleLabel({}, "secondary", body);
  row->addWidget(m_device);
  row->addSpacing(12);
  m_run = new QPushButton(body);
  m_run->setObjectName(QStringLiteral("run"));
  m_run->setMinimumWidth(92);
  setRole(m_run, "go");
  m_stop = new QPushButton(tr("Stop"), body);
  m_stop->setObjectName(QStringLiteral("stop"));
  m_stop->setToolTip(tr("End the run after a checkpoint"));
  row->addWidget(m_run);
  row->addWidget(m_stop);
  row->addSpacing(12);
  m_export = new QToolButton(body);
  m_export->setText(tr("Export, compile…"));
  m_export->setPopupMode(QToolButton::InstantPopup);
  m_export->setToolButtonStyle(Qt::ToolButtonTextOnly);
  row->addWidget(m_export);
  addWidget(body);

  connect(m_run, &QPushButton::clicked, this, [this] { m_workspace.run().toggle(); });
  connect(m_stop, &QPushButton::clicked, this, [this] { m_workspace.run().stop(); });
  Document& document = workspace.document();
  connect(&document, &Document::fileNameChanged, this, &TopBar::showTitle);
  connect(&document, &Document::modifiedChanged, this, &TopBar::showTitle);
  connect(&document, &Document::changed, this, [this](const Change& c) {
    if (c.training || c.everything) showRun();
  });
  connect(&workspace, &Workspace::overlayChosen, this, &TopBar::showOverlay);
  connect(&workspace.run(), &RunControl::phaseChanged, this, &TopBar::showRun);
  connect(&workspace.run(), &RunControl::estimateChanged, this, &TopBar::showRun);
  showTitle();
  showRun();
  showOverlay();
}

void TopBar::setExportMenu(QMenu* menu) { m_export->setMenu(menu); }

void TopBar::showTitle() {
  const Document& document = m_workspace.document();
  m_title->setText(document.displayName() +
                   (document.isModified() ? QStringLiteral(" •") : QString()));
  m_title->setToolTip(document.isModified() ? tr("There are changes that are not saved.")
                                            : QString());
  const QFileInfo info(document.fileName());
  QStringList parts = info.absolutePath().split(u'/', Qt::SkipEmptyParts);
  if (document.fileName().isEmpty()) parts.clear();
  m_folder->setText(
      parts.mid(std::max<qsizetype>(0, parts.size() - 2)).join(QStringLiteral(" / ")));
  m_folder->setToolTip(QDir::toNativeSeparators(document.fileName()));
}

void TopBar::showRun() {
  const RunControl& run = m_workspace.run();
  // In the order of RunPhase.
  const QString words[] = {tr("Run"), tr("Starting"), tr("Pause"), tr("Resume"), tr("Stopping")};
  const RunPhase phase = run.phase();
  m_run->setText(words[int(phase)]);
  const bool possible = phase == RunPhase::running || phase == RunPhase::paused ||
                        (phase == RunPhase::idle && run.canRun());
  m_run->setEnabled(possible);
  m_run->setToolTip(phase == RunPhase::idle
                        ? run.canRun() ? tr("Train the network (F5)") : run.estimate().whyNot
                        : QString());
  m_stop->setEnabled(run.active() && phase != RunPhase::stopping);
  const TrainingSettings& t = m_workspace.document().project().training;
  m_device->setText(deviceText(t));
  m_device->setToolTip(QString::fromStdString(cpu_name()));
}

void TopBar::showOverlay() {
  const QString id = m_workspace.overlay();
  for (QAbstractButton* button : m_overlays->buttons())
    button->setChecked(button->objectName() == QStringLiteral("overlay-") + id);
}

}  // namespace espalier::ui
