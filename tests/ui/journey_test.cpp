// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a person does who begins with an empty canvas and leaves with an ONNX file, as real mouse and
// key events on the main window. Prints the number of clicks.
// ctest: RUN_SERIAL=1 TIMEOUT=300
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QLineEdit>
#include <QPushButton>
#include <QTabBar>
#include <QTemporaryDir>
#include <QtTest>

#include "ui/canvas/canvas.h"
#include "ui/canvas/scene/scene.h"
#include "ui/shell/export_dialog.h"
#include "ui/shell/main_window.h"
#include "ui/shell/preferences.h"
#include "ui/shell/workspace.h"
#include "ui/widgets/fields/field.h"

using namespace espalier;
using namespace espalier::ui;

class JourneyTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase();
  void fromAnEmptyCanvasToOnnx();

 private:
  Workspace* m_workspace = nullptr;
  MainWindow* m_window = nullptr;
  int m_clicks = 0, m_drags = 0, m_keys = 0;

  Canvas& canvas() { return m_window->canvas(); }
  Document& document() { return m_workspace->document(); }
  void click(QWidget* widget);
  void tab(const QString& title);
  void type(QWidget* widget, const QString& text);
  QLineEdit* field(const QString& name, const QString& panel);
  void set(const QString& name, const QString& panel, const QString& text);
  void choose(const QString& name, const QString& panel, const QString& value);
  NodeId pullFrom(NodeId from, QPointF to, const QString& kind);
  void answerQuickAdd(const QString& kind);
  QPoint at(QPointF scene) { return canvas().viewport().toView(scene).toPoint(); }
};

void JourneyTest::initTestCase() {
  QStandardPaths::setTestModeEnabled(true);
  QCoreApplication::setOrganizationName(QStringLiteral("espalier-test"));
  QCoreApplication::setApplicationName(QStringLiteral("journey"));
  QSettings().clear();
  applyTheme();
}

void JourneyTest::click(QWidget* widget) {
  QVERIFY(widget != nullptr);
  QTest::mouseClick(widget, Qt::LeftButton);
  ++m_clicks;
}

void JourneyTest::tab(const QString& title) {
  for (QTabBar* bar : m_window->findChildren<QTabBar*>()) {
    for (int i = 0; i < bar->count(); ++i) {
      if (bar->tabText(i) != title || !bar->isVisible()) continue;
      QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(i).center());
      ++m_clicks;
      QCoreApplication::processEvents();
      return;
    }
  }
  QFAIL(qPrintable(QStringLiteral("no tab ") + title));
}

void JourneyTest::type(QWidget* widget, const QString& text) {
  QTest::keyClicks(widget, text);
  QTest::keyClick(widget, Qt::Key_Return);
  m_keys += int(text.size()) + 1;
  QTest::qWait(30);
}

// The field of that accessible name in a panel.
QLineEdit* JourneyTest::field(const QString& name, const QString& panel) {
  auto* dock = m_window->findChild<QDockWidget*>(QStringLiteral("panel-") + panel);
  for (QLineEdit* edit : dock->findChildren<QLineEdit*>())
    if (edit->accessibleName() == name && edit->isVisible()) return edit;
  return nullptr;
}

void JourneyTest::set(const QString& name, const QString& panel, const QString& text) {
  QLineEdit* edit = nullptr;
  QTRY_VERIFY2((edit = field(name, panel)) != nullptr, qPrintable(name));
  click(edit);
  QTest::keyClick(edit, Qt::Key_A, Qt::ControlModifier);
  type(edit, text);
}

void JourneyTest::choose(const QString& name, const QString& panel, const QString& value) {
  auto* dock = m_window->findChild<QDockWidget*>(QStringLiteral("panel-") + panel);
  for (QComboBox* box : dock->findChildren<QComboBox*>()) {
    if (box->accessibleName() != name) continue;
    box->setFocus();
    ++m_clicks;
    const int wanted = box->findData(value);
    while (box->currentIndex() != wanted) {
      const int before = box->currentIndex();
      QTest::keyClick(box, before < wanted ? Qt::Key_Down : Qt::Key_Up);
      if (box->currentIndex() == before) break;
    }
    QTest::qWait(30);
    return;
  }
  QFAIL(qPrintable(name));
}

void JourneyTest::answerQuickAdd(const QString& kind) {
  QLineEdit* query = nullptr;
  QTRY_VERIFY((query = qobject_cast<QLineEdit*>(QApplication::focusWidget())) != nullptr);
  type(query, kind);
}

NodeId JourneyTest::pullFrom(NodeId from, QPointF to, const QString& kind) {
  const CardView* card = canvas().scene().card(from);
  const QPoint start = at(card->outputAt(0)), end = at(to);
  QTest::mousePress(&canvas(), Qt::LeftButton, {}, start);
  for (int i = 1; i <= 6; ++i) {
    const QPoint p = start + (end - start) * i / 6;
    QMouseEvent move(QEvent::MouseMove, QPointF(p), canvas().mapToGlobal(QPointF(p)), Qt::NoButton,
                     Qt::LeftButton, {});
    QApplication::sendEvent(&canvas(), &move);
  }
  QTest::mouseRelease(&canvas(), Qt::LeftButton, {}, end);
  ++m_drags;
  answerQuickAdd(kind);
  return document().selection().focus;
}

