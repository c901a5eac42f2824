// SPDX-License-Identifier: Apache-2.0
#include "engine/train/learning_rate.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace espalier {

double learning_rate(const TrainingSettings& t, std::int64_t step, std::int64_t steps_per_epoch) {
  const ScheduleSettings& s = t.schedule;
  const auto per_epoch = static_cast<double>(steps_per_epoch);
  const double warmup = std::max(s.warmup_epochs * per_epoch, static_cast<double>(s.warmup_steps));
  const auto at = static_cast<double>(step);
  if (at < warmup) return t.optimizer.lr * (at + 1) / warmup;
  if (s.name == "step") {
    const std::int64_t drops = step / steps_per_epoch / std::max<std::int64_t>(s.step_size, 1);
    return t.optimizer.lr * std::pow(s.gamma, static_cast<double>(drops));
  }
  if (s.name == "cosine") {
    const double whole = std::max(static_cast<double>(t.epochs) * per_epoch - warmup, 1.0);
    const double done = std::min((at - warmup) / whole, 1.0);
    return s.minimum + (t.optimizer.lr - s.minimum) * (1 + std::cos(std::numbers::pi * done)) / 2;
  }
  return t.optimizer.lr;
}

}  // namespace espalier
