// SPDX-License-Identifier: Apache-2.0
//
// Images of bytes to floats, from interleaved (batch, spatial, channels) if interleaved != 0, else
// from planar (batch, channels, spatial), always to planar:
//   y[n, c, s] = (x * scale - mean[c]) / std[c]
// computed as x * a + b with a = scale / std[c], b = -mean[c] / std[c]. mean and std may be null
// (0 and 1). x and y must not overlap. No sums: the result does not depend on tiles.
#ifndef ESP_NORMALIZE_U8_H
#define ESP_NORMALIZE_U8_H

#include "kernel.h"

#define ESP_NORMALIZE_U8_FIELDS(IN, OUT, INT, INTS, REAL) \
  IN(uint8_t, x)                                          \
  IN(float, mean)                                         \
  IN(float, std) OUT(float, y) INT(batch) INT(channels) INT(spatial) INT(interleaved) REAL(scale)

ESP_DECLARE_KERNEL(normalize_u8, ESP_NORMALIZE_U8_FIELDS)

#endif
