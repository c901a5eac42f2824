// SPDX-License-Identifier: Apache-2.0
//
// Functions of one number, Clip and Gelu among them: a kernel each, all with the same arguments.
#include <limits>

#include "engine/ops/activation/functions.h"
#include "engine/ops/support/call_gpu.h"
#include "engine/ops/support/known.h"

namespace espalier {
namespace {

constexpr const char* source = "activation/functions_gpu.cl";

struct Settings {
  double alpha = 0, beta = 0;
};

Settings settings_of(const StepLowering& s) {
  const Function& f = function_of(s);
  return {*f.a.name ? s.real(f.a.name) : 0, *f.b.name ? s.real(f.b.name) : 0};
}

// y = f(x)
void forward(GpuLowering& s, const char* kernel, const Settings& settings) {
  const std::int64_t n = s.out(0).count();
  s.launch(source, kernel, gpu_grid(n), {s.in(0), s.out(0), n, settings.alpha, settings.beta});
}

// dx = dy · f'(x)
void backward(GpuLowering& s, const char* kernel, const Settings& settings) {
  const std::int64_t n = s.out(0).count();
  s.launch(source, kernel, gpu_grid(n),
           {s.in(0), s.in(1), s.out(0), n, settings.alpha, settings.beta});
}

std::optional<std::string> clip_supports(const StepLowering& s) {
  if (auto why = unless_attributes(s, {1, 2})) return why;
  return all_float32(s);
}

void clip(GpuLowering& s) {
  // A float's own limits stand for none.
  using Limits = std::numeric_limits<float>;
  const auto low = static_cast<float>(s.real("min")), high = static_cast<float>(s.real("max"));
  forward(s, "clip_function",
          {low == Limits::lowest() ? -Limits::infinity() : low,
           high == Limits::max() ? Limits::infinity() : high});
}

bool by_tanh(const StepLowering& s) { return s.text("approximate") == "tanh"; }
void gelu(GpuLowering& s) { forward(s, by_tanh(s) ? "gelu_tanh_function" : "gelu_function", {}); }
void gelu_grad(GpuLowering& s) { backward(s, by_tanh(s) ? "gelu_tanh_slope" : "gelu_slope", {}); }

#define FORWARD(op, kernel)                                                     \
  GpuRule {                                                                     \
    op, onnx_domain, "gpu.function", all_float32,                               \
        [](GpuLowering& s) { forward(s, #kernel "_function", settings_of(s)); } \
  }
#define BOTH(op, kernel)                                                      \
  FORWARD(op, kernel), GpuRule {                                              \
    op "Grad", internal_domain, "gpu.slope", all_float32,                     \
        [](GpuLowering& s) { backward(s, #kernel "_slope", settings_of(s)); } \
  }

const RegisterGpuRule rules{BOTH("Exp", exp),
                            BOTH("Log", log),
                            BOTH("Sqrt", sqrt),
                            BOTH("Reciprocal", reciprocal),
                            BOTH("Neg", neg),
                            BOTH("Abs", abs),
                            BOTH("Erf", erf),
                            BOTH("Sin", sin),
                            BOTH("Cos", cos),
                            BOTH("Softplus", softplus),
                            BOTH("Softsign", softsign),
                            BOTH("HardSigmoid", hard_sigmoid),
                            BOTH("HardSwish", hard_swish),
                            BOTH("Elu", elu),
                            BOTH("Selu", selu),
                            FORWARD("Floor", floor),
                            FORWARD("Ceil", ceil),
                            FORWARD("Round", round),
                            FORWARD("Sign", sign),
                            {"Clip", onnx_domain, "gpu.function", clip_supports, clip},
                            {"Gelu", onnx_domain, "gpu.function", all_float32, gelu},
                            {"GeluGrad", internal_domain, "gpu.slope", all_float32, gelu_grad}};

}  // namespace
}  // namespace espalier
