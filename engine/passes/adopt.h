// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/passes/schedule.h"

namespace espalier::passes {

// Takes a step's calls over from its lowering. Workspace and packed operands become values of the
// schedule; the workspace has no place in the arena yet.
void adopt(Schedule& schedule, Step& step, StepLowering& lowered);
void adopt(Schedule& schedule, Step& step, GpuLowering& lowered);

// The unit of places in arena and packed area: a cache line, and a vector of the widest kind.
inline constexpr std::size_t place_alignment = 64;
constexpr std::size_t aligned_place(std::size_t bytes) {
  return (bytes + place_alignment - 1) / place_alignment * place_alignment;
}

}  // namespace espalier::passes
