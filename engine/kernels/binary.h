// SPDX-License-Identifier: Apache-2.0
//
// Elementwise arithmetic of two float tensors with broadcasting:
//   y = act(a op b)   for add, sub, mul, div
// over shape[0..rank), rank in [1, ESP_MAX_RANK]. y is contiguous, row-major; a_strides and
// b_strides are in elements, 0 along a broadcast dimension. Call esp_collapse() first: equal shapes
// become one row, a [1,C,1,1] operand becomes [N,C,S] with strides (0,1,0), a last-dimension vector
// becomes [M,N] with strides (0,1); those and scalars run as vectors, other inner strides as
// scalars.
//
// act: activation, act_alpha, act_beta of epilogue.h. Aliasing: y == a (y == b) is allowed where
// that operand is not broadcast and has y's strides. No sums: the result does not depend on tiles.
#ifndef ESP_BINARY_H
#define ESP_BINARY_H

#include "epilogue.h"
#include "kernel.h"

#define ESP_BINARY_FIELDS(IN, OUT, INT, INTS, REAL) \
  IN(float, a)                                      \
  IN(float, b)                                      \
  OUT(float, y)                                     \
  INT(rank)                                         \
  INTS(shape) INTS(a_strides) INTS(b_strides) INT(activation) REAL(act_alpha) REAL(act_beta)

ESP_DECLARE_KERNEL(add, ESP_BINARY_FIELDS)
ESP_DECLARE_KERNEL(sub, ESP_BINARY_FIELDS)
ESP_DECLARE_KERNEL(mul, ESP_BINARY_FIELDS)
ESP_DECLARE_KERNEL(div, ESP_BINARY_FIELDS)

#endif
