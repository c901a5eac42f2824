// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/support/call_gpu.h"

namespace espalier {
namespace {

constexpr const char* source = "loss/mean_squared_error_gpu.cl";

double scale_of(const StepLowering& s, std::int64_t count) {
  return s.text("reduction") == "mean" ? 1 / static_cast<double>(count) : 1.0;
}

void forward(GpuLowering& s) {
  const std::int64_t count = s.in(0).count();
  if (s.text("reduction") == "none")
    return s.launch(source, "squared_error", gpu_grid(count), {s.in(0), s.in(1), s.out(0), count});
  const auto groups = static_cast<std::int64_t>(gpu_grid(count).groups[0]);
  const Operand partial = s.workspace(DType::float32, {groups});
  s.launch(source, "squared_error_sums", gpu_grid(count), {s.in(0), s.in(1), partial, count});
  s.launch("reduction/reduction_gpu.cl", "sum_rows", gpu_groups(1, gpu_most_items),
           {partial, s.out(0), groups, scale_of(s, count)});
}

void backward(GpuLowering& s) {
  const std::int64_t count = s.in(1).count();
  s.launch(source, "squared_error_grad", gpu_grid(count),
           {s.in(1), s.in(2), s.in(0), s.out(0), output_or_null(s, 1), count, scale_of(s, count),
            s.text("reduction") == "none"});
}

const RegisterGpuRule rules{
    {"MeanSquaredError", authored_domain, "gpu.squared_error", all_float32, forward},
    {"MeanSquaredErrorGrad", internal_domain, "gpu.squared_error_grad", all_float32, backward}};

}  // namespace
}  // namespace espalier
