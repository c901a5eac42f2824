// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/main_window.h"

#include <QDockWidget>
#include <QLabel>
#include <QMenuBar>
#include <QPushButton>
#include <QSettings>
#include <QStandardPaths>
#include <QtTest>

#include "tests/ui/support/drawing.h"
#include "ui/canvas/canvas.h"
#include "ui/canvas/scene/scene.h"
#include "ui/shell/banner.h"
#include "ui/shell/file_actions.h"
#include "ui/shell/language.h"
#include "ui/shell/preferences.h"
#include "ui/shell/settings_dialog.h"
#include "ui/shell/workspace.h"
#include "ui/training/run_panel.h"
#include "ui/widgets/fields/field.h"
#include "ui/widgets/theme.h"

using namespace espalier;
using namespace espalier::ui;

class WindowTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase();
  void cleanup();
  void examplesOpenWithoutProblems();
  void runIsDisabledWithItsReason();
  void badFilesAreToldInABanner();
  void languageReachesEveryMenu();
  void languageChangesWhileTheWindowIsOpen();
  void everyThemeCanBeApplied();
  void layoutIsKept();
  void fitsOnASmallScreen();
  void frameIsOnTheScreenToo();
  void emptyDrawingCannotRun();
  void panelsAloneHaveATitle();
};

void WindowTest::initTestCase() {
  QStandardPaths::setTestModeEnabled(true);
  QCoreApplication::setOrganizationName(QStringLiteral("espalier-test"));
  QCoreApplication::setApplicationName(QStringLiteral("window"));
}

void WindowTest::cleanup() { QSettings().clear(); }

void WindowTest::examplesOpenWithoutProblems() {
  Workspace workspace;
  MainWindow window(workspace);
  window.show();
  int count = 0;
  QDirIterator it(QStringLiteral(ESPALIER_SOURCE_DIR "/projects"), {QStringLiteral("*.espalier")},
                  QDir::Files, QDirIterator::Subdirectories);
  while (it.hasNext()) {
    const QString file = it.next();
    QVERIFY2(window.files().openFile(file), qPrintable(file));
    QVERIFY2(window.banners().sentences().isEmpty(),
             qPrintable(window.banners().sentences().join(u'\n')));
    QCOMPARE(workspace.document().errorCount(), 0);
    ++count;
  }
  QVERIFY(count >= 3);
}

void WindowTest::runIsDisabledWithItsReason() {
  Workspace workspace;
  MainWindow window(workspace);
  window.show();
  auto* run = window.findChild<QPushButton*>(QStringLiteral("run"));
  add(workspace.document(), "Conv", {});
  QCoreApplication::processEvents();
  QVERIFY(!run->isEnabled());
  QVERIFY(!run->toolTip().isEmpty());
  QVERIFY(!workspace.run().canRun());
  // The run panel says it in words.
  window.showPanel(QStringLiteral("run"));
  auto* panel = window.findChild<RunPanel*>();
  bool told = false;
  for (const QLabel* label : panel->findChildren<QLabel*>())
    told = told || (label->isVisible() && label->text() == run->toolTip());
  QVERIFY(told);
}

void WindowTest::badFilesAreToldInABanner() {
  QTemporaryDir folder;
  const QString file = folder.filePath(QStringLiteral("cut.espalier"));
  QFile out(file);
  QVERIFY(out.open(QIODevice::WriteOnly));
  out.write("{\"format\": 1, \"graph\": {");
  out.close();
  Workspace workspace;
  MainWindow window(workspace);
  window.show();
  add(workspace.document(), "Relu", {});
  QVERIFY(!window.files().openFile(file));
  QCOMPARE(window.banners().sentences().size(), 1);
  QVERIFY(window.banners().sentences().front().contains(QStringLiteral("cut.espalier")));
  QCOMPARE(workspace.document().graph().size(), std::size_t{1});  // nothing was lost
}

void WindowTest::languageReachesEveryMenu() {
  const auto menus = [] {
    Workspace workspace;
    MainWindow window(workspace);
    QStringList texts;
    for (const QAction* action : window.menuBar()->actions()) texts += action->text();
    return texts;
  };
  const QStringList english = menus();
  for (const Language& language : languages()) {
    if (language.id == QLatin1String("en")) continue;
    Preferences::setLanguage(language.id);
    applyLanguage();
    const QStringList other = menus();
    QCOMPARE(other.size(), english.size());
    for (qsizetype i = 0; i < other.size(); ++i) QVERIFY(other[i] != english[i]);
  }
  Preferences::setLanguage(QStringLiteral("en"));
  applyLanguage();
  QCOMPARE(menus(), english);
}

