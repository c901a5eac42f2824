// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "engine/passes/schedule.h"

namespace espalier {

// A schedule of one step by one rule, for measuring candidates and for tests: its inputs are the
// schedule's, whatever they are elsewhere (each once, however many ports read it), and its outputs
// lie in the arena. Operands are as rules see them; an empty one is an open port. Precondition: the
// rule supports the step.
Schedule single_step(const Node& node, const CpuTarget& target, std::span<const Operand> inputs,
                     std::span<const Operand> outputs, const CpuRule& rule);
// The same by a rule for GPUs, on the device of this id.
Schedule single_step(const Node& node, const std::string& device, std::span<const Operand> inputs,
                     std::span<const Operand> outputs, const GpuRule& rule);

}  // namespace espalier
