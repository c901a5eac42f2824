// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/cast.h"
#include "engine/ops/support/call_gpu.h"

namespace espalier {
namespace {

constexpr const char* kernels[] = {"cast_float", "cast_int32", "cast_int64",
                                   "cast_uint8", "cast_int8",  "cast_bool"};
static_assert(ESP_CAST_BOOL == 5);

std::optional<std::string> supports(const StepLowering& s) {
  for (const DType t : {s.in(0).dtype, s.out(0).dtype})
    if (!element_kind(t)) return fmt::format("the kernel does not cast {} elements", name(t));
  return std::nullopt;
}

void cast(GpuLowering& s) {
  const std::int64_t count = s.out(0).count();
  const auto from = static_cast<std::size_t>(element_kind(s.in(0).dtype).value());
  s.launch("data/cast_gpu.cl", kernels[from], gpu_grid(count),
           {s.in(0), s.out(0), count, std::int64_t{element_kind(s.out(0).dtype).value()}});
}

const RegisterGpuRule rules{{"Cast", onnx_domain, "gpu.cast", supports, cast}};

}  // namespace
}  // namespace espalier
