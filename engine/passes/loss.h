// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/passes/program.h"

namespace espalier::passes {

// Whether training goes down this operator's output; other training-only operators are metrics.
bool is_loss(const OpSpec& op);

// A loss or metric whose target port has no wire gets the feed "target": the data set's target
// column, of the type that the loss compares with.
void wire_target(Program& p, NodeId id);

}  // namespace espalier::passes
