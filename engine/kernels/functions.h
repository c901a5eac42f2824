// SPDX-License-Identifier: Apache-2.0
//
// More functions of one float tensor: y[i] = f(x[i]) for i in [0, count), and what flows back
// through them: dx[i] = dy[i] * f'(x[i]). alpha and beta are the operator's settings where it has
// some (ONNX's names in brackets).
//
//   floor, ceil, round  round: halves to the even whole number
//   sign                -1, 0 or 1; NaN stays NaN
//   erf                 the error function, within 3e-7
//   sin, cos            of radians, by libm
//   softplus            ln(1 + exp(x))
//   softsign            x / (1 + |x|)
//   hard_sigmoid        max(0, min(1, alpha * x + beta))
//   hard_swish          x * max(0, min(1, x / 6 + 0.5))
//   elu                 x > 0 ? x : alpha * (exp(x) - 1)
//   selu                beta * elu(x, alpha)                  (beta: gamma)
//   clip                min(max(x, alpha), beta); NaN stays NaN
//   gelu                x * (1 + erf(x / sqrt 2)) / 2
//   gelu_tanh           x * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 x^3))) / 2
//
// Layout: any, contiguous, all in the same order. Aliasing: y == x, dx == dy and dx == x are
// allowed, partial overlap is not.
#ifndef ESP_FUNCTIONS_H
#define ESP_FUNCTIONS_H

#include "kernel.h"

#define ESP_FUNCTION_FIELDS(IN, OUT, INT, INTS, REAL) \
  IN(float, x) OUT(float, y) INT(count) REAL(alpha) REAL(beta)
#define ESP_SLOPE_FIELDS(IN, OUT, INT, INTS, REAL) \
  IN(float, dy) IN(float, x) OUT(float, dx) INT(count) REAL(alpha) REAL(beta)

ESP_DECLARE_KERNEL(floor, ESP_FUNCTION_FIELDS)
ESP_DECLARE_KERNEL(ceil, ESP_FUNCTION_FIELDS)
ESP_DECLARE_KERNEL(round, ESP_FUNCTION_FIELDS)
ESP_DECLARE_KERNEL(sign, ESP_FUNCTION_FIELDS)
ESP_DECLARE_KERNEL(erf, ESP_FUNCTION_FIELDS)
ESP_DECLARE_KERNEL(sin, ESP_FUNCTION_FIELDS)
ESP_DECLARE_KERNEL(cos, ESP_FUNCTION_FIELDS)
ESP_DECLARE_KERNEL(softplus, ESP_FUNCTION_FIELDS)
ESP_DECLARE_KERNEL(softsign, ESP_FUNCTION_FIELDS)
ESP_DECLARE_KERNEL(hard_sigmoid, ESP_FUNCTION_FIELDS)
ESP_DECLARE_KERNEL(hard_swish, ESP_FUNCTION_FIELDS)
ESP_DECLARE_KERNEL(elu, ESP_FUNCTION_FIELDS)
ESP_DECLARE_KERNEL(selu, ESP_FUNCTION_FIELDS)
ESP_DECLARE_KERNEL(clip, ESP_FUNCTION_FIELDS)
ESP_DECLARE_KERNEL(gelu, ESP_FUNCTION_FIELDS)
ESP_DECLARE_KERNEL(gelu_tanh, ESP_FUNCTION_FIELDS)

ESP_DECLARE_KERNEL(exp_grad, ESP_SLOPE_FIELDS)
ESP_DECLARE_KERNEL(log_grad, ESP_SLOPE_FIELDS)
ESP_DECLARE_KERNEL(sqrt_grad, ESP_SLOPE_FIELDS)
ESP_DECLARE_KERNEL(reciprocal_grad, ESP_SLOPE_FIELDS)
ESP_DECLARE_KERNEL(neg_grad, ESP_SLOPE_FIELDS)
ESP_DECLARE_KERNEL(abs_grad, ESP_SLOPE_FIELDS)
ESP_DECLARE_KERNEL(erf_grad, ESP_SLOPE_FIELDS)
ESP_DECLARE_KERNEL(sin_grad, ESP_SLOPE_FIELDS)
ESP_DECLARE_KERNEL(cos_grad, ESP_SLOPE_FIELDS)
ESP_DECLARE_KERNEL(softplus_grad, ESP_SLOPE_FIELDS)
ESP_DECLARE_KERNEL(softsign_grad, ESP_SLOPE_FIELDS)
ESP_DECLARE_KERNEL(hard_sigmoid_grad, ESP_SLOPE_FIELDS)
ESP_DECLARE_KERNEL(hard_swish_grad, ESP_SLOPE_FIELDS)
ESP_DECLARE_KERNEL(elu_grad, ESP_SLOPE_FIELDS)
ESP_DECLARE_KERNEL(selu_grad, ESP_SLOPE_FIELDS)
ESP_DECLARE_KERNEL(gelu_grad, ESP_SLOPE_FIELDS)
ESP_DECLARE_KERNEL(gelu_tanh_grad, ESP_SLOPE_FIELDS)

#endif
