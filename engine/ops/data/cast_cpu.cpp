// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/cast.h"
#include "engine/ops/support/call_cpu.h"

namespace espalier {
namespace {

std::optional<std::string> supports(const StepLowering& s) {
  for (const DType t : {s.in(0).dtype, s.out(0).dtype})
    if (!element_kind(t)) return fmt::format("the kernel does not cast {} elements", name(t));
  return std::nullopt;
}

void cast(StepLowering& s) {
  esp_cast_args a{};
  a.from = element_kind(s.in(0).dtype).value();
  a.to = element_kind(s.out(0).dtype).value();
  a.count = s.out(0).count();
  s.call(ESP_KERNELS(cast), a, {{"x", as_bytes(s.in(0))}, {"y", as_bytes(s.out(0))}});
}

const RegisterCpuRule rules{
    {.op = "Cast", .algorithm = "cast", .supports = supports, .lower = cast}};

}  // namespace
}  // namespace espalier
