// SPDX-License-Identifier: GPL-3.0-or-later
//
// The flame chart: bars in order of execution under what they are part of, and how it is used.
#include <QHelpEvent>
#include <QWheelEvent>
#include <QtTest>

#include "ui/analysis/flame_chart.h"

using namespace espalier;
using namespace espalier::ui;

class FlameChartTest : public QObject {
  Q_OBJECT

 private slots:
  void barsFollowTheRun();
  void nothingMeasuredIsNoBar();
  void clickShowsTheLayer();
  void doubleClickZoomsAndTheWholeShowsAll();
  void wheelZoomsAboutThePointer();
  void keysGoFromBarToBar();
  void newTimesKeepTheZoom();

 private:
  static ProfileReady profile();
};

ProfileReady FlameChartTest::profile() {
  ProfileReady p;
  p.training = true;
  const auto step = [&](std::uint32_t id, const char* name, Phase phase, double seconds) {
    p.steps.push_back({{NodeId{id}}, name, "Conv", "direct", phase, seconds});
  };
  step(1, "stem", Phase::forward, 1e-3);
  step(2, "stages[1]/conv", Phase::forward, 2e-3);
  step(3, "stages[1]/norm", Phase::forward, 1e-3);
  step(3, "stages[1]/norm", Phase::backward, 1e-3);
  step(3, "stages[1]/norm", Phase::backward, 1e-3);
  step(1, "stem", Phase::backward, 4e-3);
  return p;
}

void FlameChartTest::barsFollowTheRun() {
  const std::vector<FlameBar> bars = flameBars(profile());
  QStringList names;
  for (const FlameBar& bar : bars) names += QString(bar.depth, u' ') + bar.name;
  QCOMPARE(names, QStringList({QStringLiteral("training step"), QStringLiteral(" forward"),
                               QStringLiteral("  stem"), QStringLiteral("  stages[1]"),
                               QStringLiteral("   conv"), QStringLiteral("   norm"),
                               QStringLiteral(" backward"), QStringLiteral("  stages[1]"),
                               QStringLiteral("   norm"), QStringLiteral("  stem")}));
  QCOMPARE(bars[0].seconds, 10e-3);
  QCOMPARE(bars[3].start, 1e-3);
  QCOMPARE(bars[3].seconds, 3e-3);
  QVERIFY(bars[3].layer.empty());
  QCOMPARE(bars[8].seconds, 2e-3);  // two steps of one layer
  QCOMPARE(bars[8].layer, LayerKey{NodeId{3}});
}

void FlameChartTest::nothingMeasuredIsNoBar() {
  QVERIFY(flameBars({}).empty());
  ProfileReady p = profile();
  for (StepProfile& step : p.steps) step.seconds = 0;
  QVERIFY(flameBars(p).empty());
  FlameChart chart;
  chart.setBars({});
  QVERIFY(!chart.grab().isNull());
  QTest::keyClick(&chart, Qt::Key_Right);
  QTest::mouseClick(&chart, Qt::LeftButton, {}, {20, 60});
}

void FlameChartTest::clickShowsTheLayer() {
  FlameChart chart;
  chart.resize(1000, 200);
  chart.setBars(flameBars(profile()));
  QSignalSpy revealed(&chart, &FlameChart::revealRequested);
  QTest::mouseClick(&chart, Qt::LeftButton, {}, chart.barRect(4).center().toPoint());
  QCOMPARE(revealed.size(), 1);
  QCOMPARE(revealed[0][0].value<LayerKey>(), LayerKey{NodeId{2}});
  QTest::mouseClick(&chart, Qt::LeftButton, {}, chart.barRect(3).center().toPoint());
  QCOMPARE(revealed.size(), 1);  // a group is no layer
}

void FlameChartTest::doubleClickZoomsAndTheWholeShowsAll() {
  FlameChart chart;
  chart.resize(1000, 200);
  chart.setBars(flameBars(profile()));
  const double whole = chart.barRect(0).width();
  QTest::mouseDClick(&chart, Qt::LeftButton, {}, chart.barRect(4).center().toPoint());
  QVERIFY(std::abs(chart.barRect(4).width() - whole) < 1);
  const QPoint root(500, int(chart.barRect(0).center().y()));
  QTest::mouseDClick(&chart, Qt::LeftButton, {}, root);
  QVERIFY(std::abs(chart.barRect(0).width() - whole) < 1);
}

void FlameChartTest::wheelZoomsAboutThePointer() {
  FlameChart chart;
  chart.resize(1000, 200);
  chart.setBars(flameBars(profile()));
  const double before = chart.barRect(5).left();
  QWheelEvent wheel({before, 60}, chart.mapToGlobal(QPointF(before, 60)), {}, {0, 480}, {}, {},
                    Qt::NoScrollPhase, false);
  QCoreApplication::sendEvent(&chart, &wheel);
  QVERIFY(std::abs(chart.barRect(5).left() - before) < 1);
  QVERIFY(chart.barRect(0).width() > 1300);
  QTest::keyClick(&chart, Qt::Key_Home);
  QVERIFY(std::abs(chart.barRect(0).width() - 984) < 1);
}

void FlameChartTest::keysGoFromBarToBar() {
  FlameChart chart;
  chart.resize(1000, 200);
  chart.setBars(flameBars(profile()));
  QSignalSpy revealed(&chart, &FlameChart::revealRequested);
  for (int i = 0; i < 3; ++i) QTest::keyClick(&chart, Qt::Key_Right);
  QVERIFY(chart.accessibleDescription().startsWith(QStringLiteral("stem")));
  QTest::keyClick(&chart, Qt::Key_Return);
  QCOMPARE(revealed.size(), 1);
  for (int i = 0; i < 30; ++i) QTest::keyClick(&chart, Qt::Key_Left);
  QTest::keyClick(&chart, Qt::Key_Return);
  QCOMPARE(revealed.size(), 1);  // the whole is no layer
}

void FlameChartTest::newTimesKeepTheZoom() {
  FlameChart chart;
  chart.resize(1000, 200);
  chart.setBars(flameBars(profile()));
  QTest::mouseDClick(&chart, Qt::LeftButton, {}, chart.barRect(4).center().toPoint());
  const QRectF before = chart.barRect(4);
  ProfileReady faster = profile();
  for (StepProfile& step : faster.steps) step.seconds /= 2;
  chart.setBars(flameBars(faster));
  QVERIFY(std::abs(chart.barRect(4).left() - before.left()) < 1);
  QVERIFY(std::abs(chart.barRect(4).width() - before.width()) < 1);
}

QTEST_MAIN(FlameChartTest)
#include "flame_chart_test.moc"
