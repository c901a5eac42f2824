// SPDX-License-Identifier: Apache-2.0
//
// quantize and dequantize: between floats and integers, as ONNX's QuantizeLinear and DequantizeLinear
// have it. A tensor is [outer, channels, inner]; channel c has scale[c] and zero_point[c], channels = 1
// means one of each for all. zero_point has the type of the integers and may be NULL for 0.
//
//   quantize    y = saturate(round(x / scale) + zero_point): division in float32, ties to even; a NaN
//               becomes the least integer. `type` is ESP_Q_UINT8 or ESP_Q_INT8.
//   dequantize  y = (x - zero_point) * scale, the difference in 32-bit integers, the product in
//               float32. `type` is any of esp_q_type.
#ifndef ESP_QUANTIZE_H
#define ESP_QUANTIZE_H

#include "kernel.h"

typedef enum esp_q_type { ESP_Q_UINT8 = 0, ESP_Q_INT8 = 1, ESP_Q_INT32 = 2 } esp_q_type;

// clang-format off
#define ESP_QUANTIZE_FIELDS(IN, OUT, INT, INTS, REAL)                       \
  IN(float, x) IN(float, scale) IN(uint8_t, zero_point) OUT(uint8_t, y)     \
  INT(outer) INT(channels) INT(inner) INT(type)
#define ESP_DEQUANTIZE_FIELDS(IN, OUT, INT, INTS, REAL)                     \
  IN(uint8_t, x) IN(float, scale) IN(uint8_t, zero_point) OUT(float, y)     \
  INT(outer) INT(channels) INT(inner) INT(type)
// clang-format on
ESP_DECLARE_KERNEL(quantize, ESP_QUANTIZE_FIELDS)
ESP_DECLARE_KERNEL(dequantize, ESP_DEQUANTIZE_FIELDS)

#endif
