// SPDX-License-Identifier: Apache-2.0
//
// Elementwise functions of one float tensor: y[i] = f(x[i]) for i in [0, count).
//
//   relu        max(x, 0); NaN stays NaN, -0 becomes 0
//   leaky_relu  x if x > 0, else alpha * x
//   sigmoid     1 / (1 + exp(-x))
//   tanh, exp, log, sqrt, neg, abs
//   reciprocal  1 / x
//
// Layout: any, contiguous, both in the same order. Aliasing: y == x is allowed, partial overlap is
// not. Every element is computed on its own, by the same code wherever it lies, so the result does
// not depend on tiles. exp, log, tanh and sigmoid are those of vector.h.
#ifndef ESP_UNARY_H
#define ESP_UNARY_H

#include "kernel.h"

#define ESP_UNARY_FIELDS(IN, OUT, INT, INTS, REAL) IN(float, x) OUT(float, y) INT(count)
#define ESP_LEAKY_RELU_FIELDS(IN, OUT, INT, INTS, REAL) \
  IN(float, x) OUT(float, y) INT(count) REAL(alpha)

ESP_DECLARE_KERNEL(relu, ESP_UNARY_FIELDS)
ESP_DECLARE_KERNEL(leaky_relu, ESP_LEAKY_RELU_FIELDS)
ESP_DECLARE_KERNEL(sigmoid, ESP_UNARY_FIELDS)
ESP_DECLARE_KERNEL(tanh, ESP_UNARY_FIELDS)
ESP_DECLARE_KERNEL(exp, ESP_UNARY_FIELDS)
ESP_DECLARE_KERNEL(log, ESP_UNARY_FIELDS)
ESP_DECLARE_KERNEL(sqrt, ESP_UNARY_FIELDS)
ESP_DECLARE_KERNEL(neg, ESP_UNARY_FIELDS)
ESP_DECLARE_KERNEL(abs, ESP_UNARY_FIELDS)
ESP_DECLARE_KERNEL(reciprocal, ESP_UNARY_FIELDS)

#endif
