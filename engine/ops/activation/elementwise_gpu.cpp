// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/epilogue.h"
#include "engine/ops/support/call_gpu.h"

namespace espalier {
namespace {

constexpr const char* source = "activation/elementwise_gpu.cl";

double alpha(const RuleContext& c) { return c.node().op->attribute("alpha") ? c.real("alpha") : 0; }

template <esp_activation kind> void forward(GpuLowering& s) {
  const std::int64_t n = s.out(0).count();
  s.launch(source, "activation", gpu_grid(n), {s.in(0), s.out(0), n, int{kind}, alpha(s)});
}

template <esp_activation kind> void backward(GpuLowering& s) {
  const std::int64_t n = s.out(0).count();
  s.launch(source, "activation_grad", gpu_grid(n),
           {s.in(0), s.in(1), s.out(0), n, int{kind}, alpha(s)});
}

template <esp_activation kind> GpuRule rule(const char* op) {
  return {op, onnx_domain, "gpu.activation", all_float32, forward<kind>};
}
template <esp_activation kind> GpuRule grad(const char* op) {
  return {op, internal_domain, "gpu.activation_grad", all_float32, backward<kind>};
}

const RegisterGpuRule rules{
    rule<ESP_ACT_RELU>("Relu"),           rule<ESP_ACT_LEAKY_RELU>("LeakyRelu"),
    rule<ESP_ACT_SIGMOID>("Sigmoid"),     rule<ESP_ACT_TANH>("Tanh"),
    grad<ESP_ACT_RELU>("ReluGrad"),       grad<ESP_ACT_LEAKY_RELU>("LeakyReluGrad"),
    grad<ESP_ACT_SIGMOID>("SigmoidGrad"), grad<ESP_ACT_TANH>("TanhGrad")};

}  // namespace
}  // namespace espalier
