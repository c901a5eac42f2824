// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/chunk.h"
#include "engine/kernels/mse.h"
#include "engine/kernels/partial.h"
#include "engine/ops/support/call_cpu.h"

namespace espalier {
namespace {

void forward(StepLowering& s) {
  const std::int64_t count = s.in(0).count();
  const std::string reduction = s.text("reduction");
  if (reduction == "none") {
    esp_mse_args a{};
    a.count = count;
    s.call(ESP_KERNELS(mse), a, {{"a", s.in(0)}, {"b", s.in(1)}, {"y", s.out(0)}});
    return;
  }
  esp_mse_sum_args a{};
  a.count = count;
  const std::int64_t chunks = esp_chunks(count);
  const Operand partial = s.workspace(DType::float64, {chunks});
  s.call(ESP_KERNELS(mse_sum), a, {{"a", s.in(0)}, {"b", s.in(1)}, {"partial", partial}});
  esp_sum_partials_args p{};
  p.count = chunks;
  p.scale = reduction == "mean" ? static_cast<float>(1 / static_cast<double>(count)) : 1.0F;
  s.call(ESP_KERNELS(sum_partials), p, {{"partial", partial}, {"y", s.out(0)}});
}

void backward(StepLowering& s) {
  const std::string reduction = s.text("reduction");
  esp_mse_grad_args a{};
  a.count = s.in(1).count();
  a.dloss_per_element = reduction == "none";
  a.scale = reduction == "mean" ? static_cast<float>(1 / static_cast<double>(a.count)) : 1.0F;
  s.call(ESP_KERNELS(mse_grad), a,
         {{"a", s.in(1)},
          {"b", s.in(2)},
          {"dloss", s.in(0)},
          {"da", s.out(0)},
          {"db", s.wants(1) ? s.out(1) : Operand{}}});
}

const RegisterCpuRule rules{{.op = "MeanSquaredError",
                             .domain = authored_domain,
                             .algorithm = "mse",
                             .supports = all_float32,
                             .lower = forward},
                            {.op = "MeanSquaredErrorGrad",
                             .domain = internal_domain,
                             .algorithm = "mse_grad",
                             .supports = all_float32,
                             .lower = backward}};

}  // namespace
}  // namespace espalier
