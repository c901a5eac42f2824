// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/layer_norm.h"
#include "engine/kernels/reduce_sum.h"
#include "engine/ops/support/call_cpu.h"
#include "engine/ops/support/shapes.h"

namespace espalier {
namespace {

template <class Args> Args rows_of(const StepLowering& s, const Shape& x) {
  const std::size_t axis = axis_from_front(s.integer("axis"), x.size()).value();
  const auto at = x.begin() + static_cast<std::ptrdiff_t>(axis);
  Args a{};
  a.rows = count(Shape(x.begin(), at));
  a.size = count(Shape(at, x.end()));
  return a;
}

std::optional<std::string> supports(const StepLowering& s) {
  if (auto why = all_float32(s)) return why;
  if (s.out(0).count() == 0) return "there is nothing to normalise";
  return std::nullopt;
}

void layer_norm(StepLowering& s) {
  auto a = rows_of<esp_layer_norm_args>(s, s.in(0).shape);
  a.epsilon = static_cast<float>(s.real("epsilon"));
  s.call(ESP_KERNELS(layer_norm), a,
         {{"x", s.in(0)},
          {"scale", s.in(1)},
          {"bias", s.has(2) ? s.in(2) : Operand{}},
          {"y", s.out(0)},
          {"mean", s.wants(1) ? s.out(1) : Operand{}},
          {"inv_std", s.wants(2) ? s.out(2) : Operand{}}});
}

// y = the sum of the rows of x.
void sum_rows(StepLowering& s, const Operand& x, const Operand& y, std::int64_t rows,
              std::int64_t size) {
  esp_reduce_sum_args a{};
  a.kept_rank = a.reduced_rank = 1;
  a.kept_shape[0] = size;
  a.kept_strides[0] = 1;
  a.reduced_shape[0] = rows;
  a.reduced_strides[0] = size;
  a.scale = 1;
  s.call(ESP_KERNELS(reduce_sum), a, {{"x", x}, {"y", y}});
}

void layer_norm_grad(StepLowering& s) {
  const auto a = rows_of<esp_layer_norm_grad_args>(s, s.in(1).shape);
  const Operand dx = output_or_workspace(s, 0, s.in(1).shape);
  const Operand dy_x = s.wants(1) ? s.workspace(DType::float32, s.in(1).shape) : Operand{};
  if (s.wants(2)) sum_rows(s, s.in(0), s.out(2), a.rows, a.size);
  s.call(ESP_KERNELS(layer_norm_grad), a,
         {{"dy", s.in(0)},
          {"x", s.in(1)},
          {"scale", s.in(2)},
          {"mean", s.in(3)},
          {"inv_std", s.in(4)},
          {"dx", dx},
          {"dy_x", dy_x}});
  if (s.wants(1)) sum_rows(s, dy_x, s.out(1), a.rows, a.size);
}

const RegisterCpuRule rules{{.op = "LayerNormalization",
                             .algorithm = "layer_norm",
                             .supports = supports,
                             .lower = layer_norm},
                            {.op = "LayerNormalizationGrad",
                             .domain = internal_domain,
                             .algorithm = "layer_norm_grad",
                             .supports = all_float32,
                             .lower = layer_norm_grad}};

}  // namespace
}  // namespace espalier
