// SPDX-License-Identifier: Apache-2.0
//
// Squared error of a prediction a and a target b, `count` contiguous floats each.
//
//   mse       y[i] = (a[i] - b[i])^2: reduction "none"; y == a or y == b is allowed
//   mse_sum   partial[t] = sum of (a - b)^2 over chunk t of ESP_CHUNK elements; then sum_partials
//   of
//             partial.h gives "sum" (scale 1) or "mean" (scale 1 / count). Chunks are summed as in
//             partial.h
//   mse_grad  da[i] = 2 * scale * (a[i] - b[i]) * dloss, db[i] = -da[i]
//             scale is 1, for a mean 1 / count. dloss has one element, or `count` if
//             dloss_per_element != 0. Either of da and db may be null; da == a, db == b and other
//             equalities are allowed, partial overlap is not
#ifndef ESP_MSE_H
#define ESP_MSE_H

#include "kernel.h"

#define ESP_MSE_FIELDS(IN, OUT, INT, INTS, REAL) IN(float, a) IN(float, b) OUT(float, y) INT(count)
#define ESP_MSE_SUM_FIELDS(IN, OUT, INT, INTS, REAL) \
  IN(float, a) IN(float, b) OUT(double, partial) INT(count)
#define ESP_MSE_GRAD_FIELDS(IN, OUT, INT, INTS, REAL) \
  IN(float, a)                                        \
  IN(float, b)                                        \
  IN(float, dloss) OUT(float, da) OUT(float, db) INT(count) INT(dloss_per_element) REAL(scale)

ESP_DECLARE_KERNEL(mse, ESP_MSE_FIELDS)
ESP_DECLARE_KERNEL(mse_sum, ESP_MSE_SUM_FIELDS)
ESP_DECLARE_KERNEL(mse_grad, ESP_MSE_GRAD_FIELDS)

#endif
