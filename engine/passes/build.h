// SPDX-License-Identifier: Apache-2.0
//
// The last passes: from a program's graph to steps, values and their places.
#pragma once

#include <vector>

#include "engine/passes/program.h"

namespace espalier::passes {

// Nodes in the order in which they run. Forward and backward nodes follow the graph; an optimiser's
// node runs as soon as its gradient is there and nobody reads the old parameter any more.
std::vector<NodeId> step_order(const Program& p);

// Whether output 0 is input 0's memory under another shape: no step, no copy.
bool is_view(const Node& node);

// Steps and values; those of the arena have no place yet.
Schedule build_steps(Program& p);

// Steps that only one branch of a Select needs run only where it is taken. Comes before the memory
// plan, for steps move.
void guard_branches(Schedule& schedule);

// Gives every arena value its offset: lifetimes, reuse in place, then best fit.
void plan_memory(Schedule& schedule);

}  // namespace espalier::passes
