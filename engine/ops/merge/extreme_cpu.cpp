// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/extreme.h"
#include "engine/ops/support/call_cpu.h"

namespace espalier {
namespace {

std::optional<std::string> supports(const StepLowering& s) {
  if (s.input_count() != 2)
    return fmt::format("the kernel takes 2 inputs, not {}", s.input_count());
  if (auto why = all_float32(s)) return why;
  return too_deep(broadcast_operands(s, 2));
}

template <class Args, KernelFamily (*kernel)()> void lower(StepLowering& s) {
  const Strided v = broadcast_operands(s, 2);
  Args a{};
  a.rank = static_cast<esp_int>(v.rank());
  set(a.shape, v.shape);
  set(a.a_strides, v.strides[0]);
  set(a.b_strides, v.strides[1]);
  s.call(kernel(), a, {{"a", s.in(0)}, {"b", s.in(1)}, {"y", s.out(0)}});
}

#define RULE(op, kernel)                                               \
  CpuRule {                                                            \
    op, onnx_domain, #kernel, supports,                                \
        lower<esp_##kernel##_args, [] { return ESP_KERNELS(kernel); }> \
  }

const RegisterCpuRule rules{RULE("Max", max), RULE("Min", min), RULE("Pow", pow)};

}  // namespace
}  // namespace espalier
