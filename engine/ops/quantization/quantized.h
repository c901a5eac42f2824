// SPDX-License-Identifier: Apache-2.0
//
// What the internal operators on 8-bit integers share. Their bodies are the graphs they stand for:
// DequantizeLinear of every input, the operator, an activation, QuantizeLinear.
#pragma once

#include <string>
#include <vector>

#include "engine/graph/rules.h"

namespace espalier {

inline const std::vector<DType> byte_types{DType::uint8, DType::int8};

// "<of>_scale" (a float32) and "<of>_zero_point".
std::vector<AttrSpec> scale_attributes(const char* scale, const char* zero_point);
// y_scale, y_zero_point, y_type ("uint8", "int8") and activation ("" or "Relu").
std::vector<AttrSpec> result_attributes();
DType result_type(const RuleContext& c);

// ---- for bodies
ValueRef dequantized(BodyContext& c, ValueRef x, const char* scale, const char* zero_point);
// By one scale or one a position of the axis; without a zero point.
ValueRef dequantized(BodyContext& c, ValueRef x, ValueRef scales, std::int64_t axis);
// A bias in steps of the input's scale times the weights'.
ValueRef dequantized_bias(BodyContext& c, ValueRef bias, ValueRef weight_scales);
// The activation and QuantizeLinear.
ValueRef quantized_result(BodyContext& c, ValueRef y);

// ---- for CPU rules: what kernels take of the result's attributes
struct ResultRange {
  std::int64_t zero_point = 0, low = 0, high = 255;
};
ResultRange result_range(const RuleContext& c);
template <class Args> void set_result(const RuleContext& c, Args& a) {
  const ResultRange r = result_range(c);
  a.y_zero_point = r.zero_point;
  a.low = r.low;
  a.high = r.high;
}

}  // namespace espalier
