// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/analysis/flame_bars.h"

#include <QCoreApplication>
#include <QStringList>

namespace espalier::ui {
namespace {

QString phaseText(Phase phase) {
  switch (phase) {
    case Phase::forward:
      return QCoreApplication::translate("FlameChart", "forward");
    case Phase::backward:
      return QCoreApplication::translate("FlameChart", "backward");
    default:
      return QCoreApplication::translate("FlameChart", "optimiser");
  }
}

QStringList placeOf(const StepProfile& step, bool training) {
  QStringList place = {training ? QCoreApplication::translate("FlameChart", "training step")
                                : QCoreApplication::translate("FlameChart", "inference")};
  if (training) place += phaseText(step.phase);
  return place + QString::fromStdString(step.name).split(u'/', Qt::SkipEmptyParts);
}

}  // namespace

std::vector<FlameBar> flameBars(const ProfileReady& profile) {
  std::vector<FlameBar> bars;
  std::vector<std::size_t> open;  // the bars that the last step is part of, from the whole inward
  double now = 0;
  for (const StepProfile& step : profile.steps) {
    const QStringList place = placeOf(step, profile.training);
    std::size_t same = 0;
    while (same < open.size() && same < std::size_t(place.size()) &&
           bars[open[same]].name == place[qsizetype(same)])
      ++same;
    open.resize(same);
    while (open.size() < std::size_t(place.size())) {
      const int depth = int(open.size());
      open.push_back(bars.size());
      bars.push_back({place[depth], {}, {}, {}, now, 0, depth});
    }
    FlameBar& leaf = bars[open.back()];
    if (leaf.op.isEmpty()) {
      leaf.op = QString::fromStdString(step.op);
      leaf.algorithm = QString::fromStdString(step.algorithm);
      leaf.layer = step.layer;
    }
    for (const std::size_t bar : open) bars[bar].seconds += step.seconds;
    now += step.seconds;
  }
  if (now <= 0) bars.clear();
  return bars;
}

}  // namespace espalier::ui
