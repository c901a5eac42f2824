// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "engine/ops/support/shapes.h"

namespace espalier {

// A tensor as the lines that a softmax runs along: [outer, axis, inner].
struct SoftmaxLines {
  std::size_t outer, axis, inner;
  // Calls f(at) for every line, where at(i) is the position of its element i.
  template <class F> void for_each(F f) const {
    for (std::size_t o = 0; o < outer; ++o)
      for (std::size_t k = 0; k < inner; ++k)
        f([&](std::size_t i) { return (o * axis + i) * inner + k; });
  }
};
// By the attributes axis and flatten.
SoftmaxLines softmax_lines(const RuleContext& c, const Shape& x);

}  // namespace espalier
