// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a window can do with a network that it has trained: once for all of these tests.
// ctest: RUN_SERIAL=1 TIMEOUT=300
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QSlider>
#include <QTableView>
#include <QTemporaryDir>
#include <QTreeWidget>
#include <QtTest>

#include "tests/ui/support/drawing.h"
#include "ui/analysis/quantization/quantization_panel.h"
#include "ui/analysis/quantization/sensitivity_model.h"
#include "ui/shell/export_dialog.h"
#include "ui/shell/file_actions.h"
#include "ui/shell/main_window.h"
#include "ui/shell/preferences.h"
#include "ui/shell/status_line.h"
#include "ui/shell/workspace.h"
#include "ui/training/confusion/confusion_panel.h"
#include "ui/training/runs/runs_panel.h"
#include "ui/training/try/try_panel.h"

using namespace espalier;
using namespace espalier::ui;

class TrainedTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase();
  void cleanupTestCase();
  void tryItSaysAClass();
  void confusionOfTheTestData();
  void runIsInTheHistory();
  void profileIsPaintedOnTheCards();
  void layersRunInEightBitsAndStayInFloat();
  void exportEndsWithMeasuredFigures();
  void exportThatFailsSaysWhy();
  void exportCanBeCancelled();
  void exportReplacesNothingUnasked();
  void onlyWhatIsNotFinishedIsResumed();
  void newProjectKnowsNothingOfTheLast();

 private:
  QTemporaryDir m_folder;
  std::unique_ptr<Workspace> m_workspace;
  std::unique_ptr<MainWindow> m_window;

  ExportDialog* openDialog(const char* command);
};

void TrainedTest::initTestCase() {
  QStandardPaths::setTestModeEnabled(true);
  QCoreApplication::setOrganizationName(QStringLiteral("espalier-test"));
  QCoreApplication::setApplicationName(QStringLiteral("trained"));
  QSettings().clear();
  applyTheme();
  const QString spirals = QStringLiteral(ESPALIER_SOURCE_DIR "/projects/spirals/");
  for (const char* name : {"mlp.espalier", "train.csv", "test.csv"})
    QVERIFY(QFile::copy(spirals + QLatin1String(name), m_folder.filePath(QLatin1String(name))));
  m_workspace = std::make_unique<Workspace>();
  m_window = std::make_unique<MainWindow>(*m_workspace);
  m_window->show();
  QVERIFY(m_window->files().openFile(m_folder.filePath(QStringLiteral("mlp.espalier"))));
  QVERIFY(m_workspace->document().apply(SetSetting("training.epochs", std::int64_t{3})));
  QSignalSpy ended(&m_workspace->run(), &RunControl::ended);
  m_workspace->run().run();
  QVERIFY(ended.wait(120000));
  QCOMPARE(ended[0][0].value<RunStateChanged>().state, RunState::finished);
}

void TrainedTest::cleanupTestCase() {
  m_window.reset();
  m_workspace.reset();
}

void TrainedTest::tryItSaysAClass() {
  m_window->showPanel(QStringLiteral("try"));
  auto* panel = m_window->findChild<TryPanel*>();
  QLabel* verdict = nullptr;
  for (QLabel* label : panel->findChildren<QLabel*>())
    if (label->property("role") == QStringLiteral("title")) verdict = label;
  QVERIFY(verdict != nullptr);
  QTest::mouseClick(panel->findChild<QPushButton*>(QStringLiteral("draw")), Qt::LeftButton);
  const QStringList classes = {QStringLiteral("0"), QStringLiteral("1")};
  QTRY_VERIFY2_WITH_TIMEOUT(classes.contains(verdict->text()), qPrintable(verdict->text()), 20000);
}

void TrainedTest::confusionOfTheTestData() {
  QSignalSpy evaluated(&m_workspace->run(), &RunControl::evaluated);
  m_window->command(QStringLiteral("run.evaluate"))->trigger();
  QVERIFY(evaluated.wait(60000));
  auto* matrix = m_window->findChild<ConfusionMatrix*>();
  QVERIFY(!matrix->confusion().empty());
  QVERIFY(!matrix->grab().isNull());
}

void TrainedTest::runIsInTheHistory() {
  m_window->showPanel(QStringLiteral("runs"));
  auto* list = m_window->findChild<RunsPanel*>()->findChild<QTreeWidget*>();
  QTRY_COMPARE_WITH_TIMEOUT(list->topLevelItemCount(), 1, 10000);
  QTRY_COMPARE_WITH_TIMEOUT(list->topLevelItem(0)->text(2), QStringLiteral("finished"), 10000);
  const auto curves = readNewestCurves(historyOf(m_workspace->document().fileName()));
  QVERIFY(curves != nullptr);
  QCOMPARE(curves->epochs.size(), std::size_t{3});
  QCOMPARE(curves->speed.size(), std::size_t{3});
  for (const QPointF& point : curves->speed) QVERIFY(point.y() > 0);
}

