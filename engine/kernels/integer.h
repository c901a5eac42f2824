// SPDX-License-Identifier: Apache-2.0
//
// Arithmetic of two tensors of integers with broadcasting: y = a op b. `type` is a value of
// esp_cast_type (cast.h) that is an integer's: the elements of a, b and y, aligned for it.
//   add, sub, mul  wrap around, as two's complement
//   div            towards 0; a division by 0 gives 0, and the least number by -1 itself
//   max, min
//
// Shape and strides as in binary.h: y contiguous, row-major, over shape[0..rank), rank in
// [1, ESP_MAX_RANK]; strides in elements, 0 along a broadcast dimension. Aliasing as there.
#ifndef ESP_INTEGER_H
#define ESP_INTEGER_H

#include "kernel.h"

typedef enum esp_integer_operation {
  ESP_INTEGER_ADD,
  ESP_INTEGER_SUB,
  ESP_INTEGER_MUL,
  ESP_INTEGER_DIV,
  ESP_INTEGER_MAX,
  ESP_INTEGER_MIN
} esp_integer_operation;

#define ESP_INTEGER_FIELDS(IN, OUT, INT, INTS, REAL) \
  IN(uint8_t, a)                                     \
  IN(uint8_t, b)                                     \
  OUT(uint8_t, y)                                    \
  INT(type) INT(operation) INT(rank) INTS(shape) INTS(a_strides) INTS(b_strides)
ESP_DECLARE_KERNEL(integer, ESP_INTEGER_FIELDS)

#endif
