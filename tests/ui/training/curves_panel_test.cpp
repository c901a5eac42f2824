// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/curves/curves_panel.h"

#include <QCheckBox>
#include <QSlider>
#include <QtTest>
#include <set>

using namespace espalier;
using namespace espalier::ui;

namespace {

std::shared_ptr<RunCurves> someRun(std::int64_t id) {
  auto run = std::make_shared<RunCurves>();
  run->run = id;
  run->name = QStringLiteral("run %1").arg(id);
  run->stepsPerEpoch = 50;
  for (int i = 0; i < 100; ++i) {
    StepPoint p;
    p.step = i;
    p.loss = 2.0F / float(1 + i);
    p.accuracy = float(i) / 100;
    p.learning_rate = 0.01F;
    run->steps.push_back(p);
  }
  run->epochs.push_back({50, 1.0, {{"loss", 0.5}}, {{"loss", 0.6}, {"accuracy", 0.7}}});
  return run;
}

}  // namespace

class CurvesPanelTest : public QObject {
  Q_OBJECT

 private slots:
  void csvHasEveryFigure();
  void pictureIsDrawn();
  void smoothingAndLogAxisAreKept();
  void chartsFollowARunThatGrows();
};

void CurvesPanelTest::csvHasEveryFigure() {
  CurvesPanel panel;
  panel.setRun(someRun(1), 2);
  panel.setCompared({someRun(2)});
  const QStringList lines = panel.csv().split(u'\n', Qt::SkipEmptyParts);
  QCOMPARE(lines.front(), QStringLiteral("run,step,epoch,split,metric,value"));
  // Loss, accuracy and rate of a step; a figure of training and two of validation an epoch.
  QCOMPARE(lines.size(), 1 + 2 * (100 * 3 + 3));
  QVERIFY(lines.contains(QStringLiteral("1,50,1.00000,validation,accuracy,0.7")));
}

void CurvesPanelTest::pictureIsDrawn() {
  CurvesPanel panel;
  panel.resize(900, 300);
  panel.setRun(someRun(1), 2);
  const QImage picture = panel.picture({900, 300}, 2);
  QCOMPARE(picture.size(), QSize(1800, 600));
  std::set<QRgb> colours;
  for (int x = 0; x < picture.width(); x += 3)
    for (int y = 0; y < picture.height(); y += 3) colours.insert(picture.pixel(x, y));
  QVERIFY(colours.size() > 20);
}

void CurvesPanelTest::smoothingAndLogAxisAreKept() {
  CurvesPanel panel;
  panel.setRun(someRun(1), 2);
  QSignalSpy changed(&panel, &CurvesPanel::settingsChanged);
  auto* slider = panel.findChild<QSlider*>();
  slider->setValue(slider->maximum());
  QVERIFY(panel.smoothing() > 0.9);
  panel.findChild<QCheckBox*>()->click();
  QVERIFY(panel.logarithmic());
  QVERIFY(changed.count() >= 2);
}

void CurvesPanelTest::chartsFollowARunThatGrows() {
  CurvesPanel panel;
  panel.resize(900, 300);
  panel.show();
  const std::shared_ptr<RunCurves> run = someRun(1);
  panel.setRun(run, 2);
  QTest::qWait(50);
  const QImage before = panel.picture({}, 1);
  run->steps.resize(60);
  panel.refreshSoon();
  panel.refreshSoon();  // while the charts take their turns
  QTRY_VERIFY(panel.picture({}, 1) != before);
}

QTEST_MAIN(CurvesPanelTest)
#include "curves_panel_test.moc"
