// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/rules.h"

namespace espalier {

// In the order of esp_comparison (engine/kernels/compare.h).
enum class Comparison {
  equal,
  greater,
  less,
  greater_or_equal,
  less_or_equal,
  both,
  either,
  differ
};
// Of Equal, Greater … Xor. Precondition: the node is one of them.
Comparison comparison_of(const RuleContext& c);

}  // namespace espalier
