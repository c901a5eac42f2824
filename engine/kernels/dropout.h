// SPDX-License-Identifier: Apache-2.0
//
// Dropout over `count` contiguous floats, as ONNX Dropout in training mode.
//
//   dropout       r = random word of philox.h for (seed[0], node, step[0], i)
//                 mask[i] = r >= ratio * 2^32;  y[i] = mask[i] ? x[i] / (1 - ratio) : 0
//   dropout_grad  dx[i] = mask[i] ? dy[i] / (1 - ratio) : 0
//
// seed and step come by pointer, since a plan is bound once and run many times; node is the key of
// the operator. ratio <= 0 keeps everything, ratio >= 1 nothing. Element i depends on i only, not
// on tiles, threads or instruction set. Aliasing: y == x and dx == dy are allowed.
#ifndef ESP_DROPOUT_H
#define ESP_DROPOUT_H

#include "kernel.h"

#define ESP_DROPOUT_FIELDS(IN, OUT, INT, INTS, REAL) \
  IN(float, x)                                       \
  IN(int64_t, seed)                                  \
  IN(int64_t, step) OUT(float, y) OUT(uint8_t, mask) INT(count) INT(node) REAL(ratio)
#define ESP_DROPOUT_GRAD_FIELDS(IN, OUT, INT, INTS, REAL) \
  IN(float, dy) IN(uint8_t, mask) OUT(float, dx) INT(count) REAL(ratio)

ESP_DECLARE_KERNEL(dropout, ESP_DROPOUT_FIELDS)
ESP_DECLARE_KERNEL(dropout_grad, ESP_DROPOUT_GRAD_FIELDS)

#endif