void TrainedTest::profileIsPaintedOnTheCards() {
  m_workspace->setOverlay(QStringLiteral("time"));
  Document& document = m_workspace->document();
  QTRY_VERIFY_WITH_TIMEOUT(!document.overlay().empty(), 30000);
  double sum = 0;
  for (const NodeId id : document.graph().nodes()) sum += std::max(0.0, document.overlayShare(id));
  QVERIFY2(sum > 0.9 && sum < 1.01, qPrintable(QString::number(sum)));
}

void TrainedTest::layersRunInEightBitsAndStayInFloat() {
  Document& document = m_workspace->document();
  QuantizationControl& control = m_workspace->quantization();
  m_window->showPanel(QStringLiteral("quantization"));
  auto* panel = m_window->findChild<QuantizationPanel*>();
  panel->findChild<QPushButton*>(QStringLiteral("quantize"))->click();
  QVERIFY(control.active());
  const auto measured = [&control] {
    return !control.active() && control.sensitivity() && !control.precision().layers.empty();
  };
  QTRY_VERIFY_WITH_TIMEOUT(measured(), 60000);
  QVERIFY(!document.project().quantization.empty());
  const std::size_t layers = control.precision().layers.size();
  const std::size_t weighty =
      control.sensitivity()->layers.size();  // those that are measured alone
  QCOMPARE(weighty, std::size_t(3));
  QVERIFY(layers >= weighty);
  QCOMPARE(control.precision().integer_share, 1.0);
  const auto badges = [&document](const QString& text) {
    const std::vector<NodeId> ids = document.graph().nodes();
    return std::count_if(ids.begin(), ids.end(),
                         [&](NodeId id) { return document.badge(id) == text; });
  };
  QVERIFY(badges(QStringLiteral("int8")) > 0);
  m_workspace->setOverlay(QStringLiteral("int8"));
  QVERIFY(!document.overlay().empty());

  // A tick keeps a layer in float, one step of undo, and the figures are those of the network as it is now.
  QAbstractItemModel* table = panel->findChild<QTableView*>()->model();
  QCOMPARE(table->rowCount(), int(weighty));
  const double before = control.sensitivity()->signal_to_noise;
  QVERIFY(table->setData(table->index(0, SensitivityModel::precision), Qt::Unchecked,
                         Qt::CheckStateRole));
  QCOMPARE(document.project().quantization.keep.size(), std::size_t(1));
  QTRY_VERIFY_WITH_TIMEOUT(measured() && control.precision().integer_share < 1, 30000);
  QVERIFY(control.sensitivity()->signal_to_noise != before);
  QCOMPARE(control.sensitivity()->layers.size(), weighty);
  QVERIFY(badges(QStringLiteral("float")) > 0);
  document.undo();
  QVERIFY(document.project().quantization.keep.empty());
  QTRY_VERIFY_WITH_TIMEOUT(measured() && control.precision().integer_share == 1, 30000);

  // The slider keeps the most sensitive ones.
  auto* slider = panel->findChild<QSlider*>();
  QCOMPARE(slider->maximum(), int(weighty));
  slider->setValue(2);
  QCOMPARE(document.project().quantization.keep.size(), std::size_t(2));
  double kept = 0, others = std::numeric_limits<double>::infinity();
  for (const LayerEffect& layer : control.sensitivity()->layers) {
    double& extreme = document.project().quantization.keep.contains(layer.key) ? kept : others;
    extreme = &extreme == &kept ? std::max(kept, layer.signal_to_noise)
                                : std::min(others, layer.signal_to_noise);
  }
  QVERIFY(kept <= others);
  document.undo();
  QVERIFY(document.project().quantization.keep.empty());
  QCOMPARE(slider->value(), 0);
  QTRY_VERIFY_WITH_TIMEOUT(measured(), 30000);

  panel->findChild<QPushButton*>(QStringLiteral("float"))->click();
  QVERIFY(document.project().quantization.empty());
  QTRY_COMPARE(badges(QStringLiteral("int8")), 0);
  m_workspace->setOverlay({});
}

ExportDialog* TrainedTest::openDialog(const char* command) {
  m_window->command(QLatin1String(command))->trigger();
  for (ExportDialog* dialog : m_window->findChildren<ExportDialog*>())
    if (dialog->isVisible()) return dialog;
  qFatal("no dialog");
}

