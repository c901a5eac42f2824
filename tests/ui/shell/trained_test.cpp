// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a window can do with a network that it has trained: once for all of these tests.
// ctest: RUN_SERIAL=1 TIMEOUT=300
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTreeWidget>
#include <QtTest>

#include "tests/ui/support/trained.h"
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
  void exportEndsWithMeasuredFigures();
  void exportThatFailsSaysWhy();
  void exportCanBeCancelled();
  void exportReplacesNothingUnasked();
  void onlyWhatIsNotFinishedIsResumed();
  void newProjectKnowsNothingOfTheLast();

 private:
  std::unique_ptr<Trained> m_trained;
  Workspace* m_workspace = nullptr;
  MainWindow* m_window = nullptr;

  ExportDialog* openDialog(const char* command);
};

void TrainedTest::initTestCase() {
  m_trained = std::make_unique<Trained>("trained");
  m_workspace = &m_trained->workspace();
  m_window = &m_trained->window();
}

void TrainedTest::cleanupTestCase() { m_trained.reset(); }

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

ExportDialog* TrainedTest::openDialog(const char* command) {
  m_window->command(QLatin1String(command))->trigger();
  for (ExportDialog* dialog : m_window->findChildren<ExportDialog*>())
    if (dialog->isVisible()) return dialog;
  qFatal("no dialog");
}

void TrainedTest::exportEndsWithMeasuredFigures() {
  ExportDialog* dialog = openDialog("export.onnx");
  const QString file = m_trained->filePath(QStringLiteral("out.onnx"));
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
  const QString folder = m_trained->filePath(QStringLiteral("bundle"));
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
  const QString mine = m_trained->filePath(QStringLiteral("other.onnx"));
  QVERIFY(QFile::copy(m_trained->filePath(QStringLiteral("mlp.espalier")), mine));
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
  dialog->setOutput(m_trained->filePath(QStringLiteral("out.onnx")));
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
