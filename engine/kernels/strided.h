// SPDX-License-Identifier: Apache-2.0
//
// Shapes with strides: collapsing dimensions before a call, walking rows inside one. Strides are
// counted in elements, may be 0 (broadcast) and, where a kernel says so, negative.
#ifndef ESP_STRIDED_H
#define ESP_STRIDED_H

#include "kernel.h"

// Drops dimensions of size 1 and merges neighbours that every operand walks in one stride. Sizes
// and strides are changed in place; strides[k] are those of operand k. Returns the new rank, at
// least 1 (a scalar becomes one dimension of size 1 and stride 0). The caller of a strided kernel
// uses this; the kernels are correct without it, but fast only with it.
static inline esp_int esp_collapse(esp_int rank, esp_int* shape, int operands,
                                   esp_int* const* strides) {
  esp_int out = 0;
  for (esp_int d = 0; d < rank; ++d) {
    if (shape[d] == 1) continue;
    int merge = out > 0;
    for (int k = 0; merge && k < operands; ++k)
      merge = strides[k][out - 1] == shape[d] * strides[k][d];
    if (merge) --out;
    shape[out] = merge ? shape[out] * shape[d] : shape[d];
    for (int k = 0; k < operands; ++k) strides[k][out] = strides[k][d];
    ++out;
  }
  if (out == 0) {
    shape[0] = 1;
    for (int k = 0; k < operands; ++k) strides[k][0] = 0;
    out = 1;
  }
  return out;
}

// Product of the sizes shape[0..rank); 1 for rank 0.
static inline esp_int esp_volume(esp_int rank, const esp_int* shape) {
  esp_int n = 1;
  for (esp_int d = 0; d < rank; ++d) n *= shape[d];
  return n;
}

// A walk over the positions of `shape` in row-major order, which keeps the offsets of up to three
// operands.
typedef struct esp_walk {
  esp_int rank;
  const esp_int* shape;
  const esp_int* strides[3];
  esp_int offset[3];
  esp_int index[ESP_MAX_RANK];
} esp_walk;

// Begins at row-major position `flat`. The strides of operands that are not there may be null.
static inline void esp_walk_start(esp_walk* w, esp_int rank, const esp_int* shape,
                                  const esp_int* strides0, const esp_int* strides1,
                                  const esp_int* strides2, esp_int flat) {
  w->rank = rank;
  w->shape = shape;
  w->strides[0] = strides0;
  w->strides[1] = strides1;
  w->strides[2] = strides2;
  for (esp_int d = rank - 1; d >= 0; --d) {
    w->index[d] = flat % shape[d];
    flat /= shape[d];
  }
  for (int k = 0; k < 3; ++k) {
    w->offset[k] = 0;
    for (esp_int d = 0; w->strides[k] && d < rank; ++d)
      w->offset[k] += w->index[d] * w->strides[k][d];
  }
}

// Moves on by one; after the last position it is at the first again.
static inline void esp_walk_next(esp_walk* w) {
  for (esp_int d = w->rank - 1; d >= 0; --d) {
    const esp_int back = ++w->index[d] < w->shape[d] ? 0 : w->shape[d];
    for (int k = 0; k < 3; ++k)
      if (w->strides[k]) w->offset[k] += (1 - back) * w->strides[k][d];
    if (!back) return;
    w->index[d] = 0;
  }
}

#endif
