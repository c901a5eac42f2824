// SPDX-License-Identifier: Apache-2.0
//
// Gradients of softmax.h along the middle dimension of [outer, axis, inner], from its outputs y:
//   softmax_grad     dx = y * (dy - sum of dy * y over axis)
//   log_softmax_grad dx = dy - exp(y) * (sum of dy over axis)
//
// Aliasing: dx == dy or dx == y is allowed. Sums: as in softmax.h.
#ifndef ESP_SOFTMAX_GRAD_H
#define ESP_SOFTMAX_GRAD_H

#include "kernel.h"

#define ESP_SOFTMAX_GRAD_FIELDS(IN, OUT, INT, INTS, REAL) \
  IN(float, dy) IN(float, y) OUT(float, dx) INT(outer) INT(axis) INT(inner)

ESP_DECLARE_KERNEL(softmax_grad, ESP_SOFTMAX_GRAD_FIELDS)
ESP_DECLARE_KERNEL(log_softmax_grad, ESP_SOFTMAX_GRAD_FIELDS)

#endif
