// SPDX-License-Identifier: Apache-2.0
//
// A copy between two strided views of any element type:
//   y[y_offset + sum i_d * y_strides[d]] = x[x_offset + sum i_d * x_strides[d]]
// for every index i of shape[0..rank), rank in [1, ESP_MAX_RANK]. This is Transpose, Concat (one
// call an input), Slice, Split, Flatten, Expand (x stride 0) and reversal (negative x stride).
//
// size: bytes of an element, 1, 2, 4 or 8; offsets and strides are in elements. The dimensions may
// come in any order; call esp_collapse() first and put the dimension with y stride 1 last. Rows
// with both strides 1 are block copies. Where another dimension has x stride 1, those two
// dimensions are transposed in square blocks. The views must not overlap, and no two indices may
// share an element of y.
#ifndef ESP_COPY_STRIDED_H
#define ESP_COPY_STRIDED_H

#include "kernel.h"

#define ESP_COPY_STRIDED_FIELDS(IN, OUT, INT, INTS, REAL) \
  IN(uint8_t, x)                                          \
  OUT(uint8_t, y)                                         \
  INT(size) INT(rank) INTS(shape) INTS(x_strides) INTS(y_strides) INT(x_offset) INT(y_offset)

ESP_DECLARE_KERNEL(copy_strided, ESP_COPY_STRIDED_FIELDS)

#endif
