// SPDX-License-Identifier: Apache-2.0
//
// Layer normalisation over the rows of x[rows, size], contiguous:
//   y = (x - mean) * inv_std * scale + bias,   inv_std = 1 / sqrt(variance + epsilon)
// The variance is that of the row, divided by size. bias may be null; mean and inv_std, [rows], may be
// null, then they are not written. y == x is allowed.
//
// layer_norm_grad, with x^ = (x - mean) * inv_std and g = dy * scale:
//   dx = (g - sum(g) / size - x^ * sum(g * x^) / size) * inv_std
//   dy_x = dy * x^, of which the sum over rows is the gradient of scale
// dx == dy is allowed; dy_x may be null.
//
// Sums: rows in vector lanes over blocks of ESP_SUM_BLOCK elements, the blocks in double, in ascending
// order. A tile is a number of rows that depends on size only.
#ifndef ESP_LAYER_NORM_H
#define ESP_LAYER_NORM_H

#include "kernel.h"

// clang-format off
#define ESP_LAYER_NORM_FIELDS(IN, OUT, INT, INTS, REAL)                                         \
  IN(float, x)                                                                                  \
  IN(float, scale) IN(float, bias) OUT(float, y) OUT(float, mean) OUT(float, inv_std) INT(rows) \
      INT(size) REAL(epsilon)
// clang-format on
ESP_DECLARE_KERNEL(layer_norm, ESP_LAYER_NORM_FIELDS)

// clang-format off
#define ESP_LAYER_NORM_GRAD_FIELDS(IN, OUT, INT, INTS, REAL)                                       \
  IN(float, dy)                                                                                    \
  IN(float, x) IN(float, scale) IN(float, mean) IN(float, inv_std) OUT(float, dx) OUT(float, dy_x) \
      INT(rows) INT(size)
// clang-format on
ESP_DECLARE_KERNEL(layer_norm_grad, ESP_LAYER_NORM_GRAD_FIELDS)

#endif
