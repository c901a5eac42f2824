// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/support/call_gpu.h"
#include "engine/ops/support/shapes.h"

namespace espalier {
namespace {

constexpr const char* source = "normalization/layer_normalization_gpu.cl";

struct Rows {
  std::int64_t count = 0, size = 0;
  // A group a row; nothing where the rows are empty. Short ones take fewer items.
  GpuGrid grid() const {
    return gpu_groups(size > 0 ? count : 0, size <= 64 ? 64 : gpu_most_items);
  }
};

Rows rows_of(const StepLowering& s, const Shape& x) {
  const std::size_t axis = axis_from_front(s.integer("axis"), x.size()).value();
  const auto at = x.begin() + static_cast<std::ptrdiff_t>(axis);
  return {count(Shape(x.begin(), at)), count(Shape(at, x.end()))};
}

std::optional<std::string> supports(const StepLowering& s) {
  if (auto why = all_float32(s)) return why;
  if (s.out(0).count() == 0) return "there is nothing to normalise";
  return std::nullopt;
}

void layer_norm(GpuLowering& s) {
  const Rows rows = rows_of(s, s.in(0).shape);
  s.launch(source, "layer_norm", rows.grid(),
           {s.in(0), s.in(1), input_or_null(s, 2), s.out(0), output_or_null(s, 1),
            output_or_null(s, 2), rows.size, s.real("epsilon")});
}

void layer_norm_grad(GpuLowering& s) {
  const Rows rows = rows_of(s, s.in(1).shape);
  const GpuReduction columns{{{rows.size}, {{1}}}, {{rows.count}, {{rows.size}}}};
  const Operand dy_x = s.wants(1) ? s.workspace(DType::float32, s.in(1).shape) : Operand{};
  if (s.wants(2)) gpu_sum(s, s.in(0), s.out(2), columns);
  if (s.wants(0) || s.wants(1))
    s.launch(source, "layer_norm_grad", rows.grid(),
             {s.in(0), s.in(1), s.in(2), s.in(3), s.in(4), output_or_null(s, 0), dy_x, rows.size});
  if (s.wants(1)) gpu_sum(s, dy_x, s.out(1), columns);
}

const RegisterGpuRule rules{
    {"LayerNormalization", onnx_domain, "gpu.layer_norm", supports, layer_norm},
    {"LayerNormalizationGrad", internal_domain, "gpu.layer_norm_grad", all_float32,
     layer_norm_grad}};

}  // namespace
}  // namespace espalier
