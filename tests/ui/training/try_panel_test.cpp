// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/try/try_panel.h"

#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>
#include <QtTest>

#include "tests/ui/support/drawing.h"

using namespace espalier;
using namespace espalier::ui;

class TryPanelTest : public QObject {
  Q_OBJECT

 private slots:
  void whatIsNoImageIsRefusedAndNothingOldStays();
  void tablesTakeRows();

 private:
  static bool shows(const TryPanel& panel, const QString& part) {
    for (const QLabel* label : panel.findChildren<QLabel*>())
      if (label->text().contains(part)) return true;
    return false;
  }
  static bool hasPicture(const TryPanel& panel) {
    for (const QLabel* label : panel.findChildren<QLabel*>())
      if (!label->pixmap(Qt::ReturnByValue).isNull()) return true;
    return false;
  }
};

void TryPanelTest::whatIsNoImageIsRefusedAndNothingOldStays() {
  QTemporaryDir folder;
  QImage image(8, 8, QImage::Format_RGB32);
  image.fill(Qt::blue);
  const QString good = folder.filePath(QStringLiteral("good.png"));
  QVERIFY(image.save(good));
  const QString table = folder.filePath(QStringLiteral("row.csv"));
  QFile out(table);
  QVERIFY(out.open(QIODevice::WriteOnly));
  out.write("1,2,3\n");
  out.close();
  Document document;
  QVERIFY(document.apply(SetSetting("data.kind", std::string("idx"))));
  TryPanel panel(document);
  panel.setVisible(true);
  QSignalSpy asked(&panel, &TryPanel::predictRequested);
  panel.trySample(good);
  QCOMPARE(asked.count(), 1);
  QVERIFY(hasPicture(panel));
  panel.trySample(table);
  QCOMPARE(asked.count(), 1);
  QVERIFY(!hasPicture(panel));
  QVERIFY(!shows(panel, QStringLiteral("good.png")));
  QVERIFY(shows(panel, QStringLiteral("row.csv")));
}

void TryPanelTest::tablesTakeRows() {
  Document document;
  TryPanel panel(document);
  auto* open = panel.findChild<QPushButton*>(QStringLiteral("open"));
  QVERIFY(document.apply(SetSetting("data.kind", std::string("idx"))));
  const QString images = open->text();
  QVERIFY(document.apply(SetSetting("data.kind", std::string("csv"))));
  QVERIFY(open->text() != images);
}

QTEST_MAIN(TryPanelTest)
#include "try_panel_test.moc"
