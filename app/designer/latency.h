// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/designer/options.h"

namespace espalier::ui {

// Trains with the time overlay and the curves on the screen, and prints how late a 60 Hz timer of the
// UI thread was: p50, p99, the worst, and the share of ticks later than 16 ms. Exit status 1 where
// that share is 1 % or more, or the run failed.
int measureLatency(const Options& options);

}  // namespace espalier::ui
