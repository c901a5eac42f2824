// SPDX-License-Identifier: Apache-2.0
//
// Inputs of samples.
#pragma once

#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "engine/graph/op.h"

namespace espalier {

// Distinct values in (-1, 1), none nearer than 1 / count to another or to 0, in no simple order: for
// operators with kinks, where finite differences must not step over one.
inline SampleInput spaced(Shape shape) {
  const std::int64_t count = espalier::count(shape);
  const std::int64_t n = count + count % 2;
  std::int64_t step = n / 3 + 1;
  while (std::gcd(step, n) > 1) ++step;
  std::vector<float> values;
  for (std::int64_t i = 0; i < count; ++i)
    values.push_back(static_cast<float>(2 * ((i * step + 1) % n) + 1) / static_cast<float>(n) - 1);
  SampleInput input{.shape = shape};
  input.values = Tensor::of<float>(std::move(shape), values);
  return input;
}

inline SampleInput given(Tensor values) {
  SampleInput input{.dtype = values.type(), .shape = values.shape()};
  input.values = std::move(values);
  return input;
}

inline SampleInput open_port() { return {.dtype = DType::undefined, .shape = {}}; }

}  // namespace espalier
