// SPDX-License-Identifier: Apache-2.0
//
// Lines of a tensor along one axis, and the order of elements in them.
#pragma once

#include <cstdint>

#include "engine/base/shape.h"

namespace espalier {

// A NaN counts as greater than all numbers.
template <class T> bool greater(T a, T b) { return a > b || (a != a && b == b); }

// Calls f(outer, inner, where, n, stride) for every line along an axis: its positions are where +
// i · stride for i < n, and it is the inner-th behind the outer-th index before the axis.
template <class F> void for_lines(const Shape& x, std::size_t axis, F f) {
  const auto at = x.begin() + static_cast<std::ptrdiff_t>(axis);
  const std::int64_t outer = count(Shape(x.begin(), at)), n = x[axis];
  const std::int64_t inner = count(Shape(at + 1, x.end()));
  for (std::int64_t o = 0; o < outer; ++o)
    for (std::int64_t i = 0; i < inner; ++i) f(o, i, o * n * inner + i, n, inner);
}

}  // namespace espalier
