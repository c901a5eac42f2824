// SPDX-License-Identifier: Apache-2.0
//
// More arithmetic of two float tensors with broadcasting; arguments as in binary.h, without an
// activation:
//   max, min  the greater or lesser one, NaN where either is
//   pow       a to the power of b, by libm; a * a and sqrt(a) where b is one number, 2 or 0.5
#ifndef ESP_EXTREME_H
#define ESP_EXTREME_H

#include "kernel.h"

#define ESP_EXTREME_FIELDS(IN, OUT, INT, INTS, REAL) \
  IN(float, a) IN(float, b) OUT(float, y) INT(rank) INTS(shape) INTS(a_strides) INTS(b_strides)

ESP_DECLARE_KERNEL(max, ESP_EXTREME_FIELDS)
ESP_DECLARE_KERNEL(min, ESP_EXTREME_FIELDS)
ESP_DECLARE_KERNEL(pow, ESP_EXTREME_FIELDS)

#endif
