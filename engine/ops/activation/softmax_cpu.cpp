// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/softmax.h"
#include "engine/kernels/softmax_grad.h"
#include "engine/ops/activation/softmax.h"
#include "engine/ops/support/call_cpu.h"

namespace espalier {
namespace {

template <class Args> Args with_lines(const StepLowering& s) {
  const SoftmaxLines v = softmax_lines(s, s.in(0).shape);
  Args a{};
  a.outer = static_cast<esp_int>(v.outer);
  a.axis = static_cast<esp_int>(v.axis);
  a.inner = static_cast<esp_int>(v.inner);
  return a;
}

const RegisterCpuRule rules{
    {.op = "Softmax",
     .algorithm = "softmax",
     .supports = all_float32,
     .lower =
         [](StepLowering& s) {
           s.call(ESP_KERNELS(softmax), with_lines<esp_softmax_args>(s),
                  {{"x", s.in(0)}, {"y", s.out(0)}});
         }},
    {.op = "LogSoftmax",
     .algorithm = "log_softmax",
     .supports = all_float32,
     .lower =
         [](StepLowering& s) {
           s.call(ESP_KERNELS(log_softmax), with_lines<esp_log_softmax_args>(s),
                  {{"x", s.in(0)}, {"y", s.out(0)}});
         }},
    {.op = "SoftmaxGrad",
     .domain = internal_domain,
     .algorithm = "softmax_grad",
     .supports = all_float32,
     .lower =
         [](StepLowering& s) {
           s.call(ESP_KERNELS(softmax_grad), with_lines<esp_softmax_grad_args>(s),
                  {{"dy", s.in(0)}, {"y", s.in(1)}, {"dx", s.out(0)}});
         }},
    {.op = "LogSoftmaxGrad",
     .domain = internal_domain,
     .algorithm = "log_softmax_grad",
     .supports = all_float32,
     .lower = [](StepLowering& s) {
       s.call(ESP_KERNELS(log_softmax_grad), with_lines<esp_log_softmax_grad_args>(s),
              {{"dy", s.in(0)}, {"y", s.in(1)}, {"dx", s.out(0)}});
     }}};

}  // namespace
}  // namespace espalier
