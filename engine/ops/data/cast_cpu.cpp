// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/cast.h"
#include "engine/ops/support/call_cpu.h"

namespace espalier {
namespace {

std::optional<esp_int> kind(DType t) {
  switch (t) {
    case DType::float32:
      return ESP_CAST_FLOAT;
    case DType::int32:
      return ESP_CAST_INT32;
    case DType::int64:
      return ESP_CAST_INT64;
    case DType::uint8:
      return ESP_CAST_UINT8;
    case DType::int8:
      return ESP_CAST_INT8;
    case DType::boolean:
      return ESP_CAST_BOOL;
    default:
      return std::nullopt;
  }
}

std::optional<std::string> supports(const StepLowering& s) {
  for (const DType t : {s.in(0).dtype, s.out(0).dtype})
    if (!kind(t)) return fmt::format("the kernel does not cast {} elements", name(t));
  return std::nullopt;
}

Operand as_bytes(Operand o) {
  o.dtype = DType::uint8;
  return o;
}

void cast(StepLowering& s) {
  esp_cast_args a{};
  a.from = kind(s.in(0).dtype).value();
  a.to = kind(s.out(0).dtype).value();
  a.count = s.out(0).count();
  s.call(ESP_KERNELS(cast), a, {{"x", as_bytes(s.in(0))}, {"y", as_bytes(s.out(0))}});
}

const RegisterCpuRule rules{
    {.op = "Cast", .algorithm = "cast", .supports = supports, .lower = cast}};

}  // namespace
}  // namespace espalier
