// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/support/call_gpu.h"

namespace espalier {
namespace {

constexpr const char* source = "normalization/dropout_gpu.cl";

// In single precision, as the CPU's kernel has it.
float scale_of(float ratio) {
  if (ratio <= 0) return 1;
  return ratio < 1 ? 1 / (1 - ratio) : 0;
}

// The bits of a 32-bit word as an int argument.
std::int64_t word(std::uint64_t bits) { return static_cast<std::int32_t>(bits); }

void training(GpuLowering& s) {
  const auto ratio = static_cast<float>(s.real("ratio"));
  const bool some = ratio < 1;
  const std::uint64_t limit =
      ratio > 0 && some ? static_cast<std::uint64_t>(double{ratio} * 4294967296.0) : 0;
  const auto node = static_cast<std::uint64_t>(s.integer("key"));
  const std::int64_t count = s.in(0).count();
  s.launch(source, "dropout", gpu_grid(count),
           {s.in(0), uniform(s.in(1)), uniform(s.in(2)), output_or_null(s, 0), output_or_null(s, 1),
            count, word(node), word(node >> 32), word(limit), some, double{scale_of(ratio)}});
}

void gradient(GpuLowering& s) {
  const std::int64_t count = s.out(0).count();
  s.launch(
      source, "dropout_grad", gpu_grid(count),
      {s.in(0), s.in(1), s.out(0), count, double{scale_of(static_cast<float>(s.real("ratio")))}});
}

const RegisterGpuRule rules{
    {"DropoutTraining", internal_domain, "gpu.dropout",
     [](const StepLowering& s) {
       return unless_float32(s, {1, 2});
     },
     training},
    {"DropoutGrad", internal_domain, "gpu.dropout_grad",
     [](const StepLowering& s) { return unless_float32(s, {1}); }, gradient}};

}  // namespace
}  // namespace espalier
