// SPDX-License-Identifier: Apache-2.0
//
// gather: rows of x[outer, axis, inner] by number, contiguous:
//   y[o, i, :] = x[o, indices[i], :]      for o in [0, outer), i in [0, count)
// gather_grad: dx[outer, axis, inner] is 0 but for what is added to it, in ascending order of i:
//   dx[o, indices[i], :] += dy[o, i, :]
//
// size: bytes of an element of x and y. indices are int32 (index_size 4) or int64 (8); negative ones
// count from the end, one that is outside reads the nearest row (the engine's shape rules and its
// reference refuse them). Nothing overlaps. A tile is a range of (o, i) or, in gather_grad, of
// columns, so that each sum is one tile's.
#ifndef ESP_GATHER_H
#define ESP_GATHER_H

#include "kernel.h"

#define ESP_GATHER_FIELDS(IN, OUT, INT, INTS, REAL) \
  IN(uint8_t, x)                                    \
  IN(uint8_t, indices)                              \
  OUT(uint8_t, y) INT(size) INT(index_size) INT(outer) INT(axis) INT(inner) INT(count)
ESP_DECLARE_KERNEL(gather, ESP_GATHER_FIELDS)

#define ESP_GATHER_GRAD_FIELDS(IN, OUT, INT, INTS, REAL) \
  IN(float, dy)                                          \
  IN(uint8_t, indices)                                   \
  OUT(float, dx) INT(index_size) INT(outer) INT(axis) INT(inner) INT(count)
ESP_DECLARE_KERNEL(gather_grad, ESP_GATHER_GRAD_FIELDS)

#endif
