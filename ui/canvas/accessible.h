// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace espalier::ui {

// Makes the cards of canvases known to screen readers: each has a name ("conv1, Conv 3×3, 32,
// output float32 N×32×28×28"), its place, and whether it is selected. Call once at start; canvases
// call it themselves.
void installCanvasAccessibility();

}  // namespace espalier::ui
