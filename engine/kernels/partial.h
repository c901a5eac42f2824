// SPDX-License-Identifier: Apache-2.0
//
// Reductions of whole tensors in two steps: a kernel writes one partial result for each chunk of
// ESP_CHUNK elements (esp_chunks(count) of them, each a tile), a second one combines them in
// ascending order. The partial results of several tensors may lie behind one another and be
// combined at once.
//
//   sum_squares        partial[t] = sum of x^2 over chunk t, in double
//   sum_partials       y[0] = scale * (partial[0] + partial[1] + ...)
//   clip_factor        norm[0] = sqrt(partial[0] + ...);  factor[0] = min(1, max_norm / (norm +
//   1e-6)),
//                      torch.nn.utils.clip_grad_norm_; max_norm <= 0 gives factor 1
//   first_non_finite   partial[t] = base + index of the first NaN or infinity in chunk t, or -1
//   first_index        index[0] = smallest partial[t] that is not -1, or -1
//
// Sums of a chunk are made in vector lanes over blocks of ESP_SUM_BLOCK elements (squares of float
// in float, so a value above 1.8e19 gives infinity), block sums are added in double. No aliasing.
#ifndef ESP_PARTIAL_H
#define ESP_PARTIAL_H

#include "kernel.h"

#define ESP_SUM_SQUARES_FIELDS(IN, OUT, INT, INTS, REAL) \
  IN(float, x) OUT(double, partial) INT(count)
#define ESP_SUM_PARTIALS_FIELDS(IN, OUT, INT, INTS, REAL) \
  IN(double, partial) OUT(float, y) INT(count) REAL(scale)
#define ESP_CLIP_FACTOR_FIELDS(IN, OUT, INT, INTS, REAL) \
  IN(double, partial) OUT(float, norm) OUT(float, factor) INT(count) REAL(max_norm)
#define ESP_FIRST_NON_FINITE_FIELDS(IN, OUT, INT, INTS, REAL) \
  IN(float, x) OUT(int64_t, partial) INT(count) INT(base)
#define ESP_FIRST_INDEX_FIELDS(IN, OUT, INT, INTS, REAL) \
  IN(int64_t, partial) OUT(int64_t, index) INT(count)

ESP_DECLARE_KERNEL(sum_squares, ESP_SUM_SQUARES_FIELDS)
ESP_DECLARE_KERNEL(sum_partials, ESP_SUM_PARTIALS_FIELDS)
ESP_DECLARE_KERNEL(clip_factor, ESP_CLIP_FACTOR_FIELDS)
ESP_DECLARE_KERNEL(first_non_finite, ESP_FIRST_NON_FINITE_FIELDS)
ESP_DECLARE_KERNEL(first_index, ESP_FIRST_INDEX_FIELDS)

#endif
