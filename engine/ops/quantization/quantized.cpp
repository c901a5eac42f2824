// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/quantization/quantized.h"

#include <algorithm>

#include "engine/ops/support/shapes.h"

namespace espalier {
namespace {

Tensor zero_point_tensor(DType type, std::int64_t value) {
  if (type == DType::int8) return Tensor::scalar(static_cast<std::int8_t>(value));
  return Tensor::scalar(static_cast<std::uint8_t>(value));
}

ValueRef scale_constant(BodyContext& c, const char* name) {
  return c.build().constant(Tensor::scalar(static_cast<float>(c.real(name))));
}

}  // namespace

std::vector<AttrSpec> scale_attributes(const char* scale, const char* zero_point) {
  return {{.name = scale, .type = AttrType::real, .fallback = 1.0},
          {.name = zero_point, .type = AttrType::integer, .fallback = std::int64_t{0}}};
}

std::vector<AttrSpec> result_attributes() {
  std::vector<AttrSpec> all = scale_attributes("y_scale", "y_zero_point");
  all.push_back({.name = "y_type",
                 .type = AttrType::text,
                 .fallback = std::string("uint8"),
                 .choices = {"uint8", "int8"}});
  all.push_back({.name = "activation",
                 .type = AttrType::text,
                 .fallback = std::string(),
                 .choices = {"", "Relu"}});
  return all;
}

DType result_type(const RuleContext& c) {
  return c.text("y_type") == "int8" ? DType::int8 : DType::uint8;
}

ValueRef dequantized(BodyContext& c, ValueRef x, const char* scale, const char* zero_point) {
  const ValueRef zero =
      c.build().constant(zero_point_tensor(c.type(x).dtype, c.integer(zero_point)));
  return c.build().add(op("DequantizeLinear"), {x, scale_constant(c, scale), zero});
}

ValueRef dequantized(BodyContext& c, ValueRef x, ValueRef scales, std::int64_t axis) {
  return c.build().add(op("DequantizeLinear"), {x, scales}, {{"axis", axis}});
}

ValueRef dequantized_bias(BodyContext& c, ValueRef bias, ValueRef weight_scales) {
  const ValueRef scales = c.build().add(op("Mul"), {weight_scales, scale_constant(c, "x_scale")});
  return dequantized(c, bias, scales, 0);
}

ValueRef quantized_result(BodyContext& c, ValueRef y) {
  if (c.text("activation") == "Relu") y = c.build().add(op("Relu"), {y});
  const ValueRef zero =
      c.build().constant(zero_point_tensor(result_type(c), c.integer("y_zero_point")));
  return c.build().add(op("QuantizeLinear"), {y, scale_constant(c, "y_scale"), zero});
}

ResultRange result_range(const RuleContext& c) {
  ResultRange r;
  r.zero_point = c.integer("y_zero_point");
  r.low = result_type(c) == DType::int8 ? -128 : 0;
  r.high = r.low + 255;
  if (c.text("activation") == "Relu") r.low = std::max(r.low, r.zero_point);
  return r;
}

}  // namespace espalier
