// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/curves/run_curves.h"

#include <QtTest>
#include <algorithm>
#include <cmath>

using namespace espalier;
using namespace espalier::ui;

namespace {

std::vector<QPointF> wave(int count) {
  std::vector<QPointF> points;
  for (int i = 0; i < count; ++i)
    points.emplace_back(i, std::sin(i * 0.37) + (i == count / 2 ? 9 : 0));
  return points;
}

}  // namespace

class RunCurvesTest : public QObject {
  Q_OBJECT

 private slots:
  void decimationKeepsPeaksAndEnds();
  void decimationLeavesFewPointsAlone();
  void smoothingOfAConstantIsTheConstant();
  void smoothingIsDoneBeforeDecimation();
  void resumedRunsForgetWhatFollows();
  void ticksAreRound();
};

void RunCurvesTest::decimationKeepsPeaksAndEnds() {
  const std::vector<QPointF> points = wave(10000);
  const std::vector<QPointF> shown = decimated(points, 0, 10000, 300);
  QVERIFY(shown.size() <= 1200);
  QCOMPARE(shown.front(), points.front());
  QCOMPARE(shown.back(), points.back());
  const auto higher = [](const QPointF& a, const QPointF& b) { return a.y() < b.y(); };
  QCOMPARE(*std::max_element(shown.begin(), shown.end(), higher),
           *std::max_element(points.begin(), points.end(), higher));
  QVERIFY(std::is_sorted(shown.begin(), shown.end(),
                         [](const QPointF& a, const QPointF& b) { return a.x() < b.x(); }));
}

void RunCurvesTest::decimationLeavesFewPointsAlone() {
  const std::vector<QPointF> points = wave(50);
  QCOMPARE(decimated(points, 0, 50, 300), points);
  QCOMPARE(decimated({}, 0, 1, 300).size(), std::size_t{0});
}

void RunCurvesTest::smoothingOfAConstantIsTheConstant() {
  std::vector<QPointF> points;
  for (int i = 0; i < 40; ++i) points.emplace_back(i, 2.5);
  for (const QPointF& p : smoothed(points, 0.9)) QVERIFY(std::abs(p.y() - 2.5) < 1e-9);
  points[3].setY(std::nan(""));
  QCOMPARE(smoothed(points, 0.9).size(), points.size() - 1);
}

void RunCurvesTest::smoothingIsDoneBeforeDecimation() {
  // Every value of the thinned curve is a value of the whole smoothed one.
  const std::vector<QPointF> whole = smoothed(wave(5000), 0.8);
  for (const QPointF& p : decimated(whole, 0, 5000, 100))
    QCOMPARE(whole[std::size_t(p.x())].y(), p.y());
}

void RunCurvesTest::resumedRunsForgetWhatFollows() {
  RunCurves run;
  run.stepsPerEpoch = 10;
  TrainProgress progress;
  for (int i = 0; i < 30; ++i) progress.points.push_back({i, 1.0F, 0.5F, 0.1F});
  progress.step = 30;
  progress.samples_per_second = 100;
  run.append(progress);
  EpochDone done;
  done.step = 30;
  run.append(done);
  run.cutAfter(20);
  QCOMPARE(run.steps.size(), std::size_t{20});
  QVERIFY(run.epochs.empty());
  QVERIFY(run.speed.empty());
}

void RunCurvesTest::ticksAreRound() {
  QCOMPARE(ticks(0, 1, 5), (std::vector<double>{0, 0.2, 0.4, 0.6, 0.8, 1.0}));
  QVERIFY(ticks(0, 0, 5).size() == 1);
  for (const double v : logTicks(0.001, 10, 4)) QVERIFY(v >= 0.0009 && v <= 10.1);
}

QTEST_GUILESS_MAIN(RunCurvesTest)
#include "run_curves_test.moc"
