// SPDX-License-Identifier: Apache-2.0
//
// argmax over the last axis of x[rows, axis], contiguous: y[r] = index of the largest element of
// row r; of equal ones the first, or the last if select_last != 0. A NaN counts as larger than all
// numbers (numpy). axis must be at least 1. No sums: the result does not depend on tiles.
#ifndef ESP_ARGMAX_H
#define ESP_ARGMAX_H

#include "kernel.h"

#define ESP_ARGMAX_FIELDS(IN, OUT, INT, INTS, REAL) \
  IN(float, x) OUT(int64_t, y) INT(rows) INT(axis) INT(select_last)

ESP_DECLARE_KERNEL(argmax, ESP_ARGMAX_FIELDS)

#endif
