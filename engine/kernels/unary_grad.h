// SPDX-License-Identifier: Apache-2.0
//
// Gradients of the activations in unary.h: dx[i] = dy[i] * f'(..), for i in [0, count).
//
//   relu_grad        0 if y <= 0, else dy; y may be the output or the input
//   leaky_relu_grad  dy if y > 0, else alpha * dy; y may be the input or, if alpha > 0, the output
//   sigmoid_grad     dy * y * (1 - y), y the output
//   tanh_grad        dy * (1 - y * y), y the output
//
// At 0 the slope is that of the negative side, as in PyTorch. Aliasing: dx == dy or dx == y is
// allowed, partial overlap is not.
#ifndef ESP_UNARY_GRAD_H
#define ESP_UNARY_GRAD_H

#include "kernel.h"

#define ESP_UNARY_GRAD_FIELDS(IN, OUT, INT, INTS, REAL) \
  IN(float, dy) IN(float, y) OUT(float, dx) INT(count)
#define ESP_LEAKY_RELU_GRAD_FIELDS(IN, OUT, INT, INTS, REAL) \
  IN(float, dy) IN(float, y) OUT(float, dx) INT(count) REAL(alpha)

ESP_DECLARE_KERNEL(relu_grad, ESP_UNARY_GRAD_FIELDS)
ESP_DECLARE_KERNEL(leaky_relu_grad, ESP_LEAKY_RELU_GRAD_FIELDS)
ESP_DECLARE_KERNEL(sigmoid_grad, ESP_UNARY_GRAD_FIELDS)
ESP_DECLARE_KERNEL(tanh_grad, ESP_UNARY_GRAD_FIELDS)

#endif
