// SPDX-License-Identifier: Apache-2.0
//
// References of operators that only move elements, written once for all types.
#pragma once

#include <cstring>
#include <utility>
#include <vector>

#include "engine/ops/support/index.h"
#include "engine/ops/support/typed.h"

namespace espalier {

// A tensor of shape `to` whose element at an index is x's at the row-major position from(index), or
// `rest`'s first (zero without one) where that is negative.
template <class F>
Tensor moved(const ReferenceContext& c, const Tensor& x, const Shape& to, F from,
             const Tensor* rest = nullptr) {
  if (x.type() == DType::string) {
    std::vector<std::string> values;
    for_each_index(to, [&](const std::vector<std::int64_t>& index) {
      const std::int64_t at = from(index);
      values.push_back(at >= 0 ? x.strings()[static_cast<std::size_t>(at)]
                       : rest  ? rest->strings()[0]
                               : std::string());
    });
    return Tensor::of_strings(to, std::move(values));
  }
  const int width = bits(x.type());
  if (width == 0 || width % 8 != 0) no_reference(c, x.type());
  const auto size = static_cast<std::size_t>(width / 8);
  Tensor y(x.type(), to);
  std::byte* out = y.mutable_data();
  for_each_index(to, [&](const std::vector<std::int64_t>& index) {
    const std::int64_t at = from(index);
    if (at >= 0)
      std::memcpy(out, x.data() + static_cast<std::size_t>(at) * size, size);
    else if (rest)
      std::memcpy(out, rest->data(), size);
    out += size;
  });
  return y;
}

// Adds x's element at each index to y's at to(index), in the order of indices, in double; a negative
// position drops it. The reference of what flows back through a move.
template <class F> void add_moved(ReferenceContext& c, const Tensor& x, const Shape& shape, F to) {
  with_float(c, x.type(), [&]<class T>(T) {
    std::vector<double> sums(static_cast<std::size_t>(count(shape)));
    const auto values = x.values<T>();
    std::size_t i = 0;
    for_each_index(x.shape(), [&](const std::vector<std::int64_t>& index) {
      const std::int64_t at = to(index);
      if (at >= 0) sums[static_cast<std::size_t>(at)] += values[i];
      ++i;
    });
    const auto y = c.output<T>(0, shape);
    for (std::size_t k = 0; k < sums.size(); ++k) y[k] = static_cast<T>(sums[k]);
  });
}

}  // namespace espalier
