// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/support/call_gpu.h"
#include "engine/ops/support/shapes.h"

namespace espalier {
namespace {

constexpr const char* source = "shape/gather_gpu.cl";

// The table's shape around the axis.
struct Table {
  std::int64_t outer = 1, axis = 1, inner = 1;
};

Table table(const StepLowering& s, const Shape& x) {
  const std::size_t axis = axis_from_front(s.integer("axis"), x.size()).value();
  const auto at = x.begin() + static_cast<std::ptrdiff_t>(axis);
  return {count(Shape(x.begin(), at)), x[axis], count(Shape(at + 1, x.end()))};
}

bool wide(const StepLowering& s) { return s.in(1).dtype == DType::int64; }

std::optional<std::string> supports(const StepLowering& s) {
  if (auto why = unless_copyable(s)) return why;
  if (s.in(0).count() == 0 && s.out(0).count() > 0) return "there are no rows to take";
  return std::nullopt;
}

void gather(GpuLowering& s) {
  static constexpr const char* kernels[] = {"gather1", "gather2", "gather4", "gather8"};
  const Table t = table(s, s.in(0).shape);
  const std::int64_t count = s.out(0).count();
  const int bytes = bits(s.in(0).dtype) / 8;
  s.launch(source, kernels[bytes == 8 ? 3 : bytes / 2], gpu_grid(count),
           {s.in(0), s.in(1), s.out(0), count, wide(s), t.axis, t.inner, s.in(1).count()});
}

std::optional<std::string> grad_supports(const StepLowering& s) { return unless_float32(s, {1}); }

void gather_grad(GpuLowering& s) {
  const Table t = table(s, s.out(0).shape);
  const std::int64_t columns = t.axis > 0 ? t.outer * t.inner : 0;
  gpu_fill(s, s.out(0), 0);
  s.launch(source, "gather_grad", gpu_grid(columns),
           {s.in(0), s.in(1), s.out(0), columns, wide(s), t.axis, t.inner, s.in(1).count()});
}

const RegisterGpuRule rules{
    {"Gather", onnx_domain, "gpu.gather", supports, gather},
    {"GatherGrad", internal_domain, "gpu.gather_grad", grad_supports, gather_grad}};

}  // namespace
}  // namespace espalier