void TrainedTest::exportEndsWithMeasuredFigures() {
  ExportDialog* dialog = openDialog("export.onnx");
  const QString file = m_folder.filePath(QStringLiteral("out.onnx"));
  dialog->setOutput(file);
  dialog->start();
  QTRY_VERIFY_WITH_TIMEOUT(dialog->done(), 60000);
  QVERIFY(dialog->succeeded());
  QVERIFY(QFileInfo::exists(file));
  bool path = false;
  for (const QLabel* label : dialog->findChildren<QLabel*>())
    path = path || (label->isVisible() && label->text() == QDir::toNativeSeparators(file));
  QVERIFY(path);
  dialog->close();
}

void TrainedTest::exportThatFailsSaysWhy() {
  ExportDialog* dialog = openDialog("export.onnx");
  dialog->setOutput(QStringLiteral("/proc/nowhere/out.onnx"));
  dialog->start();
  QTRY_VERIFY_WITH_TIMEOUT(dialog->done(), 60000);
  QVERIFY(!dialog->succeeded());
  bool said = false;
  for (const QLabel* label : dialog->findChildren<QLabel*>())
    said = said || (label->isVisible() && label->property("role") == QStringLiteral("bad") &&
                    label->text().contains(QStringLiteral("/proc/nowhere")));
  QVERIFY(said);
  dialog->close();
}

void TrainedTest::exportCanBeCancelled() {
  ExportDialog* dialog = openDialog("export.bundle");
  const QString folder = m_folder.filePath(QStringLiteral("bundle"));
  dialog->setOutput(folder);
  dialog->start();
  dialog->reject();  // the first time it cancels and stays
  QTRY_VERIFY_WITH_TIMEOUT(dialog->done(), 60000);
  if (dialog->succeeded()) QSKIP("done before it could be cancelled");
  QVERIFY(dialog->isVisible());
  QVERIFY(!QFileInfo::exists(folder));
  dialog->close();
}

void TrainedTest::exportReplacesNothingUnasked() {
  ExportDialog* dialog = openDialog("export.onnx");
  const QString mine = m_folder.filePath(QStringLiteral("other.onnx"));
  QVERIFY(QFile::copy(m_folder.filePath(QStringLiteral("mlp.espalier")), mine));
  QFile file(mine);
  QVERIFY(file.open(QIODevice::ReadOnly));
  const QByteArray before = file.readAll();
  dialog->setOutput(mine);
  dialog->start();
  QTRY_VERIFY_WITH_TIMEOUT(dialog->done(), 60000);
  QVERIFY(!dialog->succeeded());
  QVERIFY(file.seek(0));
  QCOMPARE(file.readAll(), before);
  // A model may be replaced, but only where somebody says so.
  dialog->setOutput(m_folder.filePath(QStringLiteral("out.onnx")));
  bool asked = false;
  QTimer::singleShot(0, this, [&] {
    auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
    asked = box != nullptr;
    if (box != nullptr) box->reject();
  });
  dialog->start();
  QVERIFY(asked);
  QVERIFY(!dialog->succeeded());
  dialog->close();
}

void TrainedTest::onlyWhatIsNotFinishedIsResumed() {
  RunControl& run = m_workspace->run();
  Document& document = m_workspace->document();
  QVERIFY(document.save());
  QVERIFY(!run.canResume());
  QVERIFY(document.apply(SetSetting("training.epochs", std::int64_t{5})));
  QVERIFY(run.canResume());  // there are epochs left
  document.undo();
  // Another session asks the history.
  Workspace other;
  QVERIFY(other.document().open(document.fileName()));
  QTRY_VERIFY(!other.run().canResume());
}

void TrainedTest::newProjectKnowsNothingOfTheLast() {
  auto* status = m_window->findChild<StatusLine*>();
  const auto says = [&](const char* word) {
    for (const QLabel* label : status->findChildren<QLabel*>())
      if (label->text().contains(QLatin1String(word))) return true;
    return false;
  };
  QVERIFY(says("done in"));
  // A run that is under way ends without touching what comes after it.
  Document& document = m_workspace->document();
  QVERIFY(document.apply(SetSetting("training.epochs", std::int64_t{1000})));
  QVERIFY(document.save());
  m_workspace->run().run();
  QTRY_VERIFY_WITH_TIMEOUT(m_workspace->run().phase() == RunPhase::running, 60000);
  m_window->files().newProject();
  QTRY_VERIFY_WITH_TIMEOUT(!m_workspace->run().active(), 60000);
  QVERIFY(document.project().weights.empty());
  QVERIFY(!document.isModified());
  QVERIFY(!says("done in"));
  QVERIFY(!says("stopped after"));
}

QTEST_MAIN(TrainedTest)
#include "trained_test.moc"
