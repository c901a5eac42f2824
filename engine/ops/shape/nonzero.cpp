// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "engine/ops/support/shapes.h"

namespace espalier {
namespace {

// Whether an element is anything but zero; -0.0 is zero, NaN is not.
bool is_set(const Tensor& t, std::size_t i) {
  if (t.type() == DType::string) return !t.strings()[i].empty();
  if (t.type() == DType::float32) return t.values<float>()[i] != 0;
  if (t.type() == DType::float64) return t.values<double>()[i] != 0;
  const std::size_t width = bytes_of(t.type(), 1);
  const std::byte* at = t.data() + i * width;
  if (t.type() == DType::float16 || t.type() == DType::bfloat16)
    return at[0] != std::byte{0} || (at[1] & std::byte{0x7f}) != std::byte{0};
  return std::any_of(at, at + width, [](std::byte b) { return b != std::byte{0}; });
}

void nonzero_reference(ReferenceContext& c) {
  const Tensor& x = c.input(0);
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < static_cast<std::size_t>(x.count()); ++i)
    if (is_set(x, i)) found.push_back(i);
  const Shape& shape = x.shape();
  const auto n = static_cast<std::int64_t>(found.size());
  const auto y = c.output<std::int64_t>(0, {static_cast<std::int64_t>(shape.size()), n});
  const std::vector<std::int64_t> strides = strides_of(shape);
  for (std::size_t axis = 0; axis < shape.size(); ++axis)
    for (std::size_t i = 0; i < found.size(); ++i)
      y[axis * found.size() + i] =
          static_cast<std::int64_t>(found[i]) / strides[axis] % shape[axis];
}

OpSpec nonzero() {
  OpSpec s;
  s.name = "NonZero";
  s.category = Category::shape;
  s.summary = ESP_TEXT("ops", "Where a tensor is not zero.");
  s.help =
      ESP_TEXT("ops",
               "One column of indices for each element that is not zero, in row-major order; how "
               "many there are is known only when it runs. Source: ONNX operator specification, "
               "NonZero.");
  s.inputs = {{.name = "X", .help = ESP_TEXT("ops", "The tensor.")}};
  s.outputs = {{.name = "Y", .help = ESP_TEXT("ops", "Indices, [rank, how many], int64.")}};
  s.infer = [](InferContext& c) {
    const auto shape = known_shape(c, 0);
    if (!shape) return c.output(0, Type::of_unknown_rank(DType::int64));
    c.output(0, Type::tensor(DType::int64, {Dim(static_cast<std::int64_t>(shape->size())),
                                            c.fresh_symbol(0, 1)}));
  };
  s.reference = nonzero_reference;
  s.onnx = {.versions = {9, 13}};
  return s;
}

const RegisterOps ops_of_this_file{{nonzero}};

}  // namespace
}  // namespace espalier
