// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/rules.h"

namespace espalier {

OpSpec gemm_spec();

// alpha · op(A) · op(B) + beta · C of matrices of known sizes; op(A) is [m,k], op(B) [k,n].
struct GemmSizes {
  std::int64_t m, n, k;
  bool trans_a, trans_b;
};
GemmSizes gemm_sizes(const RuleContext& c, const Shape& a, const Shape& b);

}  // namespace espalier
