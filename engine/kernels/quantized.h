// SPDX-License-Identifier: Apache-2.0
//
// Operators on 8-bit integers q that stand for (q - zero_point) * scale, with exact sums in 32 bits.
//
// A sum s comes back to 8 bits in one way only, so that every instruction set gives the same bits:
//   y = nearest(clamp(float(s) * scale, low - y_zero_point, high - y_zero_point)) + y_zero_point
// in float32: s is rounded to float (ties to even), multiplied by the one float `scale` and rounded,
// clamped, and rounded to the nearest integer, ties to even. ONNX Runtime's QLinearConv does the same.
// low and high are the range of y's type, or a part of it where an activation is fused. y is stored by
// its low byte, so the kernels do not ask whether it is signed; `x_signed` says whether x is.
//
// A sum must fit: callers see to it that terms * 255 * 128 + |bias| < 2^31.
#ifndef ESP_KERNEL_QUANTIZED_H
#define ESP_KERNEL_QUANTIZED_H

#include "conv2d.h"
#include "kernel.h"
#include "pool2d.h"

// Terms whose products are added at once, and output channels in a panel, for vectors of `width`
// 32-bit numbers.
#define ESP_QUANTIZED_EACH(width) ((width) >= 16 ? 4 : 2)
#define ESP_QUANTIZED_PANEL(width) ((width) < 4 ? 4 : 2 * (width))
// The most terms of a sum.
#define ESP_QUANTIZED_MOST_TERMS 32768

// ---- qpack ----
// Prepares weights for qconv2d and qgemm:
//   packed  [group][ceil(M / panel)][steps][panel][each], M = out_channels / group; what is past the last
//           channel or term is 0. A step holds `each` channels of one place of the window, or with
//           by_columns `each` neighbouring columns of one channel: steps is
//           ceil(channels / each) * kernel_h * kernel_w, or channels * kernel_h * ceil(kernel_w / each).
//   start   [group][ceil(M / panel) * panel]: bias, less offset * (sum of the channel's weights)
//   scale   likewise: x_scale * w_scale / y_scale, in this order in float32
//   w       [out_channels, channels, kernel_h, kernel_w]; with `columns` [channels, out_channels], for
//           products whose right-hand side is not transposed (group and kernel 1)
//   bias    [out_channels] or NULL;  w_scale: [w_scales], 1 or out_channels
// `offset` is the zero point of x as an unsigned number where each is 4, else 0.
// clang-format off
#define ESP_QPACK_FIELDS(IN, OUT, INT, INTS, REAL)                                            \
  IN(int8_t, w) IN(int32_t, bias) IN(float, w_scale) OUT(int8_t, packed) OUT(int32_t, start)  \
  OUT(float, scale) INT(group) INT(out_channels) INT(channels) INT(kernel_h) INT(kernel_w)    \
  INT(w_scales) INT(columns) INT(by_columns) INT(each) INT(panel) INT(offset) REAL(x_scale)   \
  REAL(y_scale)
// clang-format on
ESP_DECLARE_KERNEL(qpack, ESP_QPACK_FIELDS)

static inline esp_int esp_qpack_steps(esp_int channels, esp_int kernel_h, esp_int kernel_w,
                                      esp_int each, esp_int by_columns) {
  if (by_columns) return channels * kernel_h * ((kernel_w + each - 1) / each);
  return (channels + each - 1) / each * kernel_h * kernel_w;
}
// Channels of all panels together, and bytes of `packed`.
static inline esp_int esp_qpack_channels(esp_int group, esp_int out_channels, esp_int panel) {
  return group * ((out_channels / group + panel - 1) / panel) * panel;
}

// ---- qconv2d ----
// conv2d (see conv2d.h) of x less its zero point, with weights as qpack left them; padding stands for 0.
//   x  [batch, in_channels, in_h, in_w];  y  [batch, out_channels, out_h, out_w], not overlapping x
// by_columns needs dilation_w = 1.
// clang-format off
#define ESP_QCONV2D_FIELDS(IN, OUT, INT, INTS, REAL)                                       \
  IN(uint8_t, x) IN(int8_t, packed) IN(int32_t, start) IN(float, scale) OUT(uint8_t, y)    \
  ESP_CONV2D_GEOMETRY(INT) INT(by_columns) INT(x_signed) INT(x_zero_point)                 \
  INT(y_zero_point) INT(low) INT(high)
