// SPDX-License-Identifier: Apache-2.0
//
// cast: `count` contiguous elements from one type to another. `from` and `to` are values of
// esp_cast_type; x and y are aligned for their types and must not overlap.
//   to bool     1 if x != 0 (NaN too), else 0
//   from bool   any byte but 0 counts as 1
//   float -> integer  towards zero; NaN gives 0, a value outside the range its nearest end
//   integer -> integer  the low bits, as two's complement
//   integer -> float  to nearest, ties to even
#ifndef ESP_CAST_H
#define ESP_CAST_H

#include "kernel.h"

typedef enum esp_cast_type {
  ESP_CAST_FLOAT,
  ESP_CAST_INT32,
  ESP_CAST_INT64,
  ESP_CAST_UINT8,
  ESP_CAST_INT8,
  ESP_CAST_BOOL  // one byte, 0 or 1
} esp_cast_type;

#define ESP_CAST_FIELDS(IN, OUT, INT, INTS, REAL) \
  IN(uint8_t, x) OUT(uint8_t, y) INT(from) INT(to) INT(count)
ESP_DECLARE_KERNEL(cast, ESP_CAST_FIELDS)

#endif
