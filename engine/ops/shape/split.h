// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/ops/support/known.h"

namespace espalier {

// The sizes of `count` parts of an axis that are equal, but for the last ones where it does not come
// out even.
Ints equal_parts(std::int64_t size, std::size_t count);

}  // namespace espalier
