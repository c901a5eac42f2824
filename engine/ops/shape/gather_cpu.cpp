// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/gather.h"
#include "engine/ops/support/call_cpu.h"
#include "engine/ops/support/shapes.h"

namespace espalier {
namespace {

// The table's shape around the axis.
template <class Args> Args table(const StepLowering& s, const Shape& x) {
  const std::size_t axis = axis_from_front(s.integer("axis"), x.size()).value();
  const auto at = x.begin() + static_cast<std::ptrdiff_t>(axis);
  Args a{};
  a.outer = count(Shape(x.begin(), at));
  a.axis = x[axis];
  a.inner = count(Shape(at + 1, x.end()));
  a.count = s.in(1).count();
  a.index_size = bits(s.in(1).dtype) / 8;
  return a;
}

std::optional<std::string> supports(const StepLowering& s) {
  if (auto why = unless_copyable(s)) return why;
  const Shape& x = s.in(0).shape;
  if (count(x) == 0 && s.out(0).count() > 0) return "there are no rows to take";
  return std::nullopt;
}

void gather(StepLowering& s) {
  auto a = table<esp_gather_args>(s, s.in(0).shape);
  a.size = bits(s.in(0).dtype) / 8;
  s.call(ESP_KERNELS(gather), a,
         {{"x", as_bytes(s.in(0))}, {"indices", as_bytes(s.in(1))}, {"y", as_bytes(s.out(0))}});
}

std::optional<std::string> grad_supports(const StepLowering& s) { return unless_float32(s, {1}); }

void gather_grad(StepLowering& s) {
  s.call(ESP_KERNELS(gather_grad), table<esp_gather_grad_args>(s, s.out(0).shape),
         {{"dy", s.in(0)}, {"indices", as_bytes(s.in(1))}, {"dx", s.out(0)}});
}

const RegisterCpuRule rules{
    {.op = "Gather", .algorithm = "gather", .supports = supports, .lower = gather},
    {.op = "GatherGrad",
     .domain = internal_domain,
     .algorithm = "gather_grad",
     .supports = grad_supports,
     .lower = gather_grad}};

}  // namespace
}  // namespace espalier
