// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/auto_layout.h"

namespace espalier::ui {

// A drawing that came out as one long line is cut into bands below each other (beside each other where it
// runs downward), each read in the same direction, as lines of text are. It is cut where no card
// stands in the way and where few wires cross; what is short enough to be read in one line stays.
CardPlaces foldedLayout(const LayoutTask& task, CardPlaces places);

}  // namespace espalier::ui
