// SPDX-License-Identifier: Apache-2.0
//
// Comparisons and logic with broadcasting: y = a op b, one byte 0 or 1 an element.
// `type` is a value of esp_cast_type (cast.h): the elements of a and b, aligned for it. For and, or
// and xor it is ESP_CAST_BOOL; any byte but 0 counts as true.
//
// Shape and strides as in binary.h: y contiguous, row-major, over shape[0..rank), rank in
// [1, ESP_MAX_RANK]; strides in elements, 0 along a broadcast dimension. NaN is equal to nothing and
// neither less nor greater. y must not overlap a or b.
//
//   select  y = cond ? a : b for elements of `size` bytes (1, 2, 4 or 8), cond one byte an element
#ifndef ESP_COMPARE_H
#define ESP_COMPARE_H

#include "kernel.h"

typedef enum esp_comparison {
  ESP_EQUAL,
  ESP_GREATER,
  ESP_LESS,
  ESP_GREATER_EQUAL,
  ESP_LESS_EQUAL,
  ESP_AND,
  ESP_OR,
  ESP_XOR,
  ESP_NOT  // of a alone
} esp_comparison;

#define ESP_COMPARE_FIELDS(IN, OUT, INT, INTS, REAL) \
  IN(uint8_t, a)                                     \
  IN(uint8_t, b)                                     \
  OUT(uint8_t, y)                                    \
  INT(type) INT(comparison) INT(rank) INTS(shape) INTS(a_strides) INTS(b_strides)
ESP_DECLARE_KERNEL(compare, ESP_COMPARE_FIELDS)

#define ESP_SELECT_FIELDS(IN, OUT, INT, INTS, REAL) \
  IN(uint8_t, cond)                                 \
  IN(uint8_t, a)                                    \
  IN(uint8_t, b)                                    \
  OUT(uint8_t, y)                                   \
  INT(size) INT(rank) INTS(shape) INTS(cond_strides) INTS(a_strides) INTS(b_strides)
ESP_DECLARE_KERNEL(select, ESP_SELECT_FIELDS)

#endif
