// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/project/training_settings.h"

namespace espalier {

// The learning rate of step `step` (from 0), a pure function: names and formulas of
// torch.optim.lr_scheduler's StepLR and CosineAnnealingLR, evaluated by step for cosine and by epoch
// for step. Warm-up multiplies by (step + 1) / warm-up steps before it ends. steps_per_epoch ≥ 1.
double learning_rate(const TrainingSettings& settings, std::int64_t step,
                     std::int64_t steps_per_epoch);

}  // namespace espalier