void WindowTest::languageChangesWhileTheWindowIsOpen() {
  if (languages().size() < 2) QSKIP("no translation is built in");
  Workspace workspace;
  drawChain(workspace.document());
  const int steps = workspace.document().history()->count();
  auto window = std::make_unique<MainWindow>(workspace);
  window->show();
  const QString before = window->menuBar()->actions().front()->text();
  window->command(QStringLiteral("app.settings"))->trigger();
  auto* dialog = window->findChild<SettingsDialog*>();
  QVERIFY(dialog != nullptr);
  QSignalSpy changed(window.get(), &MainWindow::languageChanged);
  emit dialog->findChild<Field*>(QStringLiteral("language"))->edited(languages().back().id);
  QCOMPARE(changed.count(), 1);
  window = std::make_unique<MainWindow>(workspace);  // as the program does
  window->show();
  QVERIFY(window->menuBar()->actions().front()->text() != before);
  QCOMPARE(workspace.document().history()->count(), steps);
  QCOMPARE(window->canvas().scene().cards().size(), workspace.document().graph().size());
  Preferences::setLanguage(QStringLiteral("en"));
  applyLanguage();
}

void WindowTest::everyThemeCanBeApplied() {
  Workspace workspace;
  MainWindow window(workspace);
  window.show();
  std::set<QRgb> grounds;
  for (const char* theme : {"light", "contrast", "dark"}) {
    Preferences::setTheme(QLatin1String(theme));
    applyTheme();
    grounds.insert(window.canvas().grab().toImage().pixel(2, window.canvas().height() - 2));
    QCOMPARE(window.palette().color(QPalette::Window), tokens().panel);
  }
  QCOMPARE(grounds.size(), std::size_t{3});
}

void WindowTest::layoutIsKept() {
  Workspace workspace;
  const auto dock = [](const MainWindow& window, const char* id) {
    return window.findChild<QDockWidget*>(QStringLiteral("panel-") + QLatin1String(id));
  };
  {
    MainWindow window(workspace);
    window.resize(1300, 800);
    window.show();
    dock(window, "palette")->hide();
    QTest::qWait(50);
    window.rememberLayout();
  }
  MainWindow window(workspace);
  window.show();
  QCOMPARE(window.size(), QSize(1300, 800));
  QVERIFY(dock(window, "palette")->isHidden());
  QVERIFY(!dock(window, "inspector")->isHidden());
  window.command(QStringLiteral("view.restore"))->trigger();
  QVERIFY(!dock(window, "palette")->isHidden());
}

void WindowTest::fitsOnASmallScreen() {
  Workspace workspace;
  MainWindow window(workspace);
  window.resize(1200, 720);
  window.show();
  QCOMPARE(window.size(), QSize(1200, 720));
  QVERIFY2(window.minimumSizeHint().width() <= 1200,
           qPrintable(QString::number(window.minimumSizeHint().width())));
  QVERIFY2(window.minimumSizeHint().height() <= 720,
           qPrintable(QString::number(window.minimumSizeHint().height())));
}

void WindowTest::frameIsOnTheScreenToo() {
  const QMargins frame(4, 24, 4, 4);
  const QRect screen(0, 0, 1440, 900);
  for (const QRect& window : {QRect(0, 0, 1440, 900), QRect(900, 700, 800, 600),
                              QRect(-50, -50, 300, 300), QRect(100, 100, 640, 480)}) {
    const QRect to = fitted(window, frame, screen);
    QVERIFY(screen.contains(to.marginsAdded(frame)));
    if (screen.contains(window.marginsAdded(frame))) QCOMPARE(to, window);
  }
  Workspace workspace;
  MainWindow window(workspace);
  window.showFitted();
  QTest::qWait(400);
  QVERIFY(window.frameGeometry().height() <= window.screen()->availableGeometry().height());
}

void WindowTest::emptyDrawingCannotRun() {
  Workspace workspace;
  MainWindow window(workspace);
  window.show();
  auto* run = window.findChild<QPushButton*>(QStringLiteral("run"));
  QVERIFY(!run->isEnabled());
  const QString reason = run->toolTip();
  QVERIFY(!reason.isEmpty());
  window.files().newProject();
  QVERIFY(!run->isEnabled());
  QCOMPARE(run->toolTip(), reason);
}

void WindowTest::panelsAloneHaveATitle() {
  Workspace workspace;
  MainWindow window(workspace);
  window.show();
  const auto dock = [&](const char* id) {
    return window.findChild<QDockWidget*>(QStringLiteral("panel-") + QLatin1String(id));
  };
  // Something to drag it by: Qt's own title, or the tab of its neighbours.
  QTRY_VERIFY(dock("palette")->titleBarWidget() == nullptr);
  QTRY_VERIFY(dock("run")->titleBarWidget() != nullptr);
  dock("run")->setFloating(true);
  QTRY_VERIFY(dock("run")->titleBarWidget() == nullptr);
  window.command(QStringLiteral("view.restore"))->trigger();
  QTRY_VERIFY(dock("run")->titleBarWidget() != nullptr);
}

QTEST_MAIN(WindowTest)
#include "window_test.moc"
