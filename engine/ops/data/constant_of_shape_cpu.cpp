// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/combine.h"
#include "engine/ops/support/call_cpu.h"

namespace espalier {
namespace {

std::optional<std::string> supports(const StepLowering& s) {
  if (s.out(0).dtype == DType::float32) return std::nullopt;
  return fmt::format("the kernel fills float32, not {} elements", name(s.out(0).dtype));
}

void fill(StepLowering& s) {
  esp_fill_args a{};
  a.count = s.out(0).count();
  a.value = attribute<Tensor>(s.node(), "value").values<float>()[0];
  s.call(ESP_KERNELS(fill), a, {{"y", s.out(0)}});
}

const RegisterCpuRule rules{
    {.op = "ConstantOfShape", .algorithm = "fill", .supports = supports, .lower = fill}};

}  // namespace
}  // namespace espalier
