// SPDX-License-Identifier: Apache-2.0
//
// What QuantizeLinear and DequantizeLinear share: one scale and zero point for a whole tensor, or one
// for each position along an axis.
#pragma once

#include "engine/graph/onnx_form.h"
#include "engine/ops/support/shapes.h"

namespace espalier {

// A tensor as [outer, channels, inner]; channels is 1 where one scale holds for all.
struct ScaledAxis {
  std::int64_t outer = 1, channels = 1, inner = 1;
};
ScaledAxis scaled_axis(const RuleContext& c, const Shape& x, const Shape& scale);

AttrSpec axis_of_scales();
// Checks ports 1 (scale) and 2 (zero point, of type `zero_point`; undefined: any) against input 0.
void check_scale(InferContext& c, const SymShape& x, DType zero_point);
// Fails where the file asks for scales a block, and drops what has no meaning for integers.
void import_scales(OnnxImportContext& c);

// Element i as a number. Precondition: the tensor holds 8-, 16- or 32-bit integers.
std::int64_t integer_element(const Tensor& t, std::int64_t i);

}  // namespace espalier
