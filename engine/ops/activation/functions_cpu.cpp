// SPDX-License-Identifier: Apache-2.0
//
// Functions of one number: a kernel each, all with the same arguments.
#include "engine/kernels/functions.h"
#include "engine/kernels/unary.h"
#include "engine/ops/activation/functions.h"
#include "engine/ops/support/call_cpu.h"

namespace espalier {
namespace {

template <class Args> Args with_settings(const StepLowering& s) {
  Args a{};
  a.count = s.out(0).count();
  if constexpr (requires { a.alpha; }) {
    const Function& f = function_of(s);
    if (*f.a.name) a.alpha = static_cast<float>(s.real(f.a.name));
    if (*f.b.name) a.beta = static_cast<float>(s.real(f.b.name));
  }
  return a;
}

// y = f(x)
template <class Args, KernelFamily (*kernel)()> void forward(StepLowering& s) {
  s.call(kernel(), with_settings<Args>(s), {{"x", s.in(0)}, {"y", s.out(0)}});
}

// dx = dy · f'(x)
template <class Args, KernelFamily (*kernel)()> void backward(StepLowering& s) {
  s.call(kernel(), with_settings<Args>(s), {{"dy", s.in(0)}, {"x", s.in(1)}, {"dx", s.out(0)}});
}

#define FORWARD(op, kernel)                                              \
  CpuRule {                                                              \
    op, onnx_domain, #kernel, all_float32,                               \
        forward<esp_##kernel##_args, [] { return ESP_KERNELS(kernel); }> \
  }
#define BACKWARD(op, kernel)                                              \
  CpuRule {                                                               \
    op, internal_domain, #kernel, all_float32,                            \
        backward<esp_##kernel##_args, [] { return ESP_KERNELS(kernel); }> \
  }

const RegisterCpuRule rules{FORWARD("Exp", exp),
                            FORWARD("Log", log),
                            FORWARD("Sqrt", sqrt),
                            FORWARD("Reciprocal", reciprocal),
                            FORWARD("Neg", neg),
                            FORWARD("Abs", abs),
                            FORWARD("Floor", floor),
                            FORWARD("Ceil", ceil),
                            FORWARD("Round", round),
                            FORWARD("Sign", sign),
                            FORWARD("Erf", erf),
                            FORWARD("Sin", sin),
                            FORWARD("Cos", cos),
                            FORWARD("Softplus", softplus),
                            FORWARD("Softsign", softsign),
                            FORWARD("HardSigmoid", hard_sigmoid),
                            FORWARD("HardSwish", hard_swish),
                            FORWARD("Elu", elu),
                            FORWARD("Selu", selu),
                            BACKWARD("ExpGrad", exp_grad),
                            BACKWARD("LogGrad", log_grad),
                            BACKWARD("SqrtGrad", sqrt_grad),
                            BACKWARD("ReciprocalGrad", reciprocal_grad),
                            BACKWARD("NegGrad", neg_grad),
                            BACKWARD("AbsGrad", abs_grad),
                            BACKWARD("ErfGrad", erf_grad),
                            BACKWARD("SinGrad", sin_grad),
                            BACKWARD("CosGrad", cos_grad),
                            BACKWARD("SoftplusGrad", softplus_grad),
                            BACKWARD("SoftsignGrad", softsign_grad),
                            BACKWARD("HardSigmoidGrad", hard_sigmoid_grad),
                            BACKWARD("HardSwishGrad", hard_swish_grad),
                            BACKWARD("EluGrad", elu_grad),
                            BACKWARD("SeluGrad", selu_grad)};

}  // namespace
}  // namespace espalier
