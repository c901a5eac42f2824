// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/rules.h"

namespace espalier {

// Transpose's attribute perm; the reversed order where it is empty.
std::vector<std::int64_t> permutation(const RuleContext& c, std::size_t rank);

}  // namespace espalier
