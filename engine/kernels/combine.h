// SPDX-License-Identifier: Apache-2.0
//
// Flat helpers over `count` contiguous floats.
//
//   sum_n  y = x0 + x1 + x2 + x3, from left to right; x1 .. x3 may be null (then left out). With
//          x0 == y this adds into y; longer sums are chained that way.
//   scale  y = factor * x
//   fill   y = value
//
// Aliasing: y may equal any input, partial overlap is not allowed.
#ifndef ESP_COMBINE_H
#define ESP_COMBINE_H

#include "kernel.h"

#define ESP_SUM_N_FIELDS(IN, OUT, INT, INTS, REAL) \
  IN(float, x0) IN(float, x1) IN(float, x2) IN(float, x3) OUT(float, y) INT(count)
#define ESP_SCALE_FIELDS(IN, OUT, INT, INTS, REAL) \
  IN(float, x) OUT(float, y) INT(count) REAL(factor)
#define ESP_FILL_FIELDS(IN, OUT, INT, INTS, REAL) OUT(float, y) INT(count) REAL(value)

ESP_DECLARE_KERNEL(sum_n, ESP_SUM_N_FIELDS)
ESP_DECLARE_KERNEL(scale, ESP_SCALE_FIELDS)
ESP_DECLARE_KERNEL(fill, ESP_FILL_FIELDS)

#endif
