// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>

#include "engine/passes/schedule.h"

namespace espalier {

// Runs the schedule's prologue calls on this machine: the packed weights by value index. Packing
// kernels take the panel width as a number, so any machine packs for any other.
std::map<std::int32_t, Tensor> packed_weights(const Schedule& schedule);

}  // namespace espalier
