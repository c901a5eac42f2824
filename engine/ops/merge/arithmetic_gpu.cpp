// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/support/call_gpu.h"

namespace espalier {
namespace {

Strided operands(const StepLowering& s) {
  const Shape& y = s.out(0).shape;
  return collapsed(esp_ints(y), {broadcast_strides(s.in(0).shape, y),
                                 broadcast_strides(s.in(1).shape, y), row_major(y)});
}

std::optional<std::string> supports(const StepLowering& s) {
  if (s.input_count() != 2)
    return fmt::format("the kernel takes 2 inputs, not {}", s.input_count());
  if (auto why = all_float32(s)) return why;
  return unless_gpu_rank(operands(s).rank());
}

void lower(GpuLowering& s, const char* kernel) {
  const Strided v = operands(s);
  const std::int64_t count = s.out(0).count();
  const Activation activation = activation_of(s);
  std::vector<GpuArgument> arguments{s.in(0),
                                     s.in(1),
                                     s.out(0),
                                     count,
                                     static_cast<std::int64_t>(v.rank()),
                                     std::int64_t{activation.kind},
                                     double{activation.alpha}};
  append_dimensions(arguments, v.shape, 1);
  append_dimensions(arguments, v.strides[0], 0);
  append_dimensions(arguments, v.strides[1], 0);
  s.launch("merge/arithmetic_gpu.cl", kernel, gpu_grid(count), std::move(arguments));
}

#define RULE(op, domain, kernel)                                                  \
  GpuRule {                                                                       \
    op, domain, "gpu." kernel, supports, [](GpuLowering& s) { lower(s, kernel); } \
  }

const RegisterGpuRule rules{
    RULE("Add", onnx_domain, "add"),     RULE("Sub", onnx_domain, "sub"),
    RULE("Mul", onnx_domain, "mul"),     RULE("Div", onnx_domain, "divide"),
    RULE("Max", onnx_domain, "greater"), RULE("Min", onnx_domain, "lesser"),
    RULE("Pow", onnx_domain, "power"),   RULE("FusedAdd", internal_domain, "add")};

}  // namespace
}  // namespace espalier
