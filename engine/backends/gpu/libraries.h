// SPDX-License-Identifier: Apache-2.0
//
// The vendors' libraries: libespalier_<kind>.so, found beside the program when somebody first asks for
// devices, and kept open.
#pragma once

#include <string>

#include "engine/backends/gpu/driver.h"
#include "engine/base/message.h"

namespace espalier::gpu {

struct Library {
  const esp_gpu_driver* driver = nullptr;
  Message why_not;  // where it is null
};

// `kind` is "opencl" or "cuda".
const Library& library(const std::string& kind);

}  // namespace espalier::gpu
