// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/binary.h"
#include "engine/ops/support/call_cpu.h"

namespace espalier {
namespace {

std::optional<std::string> supports(const StepLowering& s) {
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
  s.call(kernel(), with_activation(s, a), {{"a", s.in(0)}, {"b", s.in(1)}, {"y", s.out(0)}});
}

#define RULE(op, domain, kernel)                                                                  \
  CpuRule {                                                                                       \
    op, domain, #kernel, supports, lower<esp_##kernel##_args, [] { return ESP_KERNELS(kernel); }> \
  }

const RegisterCpuRule rules{RULE("Add", onnx_domain, add), RULE("Sub", onnx_domain, sub),
                            RULE("Mul", onnx_domain, mul), RULE("Div", onnx_domain, div),
                            RULE("FusedAdd", internal_domain, add)};

}  // namespace
}  // namespace espalier
