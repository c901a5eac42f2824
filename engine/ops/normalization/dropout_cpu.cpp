// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/dropout.h"
#include "engine/ops/support/call_cpu.h"

namespace espalier {
namespace {

void training(StepLowering& s) {
  const Shape& shape = s.in(0).shape;
  esp_dropout_args a{};
  a.count = s.in(0).count();
  a.node = static_cast<esp_int>(s.integer("key"));
  a.ratio = static_cast<float>(s.real("ratio"));
  s.call(ESP_KERNELS(dropout), a,
         {{"x", s.in(0)},
          {"seed", s.in(1)},
          {"step", s.in(2)},
          {"y", output_or_workspace(s, 0, shape)},
          {"mask", output_or_workspace(s, 1, shape, DType::boolean)}});
}

void gradient(StepLowering& s) {
  esp_dropout_grad_args a{};
  a.count = s.out(0).count();
  a.ratio = static_cast<float>(s.real("ratio"));
  s.call(ESP_KERNELS(dropout_grad), a, {{"dy", s.in(0)}, {"mask", s.in(1)}, {"dx", s.out(0)}});
}

const RegisterCpuRule rules{
    {.op = "DropoutTraining",
     .domain = internal_domain,
     .algorithm = "dropout",
     .supports =
         [](const StepLowering& s) {
           return unless_float32(s, {1, 2});
         },
     .lower = training},
    {.op = "DropoutGrad",
     .domain = internal_domain,
     .algorithm = "dropout_grad",
     .supports = [](const StepLowering& s) { return unless_float32(s, {1}); },
     .lower = gradient}};

}  // namespace
}  // namespace espalier
