// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QString>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/session/events.h"

namespace espalier::ui {

// Metrics at the end of an epoch.
struct EpochPoint {
  std::int64_t step = 0;  // steps done by then
  double seconds = 0;
  Metrics train, validation;
};

// The figures of one run, as they came.
struct RunCurves {
  std::int64_t run = 0;  // id in the history; 0: not known yet
  QString name;          // "run 12"
  std::int64_t stepsPerEpoch = 1;
  std::int64_t batch = 0;
  std::vector<StepPoint> steps;
  std::vector<EpochPoint> epochs;
  std::vector<QPointF> speed;  // epoch, samples a second

  void append(const TrainProgress& progress);
  void append(const EpochDone& done);
  void cutAfter(std::int64_t step);  // a resumed run tells the rest again
  void prepend(const RunCurves& before);
  double epochOf(double step) const { return step / double(stepsPerEpoch); }
};

// A curve of a run: what is drawn on one chart. x is in epochs.
struct Curve {
  std::vector<QPointF> points;
  bool markers = false;  // few points: one an epoch
};
// "loss", "accuracy", "learning_rate" of the training steps; "speed"; other metrics have points at the
// ends of epochs only.
Curve trainingCurve(const RunCurves& run, const std::string& metric);
Curve validationCurve(const RunCurves& run, const std::string& metric);
// What there is to draw besides loss, learning rate and speed: "accuracy", "mae" …
std::vector<std::string> otherMetrics(const RunCurves& run);

// Exponential mean with the start corrected (Kingma and Ba, "Adam", 2015, section 3): at weight 0 the
// points themselves. The weight is what is kept over a distance of `unit` in x, so that a curve looks
// the same however many points it has; points further apart than that are smoothed as neighbours. NaN
// points are left out.
std::vector<QPointF> smoothed(const std::vector<QPointF>& points, double weight, double unit = 0);
// What a plot `columns` pixels wide shows of points in order of x: first, least, greatest and last of
// each column, so that no peak is lost. Smooth before, not after.
std::vector<QPointF> decimated(const std::vector<QPointF>& points, double left, double right,
                               int columns);

// Round values between two bounds for an axis; at most `most`.
std::vector<double> ticks(double low, double high, int most);
std::vector<double> logTicks(double low, double high, int most);

}  // namespace espalier::ui
