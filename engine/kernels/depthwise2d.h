// SPDX-License-Identifier: Apache-2.0
//
// Convolutions with one input channel a group, and their gradients: group = in_channels, and
// out_channels = in_channels * multiplier. The fields are those of conv2d, so either kernel may be
// given the same numbers; these are the fast ones.
#ifndef ESP_KERNEL_DEPTHWISE2D_H
#define ESP_KERNEL_DEPTHWISE2D_H

#include "conv2d.h"
#include "kernel.h"

// y[n, m] = act(bias[m] + add[n, m] + w[m] * x[n, m / multiplier]); arrays, NULLs and aliasing as
// in conv2d. w is [out_channels, 1, kernel_h, kernel_w], unpacked. Order of additions for one
// element: bias + add first, then (ky, kx) ascending, fused.
#define ESP_DEPTHWISE2D_FIELDS(IN, OUT, INT, INTS, REAL) \
  IN(float, x)                                           \
  IN(float, w)                                           \
  IN(float, bias)                                        \
  IN(float, add)                                         \
  OUT(float, y) ESP_CONV2D_GEOMETRY(INT) INT(activation) REAL(act_alpha) REAL(act_beta)
ESP_DECLARE_KERNEL(depthwise2d, ESP_DEPTHWISE2D_FIELDS)

// dx as in conv2d_grad_x (bias [in_channels], add and activation included), but that taps may be
// taken in descending order.
#define ESP_DEPTHWISE2D_GRAD_X_FIELDS(IN, OUT, INT, INTS, REAL) \
  IN(float, dy)                                                 \
  IN(float, w)                                                  \
  IN(float, bias)                                               \
  IN(float, add)                                                \
  OUT(float, dx) ESP_CONV2D_GEOMETRY(INT) INT(activation) REAL(act_alpha) REAL(act_beta)
ESP_DECLARE_KERNEL(depthwise2d_grad_x, ESP_DEPTHWISE2D_GRAD_X_FIELDS)

// dw [chunks, out_channels, 1, kernel_h, kernel_w] and db [chunks, out_channels] or NULL as in
// conv2d_grad_w, with the same chunks of rows. Pixels are summed by vector lanes, lanes at the end.
#define ESP_DEPTHWISE2D_GRAD_W_FIELDS(IN, OUT, INT, INTS, REAL) \
  IN(float, x) IN(float, dy) OUT(float, dw) OUT(float, db) ESP_CONV2D_GEOMETRY(INT) INT(chunks)
ESP_DECLARE_KERNEL(depthwise2d_grad_w, ESP_DEPTHWISE2D_GRAD_W_FIELDS)

#endif
