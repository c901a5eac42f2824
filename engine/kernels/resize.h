// SPDX-License-Identifier: Apache-2.0
//
// Resizing of the last two dimensions: x[planes, in_h, in_w] to y[planes, out_h, out_w], contiguous.
// Each element of y is the sum of up to 4 x 4 elements of x with weights, as ONNX's Resize defines
// them (opset 13 and later, without cropping).
//
//   mode         0 nearest, 1 linear, 2 cubic (cubic_a)
//   coordinates  where position i of the output lies, with s the scale:
//                0 half_pixel            (i + 0.5) / s - 0.5
//                1 asymmetric            i / s
//                2 align_corners         i * (in - 1) / (s * in - 1), 0 for s * in = 1
//                3 pytorch_half_pixel    as half_pixel, 0 for out = 1
//                4 tf_half_pixel_for_nn  (i + 0.5) / s
//   nearest      0 round_prefer_floor, 1 round_prefer_ceil, 2 floor, 3 ceil
//   exclude_outside  taps outside count nothing and the others' weights are scaled to a sum of 1;
//                else the nearest element inside stands for them
//
//   by_sizes     the scales are out / in; scale_h and scale_w are not read
//
// Coordinates are computed in double. Scratch holds the taps of a row. A tile is a plane's row.
#ifndef ESP_RESIZE_H
#define ESP_RESIZE_H

#include "kernel.h"

// clang-format off
#define ESP_RESIZE_FIELDS(IN, OUT, INT, INTS, REAL)                                            \
  IN(float, x)                                                                                 \
  OUT(float, y)                                                                                \
  INT(planes)                                                                                  \
  INT(in_h)                                                                                    \
  INT(in_w) INT(out_h) INT(out_w) INT(mode) INT(coordinates) INT(nearest) INT(exclude_outside) \
      INT(by_sizes) REAL(scale_h) REAL(scale_w) REAL(cubic_a)
// clang-format on
ESP_DECLARE_KERNEL(resize, ESP_RESIZE_FIELDS)

#endif
