// SPDX-License-Identifier: Apache-2.0
//
// Two-dimensional pooling over `planes` = batch * channels planes [in_h, in_w] -> [out_h, out_w].
// A one-dimensional one is the same with in_h = out_h = kernel_h = 1. The output size is given, so
// ceil_mode is the caller's arithmetic: a window may reach past the padding.
#ifndef ESP_KERNEL_POOL2D_H
#define ESP_KERNEL_POOL2D_H

#include "kernel.h"

// clang-format off
#define ESP_POOL2D_GEOMETRY(INT)                                                         \
  INT(planes) INT(in_h) INT(in_w) INT(out_h) INT(out_w) INT(kernel_h) INT(kernel_w)      \
  INT(stride_h) INT(stride_w) INT(dilation_h) INT(dilation_w) INT(pad_top) INT(pad_left)
// clang-format on

// ---- max_pool2d ----
// y[p, oy, ox] = the greatest x[p, iy, ix] in the window; padding is never chosen.
//   x      [planes, in_h, in_w]
//   y      [planes, out_h, out_w]; must not overlap x
//   index  int32 [planes, out_h, out_w] or NULL: iy * in_w + ix of the first greatest element in
//          row-major order, or of the first NaN if there is one, in which case y is NaN.
// A window that holds no element of x gives -inf and index -1.
// clang-format off
#define ESP_MAX_POOL2D_FIELDS(IN, OUT, INT, INTS, REAL)                   \
  IN(float, x) OUT(float, y) OUT(int32_t, index) ESP_POOL2D_GEOMETRY(INT)
// clang-format on
ESP_DECLARE_KERNEL(max_pool2d, ESP_MAX_POOL2D_FIELDS)

// ---- max_pool2d_grad ----
// dx[p, i] = sum of dy[p, o] over the outputs with index[p, o] = i, in ascending order of o; index
// -1 is left out. Windows may overlap.
//   dy, index  [planes, out_h * out_w]; dx [planes, in_h * in_w], must not overlap them
// clang-format off
#define ESP_MAX_POOL2D_GRAD_FIELDS(IN, OUT, INT, INTS, REAL)                                 \
  IN(float, dy) IN(int32_t, index) OUT(float, dx) INT(planes) INT(in_h) INT(in_w) INT(out_h) \
  INT(out_w)
// clang-format on
ESP_DECLARE_KERNEL(max_pool2d_grad, ESP_MAX_POOL2D_GRAD_FIELDS)

// ---- average_pool2d ----
// y[p, oy, ox] = (sum of x in the window) / count; columns are summed first, then their sums, both in
// ascending order. count_include_pad = 0: count
// is the number of elements of x in the window; otherwise padding (pad_top, pad_left, pad_bottom
// and pad_right wide) counts too, but nothing beyond it. count 0 gives 0.
// clang-format off
#define ESP_AVERAGE_POOL2D_FIELDS(IN, OUT, INT, INTS, REAL)                          \
  IN(float, x) OUT(float, y) ESP_POOL2D_GEOMETRY(INT) INT(pad_bottom) INT(pad_right) \
  INT(count_include_pad)
// clang-format on
ESP_DECLARE_KERNEL(average_pool2d, ESP_AVERAGE_POOL2D_FIELDS)

// dx[p, iy, ix] = sum of dy / count over the windows that hold the element: those of one oy in
// ascending order of ox, then these sums in ascending order of oy. dx must not overlap dy.
// clang-format off
#define ESP_AVERAGE_POOL2D_GRAD_FIELDS(IN, OUT, INT, INTS, REAL)                       \
  IN(float, dy) OUT(float, dx) ESP_POOL2D_GEOMETRY(INT) INT(pad_bottom) INT(pad_right) \
  INT(count_include_pad)
// clang-format on
ESP_DECLARE_KERNEL(average_pool2d_grad, ESP_AVERAGE_POOL2D_GRAD_FIELDS)

// ---- global_average_pool ----
// y[p] = sum over i of x[p, i] / pixels, by vector lanes, four vectors in turn, lanes at the end.
//   x [planes, pixels]; y [planes]. No pixels give NaN.
// clang-format off
#define ESP_GLOBAL_AVERAGE_POOL_FIELDS(IN, OUT, INT, INTS, REAL) \
  IN(float, x) OUT(float, y) INT(planes) INT(pixels)
// clang-format on
ESP_DECLARE_KERNEL(global_average_pool, ESP_GLOBAL_AVERAGE_POOL_FIELDS)

// dx[p, i] = dy[p] / pixels
// clang-format off
#define ESP_GLOBAL_AVERAGE_POOL_GRAD_FIELDS(IN, OUT, INT, INTS, REAL) \
  IN(float, dy) OUT(float, dx) INT(planes) INT(pixels)
// clang-format on
ESP_DECLARE_KERNEL(global_average_pool_grad, ESP_GLOBAL_AVERAGE_POOL_GRAD_FIELDS)

#endif
