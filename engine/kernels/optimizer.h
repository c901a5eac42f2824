// SPDX-License-Identifier: Apache-2.0
//
// One optimiser step of one parameter tensor of `count` contiguous floats, in place, in one pass.
// The formulas are those of torch.optim (SGD, Adam, AdamW; no amsgrad, no maximize).
//
// Every kernel starts with g = grad * grad_scale * grad_factor[0]; grad_factor may be null (1), and
// is where a clipping factor comes in (clip_factor of partial.h). lr[0] is the learning rate of
// this step, step[0] its number, starting at 1. `param` and the state are read and written.
//
// sgd    g += weight_decay * param
//        if momentum != 0:  velocity = step == 1 ? g : momentum * velocity + (1 - dampening) * g
//                           g = nesterov ? g + momentum * velocity : velocity
//        param -= lr * g                       (velocity may be null if momentum is 0)
// adam   g += weight_decay * param
//        m = beta1 * m + (1 - beta1) * g;  v = beta2 * v + (1 - beta2) * g * g
//        param -= lr / (1 - beta1^step) * m / (sqrt(v) / sqrt(1 - beta2^step) + epsilon)
// adamw  param *= 1 - lr * weight_decay, then adam without its weight decay
//
// with decay1 = 1 - beta1 and decay2 = 1 - beta2, since 1 - 0.999 is not exact enough in float.
// Bias corrections are computed in double. No sums: the result does not depend on tiles. The arrays
// must not overlap.
#ifndef ESP_OPTIMIZER_H
#define ESP_OPTIMIZER_H

#include "kernel.h"

#define ESP_SGD_FIELDS(IN, OUT, INT, INTS, REAL) \
  IN(float, grad)                                \
  IN(float, grad_factor)                         \
  IN(float, lr)                                  \
  IN(int64_t, step)                              \
  OUT(float, param)                              \
  OUT(float, velocity)                           \
  INT(count) INT(nesterov) REAL(momentum) REAL(dampening) REAL(weight_decay) REAL(grad_scale)
#define ESP_ADAM_FIELDS(IN, OUT, INT, INTS, REAL) \
  IN(float, grad)                                 \
  IN(float, grad_factor)                          \
  IN(float, lr)                                   \
  IN(int64_t, step)                               \
  OUT(float, param)                               \
  OUT(float, m)                                   \
  OUT(float, v)                                   \
  INT(count) REAL(decay1) REAL(decay2) REAL(epsilon) REAL(weight_decay) REAL(grad_scale)

ESP_DECLARE_KERNEL(sgd, ESP_SGD_FIELDS)
ESP_DECLARE_KERNEL(adam, ESP_ADAM_FIELDS)
ESP_DECLARE_KERNEL(adamw, ESP_ADAM_FIELDS)

#endif
