// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/data/data_panel.h"

#include <QLabel>
#include <QtTest>

#include "tests/ui/support/drawing.h"

using namespace espalier;
using namespace espalier::ui;

class DataPanelTest : public QObject {
  Q_OBJECT

 private slots:
  void looksAtTheSamples();
  void whatIsMissingIsSaid();

 private:
  static DataLook lookOf(Document& document);
  static QString problemOf(const DataPanel& panel);
};

DataLook DataPanelTest::lookOf(Document& document) {
  DataPanel panel(document);
  QSignalSpy looked(&panel, &DataPanel::looked);
  panel.show();
  if (!looked.wait(20000)) qFatal("nothing was looked at");
  return panel.look();
}

void DataPanelTest::looksAtTheSamples() {
  Document document;
  QVERIFY(document.open(QStringLiteral(ESPALIER_SOURCE_DIR "/projects/spirals/mlp.espalier")));
  const DataLook look = lookOf(document);
  QVERIFY2(look.problem.isEmpty(), qPrintable(look.problem));
  QVERIFY(look.dataset != nullptr);
  QVERIFY(look.train > 0);
  QVERIFY(look.test > 0);
  QVERIFY(!look.samples.empty());
  QCOMPARE(look.classNames.size(), 2);
  QVERIFY(!look.pictures);
}

void DataPanelTest::whatIsMissingIsSaid() {
  Document document;
  QVERIFY(document.apply(SetSetting("data.kind", std::string("csv"))));
  QVERIFY(document.apply(SetSetting("data.train.samples", std::string("/nowhere/train.csv"))));
  const DataLook look = lookOf(document);
  QVERIFY2(look.problem.contains(QStringLiteral("/nowhere/train.csv")), qPrintable(look.problem));
  QVERIFY(look.samples.empty());
}

QTEST_MAIN(DataPanelTest)
#include "data_panel_test.moc"
