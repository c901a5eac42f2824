// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/support/call_gpu.h"

namespace espalier {
namespace {

constexpr const char* source = "optimizer/optimizer_gpu.cl";

std::optional<std::string> supports(const StepLowering& s) { return unless_float32(s, {3}); }

void sgd(GpuLowering& s) {
  const std::int64_t count = s.in(0).count();
  const bool state = s.has(5) && s.wants(1);
  s.launch(source, "sgd", gpu_grid(count),
           {s.in(0), s.in(1), uniform(s.in(2)), uniform(s.in(3)), input_or_null(s, 4),
            state ? s.in(5) : Operand{}, s.out(0), state ? s.out(1) : Operand{}, count,
            s.flag("nesterov"), s.real("momentum"), s.real("dampening"), s.real("weight_decay"),
            s.real("grad_scale")});
}

template <bool decoupled> void adam(GpuLowering& s) {
  const std::int64_t count = s.in(0).count();
  s.launch(source, "adam", gpu_grid(count),
           {s.in(0), s.in(1), uniform(s.in(2)), uniform(s.in(3)), input_or_null(s, 4), s.in(5),
            s.in(6), s.out(0), s.out(1), s.out(2), count, decoupled, 1 - s.real("beta1"),
            1 - s.real("beta2"), s.real("epsilon"), s.real("weight_decay"), s.real("grad_scale")});
}

const RegisterGpuRule rules{{"SGD", internal_domain, "gpu.sgd", supports, sgd},
                            {"Adam", internal_domain, "gpu.adam", supports, adam<false>},
                            {"AdamW", internal_domain, "gpu.adam", supports, adam<true>}};

}  // namespace
}  // namespace espalier
