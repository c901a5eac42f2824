// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a crash leaves behind; and pastes upon one another.
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <set>

#include "tests/ui/support/drawing.h"
#include "ui/document/edits/clipboard.h"

namespace espalier::ui {

class RecoveryTest : public QObject {
  Q_OBJECT

 private slots:
  void recovery() {
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("a.espalier"));
    std::string lost;
    {
      Document document;
      drawChain(document);
      QVERIFY(document.saveAs(file));
      add(document, "Relu", {0, 400});
      lost = textOf(document);
      QSignalSpy done(&document, &Document::autosaved);
      document.autosave();
      QVERIFY(done.wait(5000));
      // The program dies here: nothing removes the copy.
    }
    QString copy;
    {
      // Not answered: neither an autosave nor a save nor a clean end takes it away.
      Document document;
      QVERIFY(document.open(file));
      QCOMPARE(document.leftBehind().size(), 1);
      copy = document.leftBehind().front();
      add(document, "Sigmoid", {0, 500});
      QSignalSpy done(&document, &Document::autosaved);
      document.autosave();
      QVERIFY(done.wait(5000));
      QVERIFY(document.save());
      document.removeAutosave();
    }
    Document document;
    QVERIFY(document.open(file));
    QCOMPARE(document.leftBehind(), QStringList{copy});
    QVERIFY(textOf(document) != lost);
    QVERIFY(document.recover(copy));
    QVERIFY(textOf(document) == lost);
    QVERIFY(document.isModified());
    QVERIFY(QFile::exists(document.autosaveFile()));  // a crash now loses nothing either
    QVERIFY(document.save());
    QVERIFY(!QFile::exists(document.autosaveFile()));
    QVERIFY(document.leftBehind().isEmpty());
  }

  void failedAutosaveIsTold() {
    QTemporaryDir folder;
    const QString place = folder.filePath(QStringLiteral("sub"));
    QVERIFY(QDir().mkpath(place));
    Document document;
    drawChain(document);
    QVERIFY(document.saveAs(place + QStringLiteral("/a.espalier")));
    // A folder is where the copy should go.
    QVERIFY(QDir().mkpath(document.autosaveFile()));
    add(document, "Relu", {0, 400});
    QSignalSpy refused(&document, &Document::refused);
    document.autosave();
    QVERIFY(refused.wait(5000));
    QVERIFY(refused[0][0].toString().contains(QStringLiteral("a.espalier")));
    QVERIFY(document.save());  // waits for it, and goes on
  }

  void secondPasteIsBesideTheFirst() {
    Document document;
    const std::vector<NodeId> ids = drawChain(document);
    document.select(ids[1]);
    const QString text = copiedText(document);
    std::set<std::pair<double, double>> places;
    for (int i = 0; i < 3; ++i) {
      QVERIFY(document.apply(Paste(text, {600, 600})));
      const QPointF at = document.place(*document.selection().nodes.begin());
      places.emplace(at.x(), at.y());
    }
    QCOMPARE(places.size(), std::size_t{3});
  }
};

}  // namespace espalier::ui

QTEST_MAIN(espalier::ui::RecoveryTest)
#include "recovery_test.moc"
