// SPDX-License-Identifier: Apache-2.0
//
// Gradient of batch normalisation over x[N, C, S], contiguous. S is the product of the
// spatial sizes; it is 1 for [N, C] and for channels-last tensors, there with N the product of all
// other sizes. ONNX BatchNormalization, opset 14 and later.
//
// The gradient of batch_norm_train, with x^ = (x - saved_mean) * saved_inv_std and M = N * S:
//   dbias = sum dy, dscale = sum dy * x^
//   dx = scale * saved_inv_std * (dy - (dbias + x^ * dscale) / M)
//
// y, if not null, is the output of a batch_norm_train with ESP_ACT_RELU: dy counts as 0 where
// y <= 0. dx may be null; dx == dy is allowed.
//
// Sums: in vector lanes over the fixed chunks of planes.h, which are added in ascending order in
// double. A tile is a channel, or 64 channels if S is 1. Nothing is written if x is empty.
#ifndef ESP_BATCH_NORM_GRAD_H
#define ESP_BATCH_NORM_GRAD_H

#include "kernel.h"

#define ESP_BATCH_NORM_GRAD_FIELDS(IN, OUT, INT, INTS, REAL) \
  IN(float, dy)                                              \
  IN(float, x)                                               \
  IN(float, y)                                               \
  IN(float, scale)                                           \
  IN(float, saved_mean)                                      \
  IN(float, saved_inv_std)                                   \
  OUT(float, dx) OUT(float, dscale) OUT(float, dbias) INT(batch) INT(channels) INT(spatial)

ESP_DECLARE_KERNEL(batch_norm_grad, ESP_BATCH_NORM_GRAD_FIELDS)

#endif
