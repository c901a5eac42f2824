// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/optimizer.h"
#include "engine/ops/support/call_cpu.h"

namespace espalier {
namespace {

std::optional<std::string> supports(const StepLowering& s) { return unless_float32(s, {3}); }

// The kernels work in place. Where the plan gave the result another place, it starts as a copy.
void copy_into_place(StepLowering& s, std::size_t input, std::size_t output) {
  if (s.in(input).value != s.out(output).value) copy_all(s, s.in(input), s.out(output));
}

template <class Args> Args with_common(const StepLowering& s) {
  Args a{};
  a.count = s.in(0).count();
  a.weight_decay = static_cast<float>(s.real("weight_decay"));
  a.grad_scale = static_cast<float>(s.real("grad_scale"));
  return a;
}

Operand grad_factor(const StepLowering& s) { return s.has(4) ? s.in(4) : Operand{}; }

void sgd(StepLowering& s) {
  auto a = with_common<esp_sgd_args>(s);
  a.nesterov = s.flag("nesterov");
  a.momentum = static_cast<float>(s.real("momentum"));
  a.dampening = static_cast<float>(s.real("dampening"));
  copy_into_place(s, 0, 0);
  const bool state = s.has(5) && s.wants(1);
  if (state) copy_into_place(s, 5, 1);
  s.call(ESP_KERNELS(sgd), a,
         {{"grad", s.in(1)},
          {"grad_factor", grad_factor(s)},
          {"lr", s.in(2)},
          {"step", s.in(3)},
          {"param", s.out(0)},
          {"velocity", state ? s.out(1) : Operand{}}});
}

template <class Args, KernelFamily (*kernel)()> void adam(StepLowering& s) {
  auto a = with_common<Args>(s);
  a.decay1 = static_cast<float>(1 - s.real("beta1"));
  a.decay2 = static_cast<float>(1 - s.real("beta2"));
  a.epsilon = static_cast<float>(s.real("epsilon"));
  copy_into_place(s, 0, 0);
  copy_into_place(s, 5, 1);
  copy_into_place(s, 6, 2);
  s.call(kernel(), a,
         {{"grad", s.in(1)},
          {"grad_factor", grad_factor(s)},
          {"lr", s.in(2)},
          {"step", s.in(3)},
          {"param", s.out(0)},
          {"m", s.out(1)},
          {"v", s.out(2)}});
}

const RegisterCpuRule rules{{.op = "SGD",
                             .domain = internal_domain,
                             .algorithm = "sgd",
                             .supports = supports,
                             .lower = sgd},
                            {.op = "Adam",
                             .domain = internal_domain,
                             .algorithm = "adam",
                             .supports = supports,
                             .lower = adam<esp_adam_args, [] { return ESP_KERNELS(adam); }>},
                            {.op = "AdamW",
                             .domain = internal_domain,
                             .algorithm = "adamw",
                             .supports = supports,
                             .lower = adam<esp_adamw_args, [] { return ESP_KERNELS(adamw); }>}};

}  // namespace
}  // namespace espalier
