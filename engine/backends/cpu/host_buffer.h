// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "engine/runtime/device.h"

namespace espalier::cpu {

// Zeroed host memory on a 64-byte boundary; large pieces ask the system for large pages. All pages
// are touched here, so that no step meets a fresh one. Throws Error where memory is refused.
std::unique_ptr<Buffer> host_buffer(std::size_t bytes);

}  // namespace espalier::cpu
