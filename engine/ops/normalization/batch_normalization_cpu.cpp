// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/batch_norm_grad.h"
#include "engine/kernels/batch_norm_infer.h"
#include "engine/kernels/batch_norm_train.h"
#include "engine/ops/support/call_cpu.h"

namespace espalier {
namespace {

template <class Args> Args with_sizes(const Shape& x) {
  Args a{};
  a.batch = x[0];
  a.channels = x[1];
  a.spatial = 1;
  for (std::size_t d = 2; d < x.size(); ++d) a.spatial *= x[d];
  return a;
}

std::optional<std::string> inference_supports(const StepLowering& s) {
  if (s.flag("training_mode")) return "the kernel uses given statistics";
  return all_float32(s);
}

void inference(StepLowering& s) {
  auto a = with_sizes<esp_batch_norm_infer_args>(s.in(0).shape);
  a.epsilon = static_cast<float>(s.real("epsilon"));
  s.call(ESP_KERNELS(batch_norm_infer), a,
         {{"x", s.in(0)},
          {"scale", s.in(1)},
          {"bias", s.in(2)},
          {"mean", s.in(3)},
          {"var", s.in(4)},
          {"y", s.out(0)}});
}

void training(StepLowering& s) {
  auto a = with_sizes<esp_batch_norm_train_args>(s.in(0).shape);
  a.epsilon = static_cast<float>(s.real("epsilon"));
  a.momentum = static_cast<float>(s.real("momentum"));
  const Shape channels{a.channels};
  s.call(ESP_KERNELS(batch_norm_train), a,
         {{"x", s.in(0)},
          {"scale", s.in(1)},
          {"bias", s.in(2)},
          {"running_mean", s.in(3)},
          {"running_var", s.in(4)},
          {"y", output_or_workspace(s, 0, s.in(0).shape)},
          {"saved_mean", output_or_workspace(s, 1, channels)},
          {"saved_inv_std", output_or_workspace(s, 2, channels)},
          {"new_mean", s.out(3)},
          {"new_var", s.out(4)}});
}

void gradient(StepLowering& s) {
  const auto a = with_sizes<esp_batch_norm_grad_args>(s.in(1).shape);
  s.call(ESP_KERNELS(batch_norm_grad), a,
         {{"dy", s.in(0)},
          {"x", s.in(1)},
          {"scale", s.in(2)},
          {"saved_mean", s.in(3)},
          {"saved_inv_std", s.in(4)},
          {"dx", s.out(0)},
          {"dscale", output_or_workspace(s, 1, {a.channels})},
          {"dbias", output_or_workspace(s, 2, {a.channels})}});
}

const RegisterCpuRule rules{{.op = "BatchNormalization",
                             .algorithm = "batch_norm_infer",
                             .supports = inference_supports,
                             .lower = inference},
                            {.op = "BatchNormTraining",
                             .domain = internal_domain,
                             .algorithm = "batch_norm_train",
                             .supports = all_float32,
                             .lower = training},
                            {.op = "BatchNormGrad",
                             .domain = internal_domain,
                             .algorithm = "batch_norm_grad",
                             .supports = all_float32,
                             .lower = gradient}};

}  // namespace
}  // namespace espalier
