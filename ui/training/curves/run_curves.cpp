// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/curves/run_curves.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace espalier::ui {

void RunCurves::append(const TrainProgress& progress) {
  steps.insert(steps.end(), progress.points.begin(), progress.points.end());
  if (progress.samples_per_second > 0)
    speed.emplace_back(epochOf(double(progress.step)), progress.samples_per_second);
}

void RunCurves::append(const EpochDone& done) {
  epochs.push_back({done.step, done.seconds, done.train, done.validation});
}

void RunCurves::cutAfter(std::int64_t step) {
  std::erase_if(steps, [step](const StepPoint& p) { return p.step >= step; });
  std::erase_if(epochs, [step](const EpochPoint& p) { return p.step > step; });
  const double limit = epochOf(double(step));
  std::erase_if(speed, [limit](QPointF p) { return p.x() > limit; });
}

void RunCurves::prepend(const RunCurves& before) {
  steps.insert(steps.begin(), before.steps.begin(), before.steps.end());
  epochs.insert(epochs.begin(), before.epochs.begin(), before.epochs.end());
  speed.insert(speed.begin(), before.speed.begin(), before.speed.end());
}

namespace {

Curve ofSteps(const RunCurves& run, float StepPoint::*field) {
  Curve curve;
  curve.points.reserve(run.steps.size());
  for (const StepPoint& p : run.steps) {
    if (std::isfinite(p.*field))
      curve.points.emplace_back(run.epochOf(double(p.step + 1)), double(p.*field));
  }
  return curve;
}

Curve ofEpochs(const RunCurves& run, Metrics EpochPoint::*field, const std::string& metric) {
  Curve curve;
  curve.markers = true;
  for (const EpochPoint& p : run.epochs) {
    const auto it = (p.*field).find(metric);
    if (it != (p.*field).end() && std::isfinite(it->second))
      curve.points.emplace_back(run.epochOf(double(p.step)), it->second);
  }
  return curve;
}

}  // namespace

Curve trainingCurve(const RunCurves& run, const std::string& metric) {
  if (metric == "speed") return {run.speed, false};
  if (metric == "loss") return ofSteps(run, &StepPoint::loss);
  if (metric == "accuracy") return ofSteps(run, &StepPoint::accuracy);
  if (metric == "learning_rate") return ofSteps(run, &StepPoint::learning_rate);
  return ofEpochs(run, &EpochPoint::train, metric);
}

Curve validationCurve(const RunCurves& run, const std::string& metric) {
  return ofEpochs(run, &EpochPoint::validation, metric);
}

std::vector<std::string> otherMetrics(const RunCurves& run) {
  std::set<std::string> names;
  for (const EpochPoint& p : run.epochs) {
    for (const auto& [name, value] : p.train) names.insert(name);
    for (const auto& [name, value] : p.validation) names.insert(name);
  }
  if (!run.steps.empty() && std::isfinite(run.steps.back().accuracy)) names.insert("accuracy");
  names.erase("loss");
  return {names.begin(), names.end()};
}

std::vector<QPointF> smoothed(const std::vector<QPointF>& points, double weight, double unit) {
  if (weight <= 0) return points;
  std::vector<QPointF> out;
  out.reserve(points.size());
  double mean = 0, decay = 1, before = 0, step = 0, kept = weight;
  for (const QPointF& p : points) {
    if (!std::isfinite(p.y())) continue;
    if (unit > 0 && !out.empty() && p.x() - before != step) {
      step = p.x() - before;
      kept = std::pow(weight, std::clamp(step / unit, 0.0, 1.0));
    } else if (unit > 0 && out.empty() && points.size() > 1) {
      kept = std::pow(weight, std::clamp((points[1].x() - p.x()) / unit, 0.0, 1.0));
    }
    before = p.x();
    mean = kept * mean + (1 - kept) * p.y();
    decay *= kept;
    out.emplace_back(p.x(), decay < 1 ? mean / (1 - decay) : p.y());
  }
  return out;
}

std::vector<QPointF> decimated(const std::vector<QPointF>& points, double left, double right,
                               int columns) {
  if (columns < 1 || right <= left || points.size() <= std::size_t(columns) * 2) return points;
  const double scale = columns / (right - left);
  std::vector<QPointF> out;
  out.reserve(std::size_t(columns) * 4);
  const auto columnOf = [&](const QPointF& p) { return std::floor((p.x() - left) * scale); };
  for (std::size_t i = 0; i < points.size();) {
    const double column = columnOf(points[i]);
    std::size_t end = i, low = i, high = i;
    for (; end < points.size() && columnOf(points[end]) == column; ++end) {
      if (points[end].y() < points[low].y()) low = end;
      if (points[end].y() > points[high].y()) high = end;
    }
    // In order of x, each once.
    std::size_t chosen[] = {i, std::min(low, high), std::max(low, high), end - 1};
    for (std::size_t k = 0; k < 4; ++k) {
      if (k == 0 || chosen[k] != chosen[k - 1]) out.push_back(points[chosen[k]]);
    }
    i = end;
  }
  return out;
}

std::vector<double> ticks(double low, double high, int most) {
  if (!(high > low) || most < 2) return {low};
  const double rough = (high - low) / most;
  const double unit = std::pow(10, std::floor(std::log10(rough)));
  double step = unit * 10;
  for (const double factor : {1.0, 2.0, 2.5, 5.0, 10.0}) {
    if (unit * factor >= rough * 0.999) {
      step = unit * factor;
      break;
    }
  }
  // Multiples of a whole number over a power of ten, which is the nearest double to what is written.
  const double whole = std::round(step / unit * 10), tenth = 10 / unit;
  std::vector<double> out;
  for (double k = std::ceil(low / step - 1e-9); k * step <= high + step * 1e-9; ++k)
    out.push_back(tenth > 1 ? k * whole / std::round(tenth) : k * step);
  return out;
}

std::vector<double> logTicks(double low, double high, int most) {
  if (!(low > 0) || !(high > low)) return {};
  std::vector<double> out;
  const double decades = std::log10(high / low);
  static const std::vector<double> fine = {1, 2, 5}, coarse = {1};
  const std::vector<double>& factors = decades * 3 <= most + 1 ? fine : coarse;
  const double every = std::max(1.0, std::ceil(decades / most));
  for (double e = std::floor(std::log10(low)); e <= std::ceil(std::log10(high)); e += every) {
    for (const double f : factors) {
      const double v = f * std::pow(10, e);
      if (v >= low * 0.999 && v <= high * 1.001) out.push_back(v);
    }
  }
  if (out.size() < 2) return ticks(low, high, most);
  return out;
}

}  // namespace espalier::ui
