// SPDX-License-Identifier: GPL-3.0-or-later
//
// The panels around the canvas, and who tells whom.
#include <QDockWidget>
#include <QGuiApplication>
#include <QLabel>
#include <QTabBar>

#include "ui/analysis/profile_overlay.h"
#include "ui/analysis/profile_panel.h"
#include "ui/analysis/quantization/quantization_panel.h"
#include "ui/canvas/canvas.h"
#include "ui/inspector/inspector.h"
#include "ui/palette/palette.h"
#include "ui/shell/banner.h"
#include "ui/shell/file_actions.h"
#include "ui/shell/main_window.h"
#include "ui/shell/preferences.h"
#include "ui/shell/problems_panel.h"
#include "ui/shell/status_line.h"
#include "ui/shell/top_bar.h"
#include "ui/shell/workspace.h"
#include "ui/training/confusion/confusion_panel.h"
#include "ui/training/curves/curves_panel.h"
#include "ui/training/data/data_panel.h"
#include "ui/training/devices/devices_panel.h"
#include "ui/training/run_panel.h"
#include "ui/training/runs/runs_panel.h"
#include "ui/training/try/try_panel.h"
#include "ui/widgets/text.h"

namespace espalier::ui {

QDockWidget* MainWindow::addPanel(const QString& id, const QString& title, QWidget* content,
                                  Qt::DockWidgetArea area) {
  auto* dock = new QDockWidget(title, this);
  dock->setObjectName(QStringLiteral("panel-") + id);
  dock->setWidget(content);
  const auto later = [this] { m_titles.start(); };
  connect(dock, &QDockWidget::topLevelChanged, this, later);
  connect(dock, &QDockWidget::dockLocationChanged, this, later);
  connect(dock, &QDockWidget::visibilityChanged, this, later);
  // At once with the tabs of its side: side by side they would ask for a far wider window.
  QDockWidget* neighbour = nullptr;
  for (QDockWidget* other : m_docks)
    if (dockWidgetArea(other) == area) neighbour = other;
  addDockWidget(area, dock);
  if (neighbour != nullptr) tabifyDockWidget(neighbour, dock);
  m_docks.insert(id, dock);
  return dock;
}

// The tab is the title. One that floats, or is alone on its side, has none, and would have nothing to be
// dragged by.
void MainWindow::showTitles() {
  // Not under the hands of who is dragging one.
  if (QGuiApplication::mouseButtons() != Qt::NoButton) return m_titles.start();
  for (QDockWidget* dock : std::as_const(m_docks)) {
    const QList<QDockWidget*> mates = tabifiedDockWidgets(dock);
    const bool alone =
        dock->isFloating() || std::all_of(mates.begin(), mates.end(),
                                          [](const QDockWidget* mate) { return mate->isHidden(); });
    QWidget* before = dock->titleBarWidget();
    if (alone == (before == nullptr)) continue;
    dock->setTitleBarWidget(alone ? nullptr : new QWidget(dock));
    delete before;
  }
}

void MainWindow::makePanels() {
  m_titles.setSingleShot(true);
  m_titles.setInterval(100);
  connect(&m_titles, &QTimer::timeout, this, &MainWindow::showTitles);
  Document& document = m_workspace.document();
  RunControl& run = m_workspace.run();
  auto* palette = new Palette(this);
  palette->setDocument(&document);
  connect(palette, &Palette::addRequested, m_canvas, &Canvas::addAtCenter);
  addPanel(QStringLiteral("palette"), tr("Layers"), palette, Qt::LeftDockWidgetArea);
  m_inspector = new Inspector(document, this);
  m_runPanel = new RunPanel(document, this);
  m_data = new DataPanel(document, this);
  addPanel(QStringLiteral("inspector"), tr("Layer"), m_inspector, Qt::RightDockWidgetArea);
  addPanel(QStringLiteral("run"), tr("Run"), m_runPanel, Qt::RightDockWidgetArea);
  addPanel(QStringLiteral("data"), tr("Data"), m_data, Qt::RightDockWidgetArea);

  m_curves = new CurvesPanel(this);
  m_curves->setSmoothing(Preferences::smoothing());
  m_profile = new ProfilePanel(document, this);
  m_confusion = new ConfusionPanel(document, this);
  m_runs = new RunsPanel(document, this);
  m_devices = new DevicesPanel(document, this);
  m_quantization = new QuantizationPanel(document, this);
  m_try = new TryPanel(document, this);
  const Qt::DockWidgetArea bottom = Qt::BottomDockWidgetArea;
  addPanel(QStringLiteral("curves"), tr("Curves"), m_curves, bottom);
  addPanel(QStringLiteral("profile"), tr("Profile"), m_profile, bottom);
  addPanel(QStringLiteral("confusion"), tr("Confusion"), m_confusion, bottom);
  addPanel(QStringLiteral("runs"), tr("Runs"), m_runs, bottom);
  addPanel(QStringLiteral("problems"), tr("Problems"), new ProblemsPanel(document, this), bottom);
  addPanel(QStringLiteral("devices"), tr("Devices"), m_devices, bottom);
  addPanel(QStringLiteral("quantization"), tr("Quantisation"), m_quantization, bottom);
  addPanel(QStringLiteral("try"), tr("Try it"), m_try, bottom);
  m_curves->setRun(run.curves(), document.project().training.epochs);
  m_confusion->setConfusion(run.confusion());
  if (run.profile()) m_profile->setProfile(*run.profile());
  connect(m_curves, &CurvesPanel::settingsChanged, this,
          [this] { Preferences::setSmoothing(m_curves->smoothing()); });
}

void MainWindow::arrangePanels() {
  const auto tabs = [this](std::initializer_list<const char*> ids) {
    QDockWidget* first = nullptr;
    for (const char* id : ids) {
      QDockWidget* dock = m_docks[QLatin1String(id)];
      if (first != nullptr) tabifyDockWidget(first, dock);
      dock->show();
      if (first == nullptr) first = dock;
    }
    first->raise();
  };
  tabs({"palette"});
  tabs({"inspector", "run", "data"});
  tabs({"curves", "profile", "confusion", "runs", "problems", "devices", "quantization", "try"});
  resizeDocks({m_docks["palette"], m_docks["inspector"]}, {210, 288}, Qt::Horizontal);
  resizeDocks({m_docks["curves"]}, {272}, Qt::Vertical);
}

void MainWindow::connectCanvas() {
  Document& document = m_workspace.document();
  connect(m_canvas, &Canvas::message, m_status, [this](const QString& s) { m_status->say(s); });
  connect(m_canvas, &Canvas::editRequested, this, [this](NodeId) {
    showPanel(QStringLiteral("inspector"));
    m_inspector->focusFirst();
  });
  connect(m_files, &FileActions::said, m_status, [this](const QString& s) { m_status->say(s); });
  connect(&document, &Document::problemsChanged, this, &MainWindow::showProblemCount);
  connect(&document, &Document::selectionChanged, this, [this] {
    // What is selected is shown, unless the settings of the run or the data are being looked at by
    // somebody who selects nothing.
    if (!m_workspace.document().selection().nodes.empty()) m_docks["inspector"]->raise();
  });
  showProblemCount();
}

void MainWindow::showProblemCount() {
  const auto count = m_workspace.document().problems().size();
  m_docks["problems"]->setWindowTitle(count == 0 ? tr("Problems") : tr("Problems %1").arg(count));
}

void MainWindow::connectRun() {
  RunControl& run = m_workspace.run();
  Document& document = m_workspace.document();
  const auto showCurves = [this] {
    RunControl& r = m_workspace.run();
    m_curves->setRun(r.curves(), r.started()
                                     ? r.started()->epochs
                                     : int(m_workspace.document().project().training.epochs));
  };
  connect(&run, &RunControl::curvesReplaced, this, showCurves);
  connect(&run, &RunControl::curvesChanged, m_curves, [this] {
    if (m_curves->isVisible()) m_curves->refreshSoon();
  });
  connect(&run, &RunControl::confusionChanged, this,
          [this] { m_confusion->setConfusion(m_workspace.run().confusion()); });
  const auto profile = [this] {
    const auto& p = m_workspace.run().profile();
    m_profile->setProfile(p.value_or(ProfileReady{}));
    m_inspector->setStepTime(
        [p](const LayerKey& key) { return p ? stepTimeText(*p, key) : QString(); });
  };
  connect(&run, &RunControl::profileChanged, this, profile);
  profile();
  connect(&run, &RunControl::measuringChanged, this,
          [this] { m_profile->setMeasuring(m_workspace.run().measuring()); });
  connect(m_profile, &ProfilePanel::measureRequested, &run, &RunControl::measure);
  connect(m_profile, &ProfilePanel::revealRequested, &document, &Document::reveal);
  connect(m_devices, &DevicesPanel::found, m_runPanel, &RunPanel::setDevices);
  connect(m_runPanel, &RunPanel::devicesWanted, m_devices, &DevicesPanel::lookOnce);
  connect(m_runPanel, &RunPanel::resumeRequested, &run, [this] { m_workspace.run().run(true); });
  connect(m_confusion, &ConfusionPanel::evaluateRequested, &run, [this] {
    m_workspace.run().evaluate("test");
    m_status->say(tr("evaluating on the test data"));
  });
  connect(m_runs, &RunsPanel::comparedChanged, m_curves, &CurvesPanel::setCompared);
  connect(m_runs, &RunsPanel::openRequested, this, [this](const Project& p, const QString& name) {
    if (!m_files->mayLeave()) return;
    m_workspace.run().forget();
    m_workspace.document().adopt(p, name);
  });
  const auto failed = [this](const QString& s) {
    m_banners->show(QStringLiteral("panel"), Banners::Tone::bad, s);
  };
  connect(m_curves, &CurvesPanel::failed, this, failed);
  connect(m_runs, &RunsPanel::failed, this, failed);
  connect(m_profile, &ProfilePanel::failed, this, failed);
  connect(m_curves, &CurvesPanel::exported, m_status,
          [this](const QString& f) { m_status->say(tr("saved %1").arg(f)); });
  connect(&run, &RunControl::failed, this, [this](const QString& sentence, const LayerKey& layer) {
    QList<Banners::Action> actions;
    if (!layer.empty())
      actions += {tr("Show the layer"), [this, layer] { m_workspace.document().reveal(layer); }};
    m_banners->show(QStringLiteral("run"), Banners::Tone::bad, sentence, actions);
  });
  connect(&run, &RunControl::phaseChanged, this, [this] {
    RunControl& r = m_workspace.run();
    if (r.phase() == RunPhase::starting) {
      m_banners->close(QStringLiteral("run"));
      showPanel(QStringLiteral("curves"));
    }
    if (r.phase() == RunPhase::running || r.phase() == RunPhase::idle) m_runs->reload();
    showSummary();
  });
  connect(&run, &RunControl::estimateChanged, this, &MainWindow::showSummary);
  connect(&run, &RunControl::drawingChangedChanged, this, &MainWindow::showSummary);
  connect(&document, &Document::fileNameChanged, this, &MainWindow::showSummary);
  showSummary();
}

void MainWindow::showSummary() {
  const RunControl& run = m_workspace.run();
  const TrainingSettings& t = m_workspace.document().project().training;
  const RunEstimate& e = run.estimate();
  RunSummary s;
  s.active = run.active();
  s.pending = e.pending && !run.active();
  s.canResume = run.canResume();
  s.drawingChanged = run.active() && run.drawingChanged();
  s.whyNot = run.active() ? QString() : e.whyNot;
  s.device = deviceText(t);
  if (e.memoryBytes > 0) s.memory = bytesText(double(e.memoryBytes));
  if (e.secondsPerEpoch > 0) {
    s.time = tr("%1 an epoch, %2 in all")
                 .arg(durationText(e.secondsPerEpoch),
                      durationText(e.secondsPerEpoch * double(t.epochs)));
  }
  if (run.started()) s.stepsPerEpoch = run.started()->steps_per_epoch;
  if (run.active() && run.started()) s.memory = bytesText(double(run.started()->memory_bytes));
  m_runPanel->setSummary(s);
}

void MainWindow::connectQuantization() {
  QuantizationControl& control = m_workspace.quantization();
  connect(m_quantization, &QuantizationPanel::quantizeRequested, &control,
          [&control](const QString& method, double percentile, std::optional<qint64> samples) {
            control.quantize({method.toStdString(), percentile, samples});
          });
  connect(m_quantization, &QuantizationPanel::measureRequested, &control,
          [&control] { control.measure(true); });
  connect(m_quantization, &QuantizationPanel::floatRequested, &control,
          &QuantizationControl::backToFloat);
  connect(m_quantization, &QuantizationPanel::cancelRequested, &control,
          &QuantizationControl::cancel);
  connect(m_quantization, &QuantizationPanel::keepRequested, &control, &QuantizationControl::keep);
  connect(m_quantization, &QuantizationPanel::keepOnlyRequested, &control,
          &QuantizationControl::keepOnly);
  connect(m_quantization, &QuantizationPanel::revealRequested, &m_workspace.document(),
          &Document::reveal);
  connect(&control, &QuantizationControl::progressed, m_quantization,
          &QuantizationPanel::setProgress);
  connect(&control, &QuantizationControl::failed, m_quantization, &QuantizationPanel::setProblem);
  connect(&control, &QuantizationControl::changed, this, &MainWindow::showQuantization);
  showQuantization();
}

void MainWindow::showQuantization() {
  const QuantizationControl& control = m_workspace.quantization();
  m_quantization->setState(
      {control.precision(), control.sensitivity(), control.active(), control.outdated()});
}

void MainWindow::connectTry() {
  SessionBridge& bridge = m_workspace.bridge();
  connect(m_try, &TryPanel::predictRequested, this, [this](const QString& sample) {
    Document& document = m_workspace.document();
    m_try->setJob(m_workspace.bridge().session().predict(
        {document.snapshot(), document.fileName().toStdString(), sample.toStdString()}));
  });
  connect(&bridge, &SessionBridge::predicted, m_try, &TryPanel::show);
  connect(&bridge, &SessionBridge::jobDone, m_try, &TryPanel::jobDone);
}

}  // namespace espalier::ui
