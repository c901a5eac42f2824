// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/unary.h"
#include "engine/kernels/unary_grad.h"
#include "engine/ops/support/call_cpu.h"

namespace espalier {
namespace {

void leaky_relu(StepLowering& s) {
  esp_leaky_relu_args a{};
  a.count = s.out(0).count();
  a.alpha = static_cast<float>(s.real("alpha"));
  s.call(ESP_KERNELS(leaky_relu), a, {{"x", s.in(0)}, {"y", s.out(0)}});
}

void leaky_relu_grad(StepLowering& s) {
  esp_leaky_relu_grad_args a{};
  a.count = s.out(0).count();
  a.alpha = static_cast<float>(s.real("alpha"));
  s.call(ESP_KERNELS(leaky_relu_grad), a, {{"dy", s.in(0)}, {"y", s.in(1)}, {"dx", s.out(0)}});
}

const RegisterCpuRule rules{
    {.op = "LeakyRelu", .algorithm = "leaky_relu", .supports = all_float32, .lower = leaky_relu},
    {.op = "LeakyReluGrad",
     .domain = internal_domain,
     .algorithm = "leaky_relu_grad",
     .supports = all_float32,
     .lower = leaky_relu_grad}};

}  // namespace
}  // namespace espalier
