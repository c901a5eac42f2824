// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/passes/schedule.h"
#include "engine/runtime/device.h"

namespace espalier {

// Throws Error where a schedule needs more memory than the device has: before anything of it is
// allocated, for a system that hands out memory which it has not got would end the program later.
void require_memory(const Schedule& schedule, const DeviceInfo& device);

}  // namespace espalier
