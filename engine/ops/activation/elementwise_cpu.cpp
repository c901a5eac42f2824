// SPDX-License-Identifier: Apache-2.0
//
// Activations without attributes: a kernel each, all with the same arguments.
#include "engine/kernels/unary.h"
#include "engine/kernels/unary_grad.h"
#include "engine/ops/support/call_cpu.h"

namespace espalier {
namespace {

// y = f(x)
template <class Args, KernelFamily (*kernel)()> void forward(StepLowering& s) {
  Args a{};
  a.count = s.out(0).count();
  s.call(kernel(), a, {{"x", s.in(0)}, {"y", s.out(0)}});
}

// dx = g(dy, y)
template <class Args, KernelFamily (*kernel)()> void backward(StepLowering& s) {
  Args a{};
  a.count = s.out(0).count();
  s.call(kernel(), a, {{"dy", s.in(0)}, {"y", s.in(1)}, {"dx", s.out(0)}});
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

const RegisterCpuRule rules{FORWARD("Relu", relu),
                            FORWARD("Sigmoid", sigmoid),
                            FORWARD("Tanh", tanh),
                            BACKWARD("ReluGrad", relu_grad),
                            BACKWARD("SigmoidGrad", sigmoid_grad),
                            BACKWARD("TanhGrad", tanh_grad)};

}  // namespace
}  // namespace espalier
