// SPDX-License-Identifier: Apache-2.0
//
// Softmax and its logarithm along the middle dimension of x[outer, axis, inner], contiguous:
//   softmax      y = exp(x - m) / s,       m = max over axis, s = sum of exp(x - m) over axis
//   log_softmax  y = (x - m) - log(s)
//
// A NaN in a line makes the whole line NaN, as does a line of -infinity or with +infinity.
// Aliasing: y == x is allowed.
//
// Sums: if inner is 1, in vector lanes over blocks of ESP_SUM_BLOCK elements, blocks added in
// ascending order in double; otherwise in ascending order along the axis.
#ifndef ESP_SOFTMAX_H
#define ESP_SOFTMAX_H

#include "kernel.h"

#define ESP_SOFTMAX_FIELDS(IN, OUT, INT, INTS, REAL) \
  IN(float, x) OUT(float, y) INT(outer) INT(axis) INT(inner)

ESP_DECLARE_KERNEL(softmax, ESP_SOFTMAX_FIELDS)
ESP_DECLARE_KERNEL(log_softmax, ESP_SOFTMAX_FIELDS)

#endif
