// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/cast.h"
#include "engine/kernels/compare.h"
#include "engine/ops/merge/compare.h"
#include "engine/ops/support/call_cpu.h"

namespace espalier {
namespace {

std::optional<esp_int> element_kind(DType t) {
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

// The first inputs, over the output's shape.
Strided operands(const StepLowering& s, std::size_t count) {
  const Shape& y = s.out(0).shape;
  std::vector<EspInts> strides;
  for (std::size_t i = 0; i < count; ++i) strides.push_back(broadcast_strides(s.in(i).shape, y));
  strides.push_back(row_major(y));
  Strided v = collapsed(esp_ints(y), std::move(strides));
  v.strides.pop_back();
  return v;
}

std::optional<std::string> too_deep(const Strided& v) {
  if (v.rank() <= ESP_MAX_RANK) return std::nullopt;
  return fmt::format("the kernel takes {} dimensions, not {}", ESP_MAX_RANK, v.rank());
}

std::optional<std::string> compare_supports(const StepLowering& s) {
  if (!element_kind(s.in(0).dtype))
    return fmt::format("the kernel does not compare {} elements", name(s.in(0).dtype));
  return too_deep(operands(s, 2));
}

Operand as_bytes(Operand o) {
  o.dtype = DType::uint8;
  return o;
}

void compare(StepLowering& s) {
  const Strided v = operands(s, 2);
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
  return too_deep(operands(s, 3));
}

void select(StepLowering& s) {
  const Strided v = operands(s, 3);
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
