// SPDX-License-Identifier: Apache-2.0
//
// Walking tensors of any rank, for references.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/base/shape.h"

namespace espalier {

// Calls f(index) for every index of a shape in row-major order; once with an empty index for a
// scalar, never for an empty shape.
template <class F> void for_each_index(const Shape& shape, F f) {
  std::vector<std::int64_t> index(shape.size(), 0);
  for (const std::int64_t d : shape)
    if (d == 0) return;
  while (true) {
    f(static_cast<const std::vector<std::int64_t>&>(index));
    std::size_t d = shape.size();
    while (d > 0 && ++index[d - 1] == shape[d - 1]) index[--d] = 0;
    if (d == 0) return;
  }
}

// Position in a row-major tensor of an index into a shape that it is broadcast to.
inline std::int64_t broadcast_position(const std::vector<std::int64_t>& index, const Shape& shape) {
  std::int64_t position = 0;
  const std::size_t skip = index.size() - shape.size();
  for (std::size_t d = 0; d < shape.size(); ++d)
    position = position * shape[d] + (shape[d] == 1 ? 0 : index[d + skip]);
  return position;
}

// Position of an index in a row-major tensor of that shape.
inline std::int64_t position_of(const std::vector<std::int64_t>& index, const Shape& shape) {
  std::int64_t position = 0;
  for (std::size_t d = 0; d < shape.size(); ++d) position = position * shape[d] + index[d];
  return position;
}

}  // namespace espalier