void JourneyTest::fromAnEmptyCanvasToOnnx() {
  QTemporaryDir folder;
  Workspace workspace;
  MainWindow window(workspace);
  m_workspace = &workspace;
  m_window = &window;
  window.resize(1440, 900);
  window.show();
  QVERIFY(QTest::qWaitForWindowActive(&window));

  // Draw: an input by double-click, every further layer by pulling a wire into the void.
  canvas().setScale(0.9, {});
  canvas().centerOn({500, 100});
  const QPoint first = at({0, 80});
  QTest::mouseClick(&canvas(), Qt::LeftButton, {}, first);
  QTest::mouseDClick(&canvas(), Qt::LeftButton, {}, first);
  m_clicks += 2;
  answerQuickAdd(QStringLiteral("Input"));
  NodeId node = document().selection().focus;
  QCOMPARE(document().graph().size(), std::size_t{1});
  set(QStringLiteral("shape"), QStringLiteral("inspector"), QStringLiteral("N, 2"));
  struct Layer {
    const char* kind;
    const char* units;
  };
  double x = 0;
  for (const Layer& layer :
       {Layer{"Gemm", "32"}, {"Tanh", nullptr}, {"Gemm", "32"}, {"Tanh", nullptr}, {"Gemm", "2"}}) {
    x += 190;
    node = pullFrom(node, {x, 80}, QLatin1String(layer.kind));
    QVERIFY2(node, layer.kind);
    QCOMPARE(QLatin1String(document().graph().node(node).op->name), QLatin1String(layer.kind));
    if (layer.units != nullptr)
      set(QStringLiteral("units"), QStringLiteral("inspector"), QLatin1String(layer.units));
  }
  pullFrom(node, {x + 190, 20}, QStringLiteral("SoftmaxCrossEntropyLoss"));
  pullFrom(node, {x + 190, 220}, QStringLiteral("Output"));
  QCOMPARE(document().graph().size(), std::size_t{8});

  // Data: two spirals.
  const QString spirals = QStringLiteral(ESPALIER_SOURCE_DIR "/projects/spirals/");
  tab(QStringLiteral("Data"));
  choose(QStringLiteral("Kind"), QStringLiteral("data"), QStringLiteral("csv"));
  set(QStringLiteral("Training samples"), QStringLiteral("data"),
      spirals + QStringLiteral("train.csv"));
  set(QStringLiteral("Test samples"), QStringLiteral("data"), spirals + QStringLiteral("test.csv"));
  set(QStringLiteral("Target column"), QStringLiteral("data"), QStringLiteral("class"));
  tab(QStringLiteral("Run"));
  set(QStringLiteral("Epochs"), QStringLiteral("run"), QStringLiteral("80"));
  set(QStringLiteral("Learning rate"), QStringLiteral("run"), QStringLiteral("0.01"));
  QCOMPARE(document().errorCount(), 0);

  // Train.
  QString failure;
  Metrics test;
  bool ended = false;
  connect(&workspace.run(), &RunControl::failed, this,
          [&](const QString& sentence, const LayerKey&) { failure = sentence; });
  connect(&workspace.run(), &RunControl::ended, this, [&](const RunStateChanged& e) {
    ended = true;
    test = e.test;
  });
  auto* run = window.findChild<QPushButton*>(QStringLiteral("run"));
  QTRY_VERIFY_WITH_TIMEOUT(!workspace.run().estimate().pending, 20000);
  QVERIFY2(run->isEnabled(), qPrintable(workspace.run().estimate().whyNot));
  click(run);
  QTRY_VERIFY_WITH_TIMEOUT(ended, 180000);
  QVERIFY2(failure.isEmpty(), qPrintable(failure));
  QVERIFY(workspace.run().curves() != nullptr);
  QVERIFY(!workspace.run().curves()->steps.empty());
  QVERIFY2(test["accuracy"] > 0.75, qPrintable(QString::number(test["accuracy"])));

  // Export.
  QTest::keyClick(&window, Qt::Key_E, Qt::ControlModifier);
  ExportDialog* dialog = nullptr;
  QTRY_VERIFY((dialog = window.findChild<ExportDialog*>()) != nullptr);
  QVERIFY(QTest::qWaitForWindowExposed(dialog));
  const QString file = folder.filePath(QStringLiteral("spirals.onnx"));
  auto* path = dialog->findChild<Field*>(QStringLiteral("output"))->findChild<QLineEdit*>();
  click(path);
  QTest::keyClick(path, Qt::Key_A, Qt::ControlModifier);
  QTest::keyClicks(path, file);
  click(dialog->findChild<QPushButton*>(QStringLiteral("start")));
  QTRY_VERIFY_WITH_TIMEOUT(dialog->done(), 60000);
  QVERIFY(dialog->succeeded());
  QVERIFY(QFileInfo(file).size() > 1000);
  qInfo("clicks %d, drags %d, keys %d, test accuracy %.3f", m_clicks, m_drags, m_keys,
        test["accuracy"]);
  dialog->close();
  document().newProject();
}

QTEST_MAIN(JourneyTest)
#include "journey_test.moc"
