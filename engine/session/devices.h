// SPDX-License-Identifier: Apache-2.0
//
// What networks can run on, for the window.
#pragma once

#include <vector>

#include "engine/runtime/device.h"

namespace espalier {

// All devices, usable or not, the CPU first. Opens drivers at the first call, which takes up to seconds:
// not for the thread of the window.
std::vector<DeviceInfo> devices();

}  // namespace espalier
