// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/file_actions.h"

#include <QPushButton>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

#include "tests/ui/support/drawing.h"
#include "ui/shell/main_window.h"

using namespace espalier;
using namespace espalier::ui;

class FileActionsTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase();
  void recoveryIsOfferedUntilItIsAnswered();
  void damagedModelsSayWhy();
};

void FileActionsTest::initTestCase() {
  QStandardPaths::setTestModeEnabled(true);
  QCoreApplication::setOrganizationName(QStringLiteral("espalier-test"));
  QCoreApplication::setApplicationName(QStringLiteral("files"));
  QSettings().clear();
}

void FileActionsTest::recoveryIsOfferedUntilItIsAnswered() {
  QTemporaryDir folder;
  const QString file = folder.filePath(QStringLiteral("a.espalier"));
  {
    Document document;
    add(document, "Relu", {});
    QVERIFY(document.saveAs(file));
    add(document, "Sigmoid", {0, 100});
    QSignalSpy done(&document, &Document::autosaved);
    document.autosave();
    QVERIFY(done.wait(5000));
  }
  for (int i = 0; i < 3; ++i) {
    Workspace workspace;
    MainWindow window(workspace);
    window.show();
    QVERIFY(window.files().openFile(file));
    QVERIFY(window.banners().has(QStringLiteral("recovery")));
    QCOMPARE(workspace.document().graph().size(), std::size_t{1});
    if (i < 2) {
      QVERIFY(window.close());
      continue;
    }
    // Another project: it is not what is offered here.
    window.files().newProject();
    QVERIFY(!window.banners().has(QStringLiteral("recovery")));
    QVERIFY(window.files().openFile(file));
    auto* banner = window.banners().findChild<QWidget*>(QStringLiteral("recovery"));
    QTest::mouseClick(banner->findChildren<QPushButton*>().front(), Qt::LeftButton);
    QCOMPARE(workspace.document().graph().size(), std::size_t{2});
    QVERIFY(!window.banners().has(QStringLiteral("recovery")));
    QVERIFY(window.files().save());
  }
  Workspace workspace;
  MainWindow window(workspace);
  QVERIFY(window.files().openFile(file));
  QVERIFY(!window.banners().has(QStringLiteral("recovery")));
}

void FileActionsTest::damagedModelsSayWhy() {
  QTemporaryDir folder;
  const QString file = folder.filePath(QStringLiteral("cut.onnx"));
  QFile out(file);
  QVERIFY(out.open(QIODevice::WriteOnly));
  out.write(QByteArray("\x08\x07\x12\x7f", 4) + "cut");
  out.close();
  Workspace workspace;
  MainWindow window(workspace);
  QVERIFY(window.files().openFile(file));
  QTRY_COMPARE_WITH_TIMEOUT(window.banners().sentences().size(), 1, 10000);
  const QString sentence = window.banners().sentences().front();
  QVERIFY2(sentence.contains(QStringLiteral("7 bytes")), qPrintable(sentence));
}

QTEST_MAIN(FileActionsTest)
#include "file_actions_test.moc"
