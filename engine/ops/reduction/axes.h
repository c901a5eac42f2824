// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/ops/support/shapes.h"

namespace espalier {

// By dimension, whether a reduction goes over it. `axes` are in [-rank, rank); none of them means
// all, or with the attribute noop_with_empty_axes none. Nothing where an axis is outside.
std::optional<std::vector<bool>> reduced_dimensions(const RuleContext& c, const Ints& axes,
                                                    std::size_t rank);
// By dimension of `from`, whether summing to a shape that broadcasts to it goes over it.
std::vector<bool> summed_dimensions(const Shape& from, const Shape& to);

}  // namespace espalier
