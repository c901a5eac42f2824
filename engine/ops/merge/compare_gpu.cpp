// SPDX-License-Identifier: Apache-2.0
//
// Comparisons, logic and Where.
#include "engine/ops/merge/compare.h"

#include "engine/kernels/cast.h"
#include "engine/kernels/compare.h"
#include "engine/ops/support/call_gpu.h"

namespace espalier {
namespace {

constexpr const char* source = "merge/compare_gpu.cl";
constexpr const char* comparisons[] = {"compare_float", "compare_int32", "compare_int64",
                                       "compare_uint8", "compare_int8",  "compare_bool"};
static_assert(ESP_CAST_BOOL == 5 && ESP_AND == 5 && ESP_NOT == 8);

std::optional<std::string> compare_supports(const StepLowering& s) {
  if (!element_kind(s.in(0).dtype))
    return fmt::format("the kernel does not compare {} elements", name(s.in(0).dtype));
  return unless_gpu_rank(broadcast_operands(s, 2).rank());
}

void compare(GpuLowering& s) {
  const Strided v = broadcast_operands(s, 2);
  const std::int64_t count = s.out(0).count();
  const auto type = static_cast<std::size_t>(element_kind(s.in(0).dtype).value());
  std::vector<GpuArgument> arguments{s.in(0), s.in(1), s.out(0), count,
                                     static_cast<int>(comparison_of(s))};
  append_dimensions(arguments, v.shape, 1);
  for (const EspInts& strides : v.strides) append_dimensions(arguments, strides, 0);
  s.launch(source, comparisons[type], gpu_grid(count), std::move(arguments));
}

// Not x takes x twice; the kernel looks at the first.
void logical_not(GpuLowering& s) {
  const std::int64_t count = s.out(0).count();
  std::vector<GpuArgument> arguments{s.in(0), s.in(0), s.out(0), count, int{ESP_NOT}};
  append_dimensions(arguments, {count}, 1);
  for (int operand = 0; operand < 2; ++operand) append_dimensions(arguments, {1}, 0);
  s.launch(source, comparisons[ESP_CAST_BOOL], gpu_grid(count), std::move(arguments));
}

std::optional<std::string> where_supports(const StepLowering& s) {
  const int width = bits(s.in(1).dtype);
  if (width < 8 || width > 64)
    return fmt::format("the kernel copies whole bytes, not {} elements", name(s.in(1).dtype));
  return unless_gpu_rank(broadcast_operands(s, 3).rank());
}

void where(GpuLowering& s) {
  static constexpr const char* kernels[] = {"select1", "select2", "select4", "select8"};
  const Strided v = broadcast_operands(s, 3);
  const std::int64_t count = s.out(0).count();
  const int bytes = bits(s.out(0).dtype) / 8;
  std::vector<GpuArgument> arguments{s.in(0), s.in(1), s.in(2), s.out(0), count};
  append_dimensions(arguments, v.shape, 1);
  for (const EspInts& strides : v.strides) append_dimensions(arguments, strides, 0);
  s.launch(source, kernels[bytes == 8 ? 3 : bytes / 2], gpu_grid(count), std::move(arguments));
}

#define RULE(op) \
  GpuRule { op, onnx_domain, "gpu.compare", compare_supports, compare }

const RegisterGpuRule rules{RULE("Equal"),
                            RULE("Greater"),
                            RULE("Less"),
                            RULE("GreaterOrEqual"),
                            RULE("LessOrEqual"),
                            RULE("And"),
                            RULE("Or"),
                            RULE("Xor"),
                            {"Not", onnx_domain, "gpu.compare", nullptr, logical_not},
                            {"Where", onnx_domain, "gpu.select", where_supports, where}};

}  // namespace
}  // namespace espalier