// clang-format on
ESP_DECLARE_KERNEL(qconv2d, ESP_QCONV2D_FIELDS)

// ---- qdepthwise2d ----
// qconv2d where each group has one input channel (group = in_channels), with weights as they are:
//   w  [out_channels, 1, kernel_h, kernel_w];  bias and w_scale as for qpack
// The scale of a channel is x_scale * w_scale / y_scale, in this order, so both kernels give the same bits.
// clang-format off
#define ESP_QDEPTHWISE2D_FIELDS(IN, OUT, INT, INTS, REAL)                                  \
  IN(uint8_t, x) IN(int8_t, w) IN(int32_t, bias) IN(float, w_scale) OUT(uint8_t, y)        \
  ESP_CONV2D_GEOMETRY(INT) INT(w_scales) INT(x_signed) INT(x_zero_point) INT(y_zero_point) \
  INT(low) INT(high) REAL(x_scale) REAL(y_scale)
// clang-format on
ESP_DECLARE_KERNEL(qdepthwise2d, ESP_QDEPTHWISE2D_FIELDS)

// ---- qgemm ----
// y[m, n] from x[m, k], both dense, and packed weights of n channels (group and kernel 1).
// clang-format off
#define ESP_QGEMM_FIELDS(IN, OUT, INT, INTS, REAL)                                        \
  IN(uint8_t, x) IN(int8_t, packed) IN(int32_t, start) IN(float, scale) OUT(uint8_t, y)   \
  INT(m) INT(n) INT(k) INT(x_signed) INT(x_zero_point) INT(y_zero_point) INT(low) INT(high)
// clang-format on
ESP_DECLARE_KERNEL(qgemm, ESP_QGEMM_FIELDS)

// ---- qadd ----
// y[i] = nearest(clamp(A + B)) + y_zero_point with A = float(a[i] - a_zero_point) * a_scale, B likewise
// for b[i % b_count]; A and B are each held to +-2^20 before they are added, which keeps a compiler
// from joining product and sum. a_scale and b_scale are the operands' scales over y's. y may be a or b.
// clang-format off
#define ESP_QADD_FIELDS(IN, OUT, INT, INTS, REAL)                                              \
  IN(uint8_t, a) IN(uint8_t, b) OUT(uint8_t, y) INT(count) INT(b_count) INT(a_signed)          \
  INT(b_signed) INT(a_zero_point) INT(b_zero_point) INT(y_zero_point) INT(low) INT(high)       \
  REAL(a_scale) REAL(b_scale)
// clang-format on
ESP_DECLARE_KERNEL(qadd, ESP_QADD_FIELDS)

// ---- qaverage_pool2d ----
// The mean of each window: nearest(clamp(float(sum of (x - x_zero_point)) * (scale / float(n)))) +
// y_zero_point, scale being x's over y's. n counts the elements of the window that lie in x, with
// count_include_pad also those in the padding (pad_bottom and pad_right end it).
// clang-format off
#define ESP_QAVERAGE_POOL2D_FIELDS(IN, OUT, INT, INTS, REAL)                                    \
  IN(uint8_t, x) OUT(uint8_t, y) ESP_POOL2D_GEOMETRY(INT) INT(pad_bottom) INT(pad_right)        \
  INT(count_include_pad) INT(x_signed) INT(x_zero_point) INT(y_zero_point) INT(low) INT(high)   \
  REAL(scale)
// clang-format on
ESP_DECLARE_KERNEL(qaverage_pool2d, ESP_QAVERAGE_POOL2D_FIELDS)

// ---- qmax_pool2d ----
// The greatest element of each window, as it is; the type's least where a window lies in the padding.
// clang-format off
#define ESP_QMAX_POOL2D_FIELDS(IN, OUT, INT, INTS, REAL) \
  IN(uint8_t, x) OUT(uint8_t, y) ESP_POOL2D_GEOMETRY(INT) INT(x_signed)
// clang-format on
ESP_DECLARE_KERNEL(qmax_pool2d, ESP_QMAX_POOL2D_FIELDS)

// ---- qtable ----
// y[i] = table[x[i]], x taken as an unsigned byte. y may be x.
#define ESP_QTABLE_FIELDS(IN, OUT, INT, INTS, REAL) \
  IN(uint8_t, x) IN(uint8_t, table) OUT(uint8_t, y) INT(count)
ESP_DECLARE_KERNEL(qtable, ESP_QTABLE_FIELDS)

#endif
