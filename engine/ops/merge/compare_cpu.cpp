// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/cast.h"
#include "engine/kernels/compare.h"
#include "engine/ops/merge/compare.h"
#include "engine/ops/support/call_cpu.h"

namespace espalier {
namespace {

std::optional<std::string> compare_supports(const StepLowering& s) {
  if (!element_kind(s.in(0).dtype))
    return fmt::format("the kernel does not compare {} elements", name(s.in(0).dtype));
  return too_deep(broadcast_operands(s, 2));
}

void compare(StepLowering& s) {
  const Strided v = broadcast_operands(s, 2);
  esp_compare_args a{};
  a.type = element_kind(s.in(0).dtype).value();
  a.comparison = static_cast<esp_int>(comparison_of(s));
  a.rank = static_cast<esp_int>(v.rank());
  set(a.shape, v.shape);
  set(a.a_strides, v.strides[0]);
  set(a.b_strides, v.strides[1]);
  s.call(ESP_KERNELS(compare), a,
         {{"a", as_bytes(s.in(0))}, {"b", as_bytes(s.in(1))}, {"y", as_bytes(s.out(0))}});
}

// Not x takes x twice; the kernel looks at the first.
void logical_not(StepLowering& s) {
  esp_compare_args a{};
  a.type = ESP_CAST_BOOL;
  a.comparison = ESP_NOT;
  a.rank = 1;
  a.shape[0] = s.out(0).count();
  a.a_strides[0] = a.b_strides[0] = 1;
  s.call(ESP_KERNELS(compare), a,
         {{"a", as_bytes(s.in(0))}, {"b", as_bytes(s.in(0))}, {"y", as_bytes(s.out(0))}});
}

std::optional<std::string> select_supports(const StepLowering& s) {
  const int width = bits(s.in(1).dtype);
  if (width < 8 || width > 64)
    return fmt::format("the kernel copies whole bytes, not {} elements", name(s.in(1).dtype));
  return too_deep(broadcast_operands(s, 3));
}

void select(StepLowering& s) {
  const Strided v = broadcast_operands(s, 3);
  esp_select_args a{};
  a.size = bits(s.in(1).dtype) / 8;
  a.rank = static_cast<esp_int>(v.rank());
  set(a.shape, v.shape);
  set(a.cond_strides, v.strides[0]);
  set(a.a_strides, v.strides[1]);
  set(a.b_strides, v.strides[2]);
  s.call(ESP_KERNELS(select), a,
         {{"cond", as_bytes(s.in(0))},
          {"a", as_bytes(s.in(1))},
          {"b", as_bytes(s.in(2))},
          {"y", as_bytes(s.out(0))}});
}

#define RULE(op) \
  CpuRule { op, onnx_domain, "compare", compare_supports, compare }

const RegisterCpuRule rules{
    RULE("Equal"),
    RULE("Greater"),
    RULE("Less"),
    RULE("GreaterOrEqual"),
    RULE("LessOrEqual"),
    RULE("And"),
    RULE("Or"),
    RULE("Xor"),
    {.op = "Not", .algorithm = "compare", .lower = logical_not},
    {.op = "Where", .algorithm = "select", .supports = select_supports, .lower = select}};

}  // namespace
}  // namespace espalier
