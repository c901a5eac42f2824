// SPDX-License-Identifier: Apache-2.0
//
// Tensors cut and joined along an axis, of any element type, strings too.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/base/tensor.h"

namespace espalier {

// Elements begin … begin + count along `axis`. Precondition: they exist.
Tensor slice_of(const Tensor& whole, std::size_t axis, std::int64_t begin, std::int64_t count);

// Behind one another along `axis`. Throws Error where there are none, or where types or the other
// dimensions differ.
Tensor joined_tensors(const std::vector<Tensor>& parts, std::size_t axis);

// A new axis of size 1, and one of size 1 taken out.
Tensor with_axis(const Tensor& t, std::size_t axis);
Tensor without_axis(const Tensor& t, std::size_t axis);

}  // namespace espalier
