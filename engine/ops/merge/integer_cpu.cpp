// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/cast.h"
#include "engine/kernels/integer.h"
#include "engine/ops/support/call_cpu.h"

namespace espalier {
namespace {

std::optional<std::string> supports(const StepLowering& s) {
  if (s.input_count() != 2)
    return fmt::format("the kernel takes 2 inputs, not {}", s.input_count());
  const auto kind = element_kind(s.in(0).dtype);
  if (!kind || *kind == ESP_CAST_FLOAT || *kind == ESP_CAST_BOOL)
    return fmt::format("the kernel takes integers, not {}", name(s.in(0).dtype));
  return too_deep(broadcast_operands(s, 2));
}

template <esp_integer_operation operation> void lower(StepLowering& s) {
  const Strided v = broadcast_operands(s, 2);
  esp_integer_args a{};
  a.type = element_kind(s.in(0).dtype).value();
  a.operation = operation;
  a.rank = static_cast<esp_int>(v.rank());
  set(a.shape, v.shape);
  set(a.a_strides, v.strides[0]);
  set(a.b_strides, v.strides[1]);
  s.call(ESP_KERNELS(integer), a,
         {{"a", as_bytes(s.in(0))}, {"b", as_bytes(s.in(1))}, {"y", as_bytes(s.out(0))}});
}

#define RULE(op, operation) \
  CpuRule { op, onnx_domain, "integer", supports, lower<operation> }

const RegisterCpuRule rules{RULE("Add", ESP_INTEGER_ADD), RULE("Sub", ESP_INTEGER_SUB),
                            RULE("Mul", ESP_INTEGER_MUL), RULE("Div", ESP_INTEGER_DIV),
                            RULE("Max", ESP_INTEGER_MAX), RULE("Min", ESP_INTEGER_MIN)};

}  // namespace
}  // namespace espalier
