// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <set>

#include "ui/document/draft.h"

namespace espalier::ui {

// Wires around a set of nodes: whoever outside reads one of them reads, instead, what flows into it
// from outside through first wired inputs; where nothing does, the wire goes. The nodes stay.
Outcome heal(Draft& draft, const std::set<NodeId>& nodes);

// Moves `first` and what depends on it to the right by `dx` where it lies right of `from`: room for a
// card that comes between.
void makeRoom(Draft& draft, NodeId first, double from, double dx);

}  // namespace espalier::ui
