// SPDX-License-Identifier: Apache-2.0
//
// Sum over some dimensions of a float tensor: the gradient of broadcasting, bias gradients,
// ReduceSum, ReduceMean.
//   y[k] = scale * sum_r x[k, r]    (accumulate != 0: y[k] += ...)
// k runs over kept_shape[0..kept_rank), where y is contiguous and row-major; r runs over
// reduced_shape[0..reduced_rank). x has strides in elements for both lists; either rank may be 0.
// Collapse each list with esp_collapse() first. An empty sum is 0. y must not overlap x.
//
// Order of addition: fixed by the shapes and the instruction set. Rows of stride 1 are summed in
// vector lanes over blocks of ESP_SUM_BLOCK elements, columns of stride 1 over blocks of 256 rows;
// the block sums are added in double, in ascending order. Short rows of stride 1 that lie
// side by side in the last kept dimension are summed as columns first. Anything else is summed in
// double.
//
// A tile is one or more whole outputs. If there are few outputs and long sums, call twice: first
// with part of a reduced dimension moved to the kept ones, then over the partial results.
#ifndef ESP_REDUCE_SUM_H
#define ESP_REDUCE_SUM_H

#include "kernel.h"

#define ESP_REDUCE_SUM_FIELDS(IN, OUT, INT, INTS, REAL) \
  IN(float, x)                                          \
  OUT(float, y)                                         \
  INT(kept_rank)                                        \
  INTS(kept_shape)                                      \
  INTS(kept_strides)                                    \
  INT(reduced_rank) INTS(reduced_shape) INTS(reduced_strides) INT(accumulate) REAL(scale)

ESP_DECLARE_KERNEL(reduce_sum, ESP_REDUCE_SUM_FIELDS)

#endif
