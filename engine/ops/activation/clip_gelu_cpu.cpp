// SPDX-License-Identifier: Apache-2.0
//
// Clip and Gelu: kernels of engine/kernels/functions.h.
#include "engine/kernels/functions.h"

#include <limits>

#include "engine/ops/support/call_cpu.h"
#include "engine/ops/support/known.h"

namespace espalier {
namespace {

std::optional<std::string> clip_supports(const StepLowering& s) {
  if (auto why = unless_attributes(s, {1, 2})) return why;
  return all_float32(s);
}

void clip(StepLowering& s) {
  esp_clip_args a{};
  a.count = s.out(0).count();
  // A float's own limits stand for none.
  using Limits = std::numeric_limits<float>;
  const auto low = static_cast<float>(s.real("min")), high = static_cast<float>(s.real("max"));
  a.alpha = low == Limits::lowest() ? -Limits::infinity() : low;
  a.beta = high == Limits::max() ? Limits::infinity() : high;
  s.call(ESP_KERNELS(clip), a, {{"x", s.in(0)}, {"y", s.out(0)}});
}

template <class Args> Args counted(const StepLowering& s) {
  Args a{};
  a.count = s.out(0).count();
  return a;
}

void gelu(StepLowering& s) {
  if (s.text("approximate") == "tanh")
    return s.call(ESP_KERNELS(gelu_tanh), counted<esp_gelu_tanh_args>(s),
                  {{"x", s.in(0)}, {"y", s.out(0)}});
  s.call(ESP_KERNELS(gelu), counted<esp_gelu_args>(s), {{"x", s.in(0)}, {"y", s.out(0)}});
}

void gelu_grad(StepLowering& s) {
  if (s.text("approximate") == "tanh")
    return s.call(ESP_KERNELS(gelu_tanh_grad), counted<esp_gelu_tanh_grad_args>(s),
                  {{"dy", s.in(0)}, {"x", s.in(1)}, {"dx", s.out(0)}});
  s.call(ESP_KERNELS(gelu_grad), counted<esp_gelu_grad_args>(s),
         {{"dy", s.in(0)}, {"x", s.in(1)}, {"dx", s.out(0)}});
}

const RegisterCpuRule rules{
    {.op = "Clip", .algorithm = "clip", .supports = clip_supports, .lower = clip},
    {.op = "Gelu", .algorithm = "gelu", .supports = all_float32, .lower = gelu},
    {.op = "GeluGrad",
     .domain = internal_domain,
     .algorithm = "gelu_grad",
     .supports = all_float32,
     .lower = gelu_grad}};

}  // namespace
}  // namespace espalier
