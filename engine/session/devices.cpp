// SPDX-License-Identifier: Apache-2.0
#include "engine/session/devices.h"

namespace espalier {

std::vector<DeviceInfo> devices() { return device_list(); }

}  // namespace espalier
