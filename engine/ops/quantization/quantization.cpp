// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/quantization/quantization.h"

namespace espalier {

ScaledAxis scaled_axis(const RuleContext& c, const Shape& x, const Shape& scale) {
  ScaledAxis a;
  const auto axis = axis_from_front(c.integer("axis"), x.size());
  if (count(scale) == 1 || !axis) {
    a.inner = count(x);
    return a;
  }
  a.outer = count(Shape(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(*axis)));
  a.channels = x[*axis];
  a.inner = count(Shape(x.begin() + static_cast<std::ptrdiff_t>(*axis) + 1, x.end()));
  return a;
}

AttrSpec axis_of_scales() {
  return {
      .name = "axis",
      .type = AttrType::integer,
      .fallback = std::int64_t{1},
      .help = ESP_TEXT("ops",
                       "The axis along which every position has a scale of its own, where there "
                       "are several scales; negative counts from the end.")};
}

void check_scale(InferContext& c, const SymShape& x, DType zero_point) {
  const auto scale = known_shape(c, 1);
  if (scale && scale->size() > 1)
    c.fail(message(ESP_TEXT("engine",
                            "expected one scale, or one for each position along an axis, got {}"),
                   shape_text(*scale)),
           1);
  if (scale && scale->size() == 1 && !((*scale)[0] == Dim(1))) {
    const std::size_t axis = axis_attribute(c, "axis", x.size());
    c.require_equal(x[axis], (*scale)[0],
                    message(ESP_TEXT("engine", "expected {} scales along axis {} of {}, got {}"),
                            x[axis].text(), axis, shape_text(x), (*scale)[0].text()),
                    1);
  }
  if (c.input_count() < 3 || !is_wired(c.node(), 2)) return;
  const DType given = known_dtype(c, 2);
  if (zero_point != DType::undefined && given != DType::undefined && given != zero_point)
    c.fail(message(ESP_TEXT("engine", "expected a zero point of {}, got {}"), name(zero_point),
                   name(given)),
           2);
  const auto zero = known_shape(c, 2);
  if (!scale || !zero) return;
  const Dim scales = product(*scale), zeros = product(*zero);
  c.require_equal(scales, zeros,
                  message(ESP_TEXT("engine", "expected as many zero points as scales ({}), got {}"),
                          scales.text(), zeros.text()),
                  2);
}

void import_scales(OnnxImportContext& c) {
  const auto block = c.node.attributes.find("block_size");
  if (block != c.node.attributes.end()) {
    if (const auto* size = std::get_if<std::int64_t>(&block->second); size && *size != 0)
      c.fail(message(ESP_TEXT("engine",
                              "{}: it has a scale for every block of {} elements; write the file "
                              "with one scale a tensor or a channel"),
                     c.node.name, *size));
    c.node.attributes.erase(block);
  }
  c.node.attributes.erase("saturate");   // for 8-bit floats only
  c.node.attributes.erase("precision");  // of the division: float32 here
}

std::int64_t integer_element(const Tensor& t, std::int64_t i) {
  const auto at = static_cast<std::size_t>(i);
  switch (t.type()) {
    case DType::int8:
      return t.values<std::int8_t>()[at];
    case DType::uint8:
      return t.values<std::uint8_t>()[at];
    case DType::int16:
      return t.values<std::int16_t>()[at];
    case DType::uint16:
      return t.values<std::uint16_t>()[at];
    default:
      return t.values<std::int32_t>()[at];
  }
}

}  // namespace espalier
