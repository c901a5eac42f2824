// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/designer/options.h"

namespace espalier::ui {

// Write a picture without a window; the exit status. Sentences go to stderr.
int renderNetwork(const Options& options);
int renderCurves(const Options& options);
// Of the window itself, for the guide.
int takeScreenshot(const Options& options);

}  // namespace espalier::ui
