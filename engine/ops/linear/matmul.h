// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/rules.h"

namespace espalier {

// A product of stacks of matrices of known sizes. A vector as the first operand is a row, as the
// second a column, and its dimension is left out of the result.
struct MatMulSizes {
  Shape a_batch, b_batch, batch;  // the last one: what the first two broadcast to
  std::int64_t m, n, k;
  bool trans_a, trans_b;  // the last two dimensions change places
  Shape y;
};
MatMulSizes matmul_sizes(const RuleContext& c, const Shape& a, const Shape& b);

}  // namespace espalier
