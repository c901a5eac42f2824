// SPDX-License-Identifier: Apache-2.0
//
// Batch normalisation in training over x[N, C, S], contiguous. S is the product of the
// spatial sizes; it is 1 for [N, C] and for channels-last tensors, there with N the product of all
// other sizes. ONNX BatchNormalization, opset 14 and later.
//
//   mean[c] = sum x / M, var[c] = sum (x - mean)^2 / M (population), M = N * S
//   saved_mean = mean, saved_inv_std = 1 / sqrt(var + epsilon)
//   y = act((x - mean) * saved_inv_std * scale[c] + bias[c])
//   new_mean = momentum * running_mean + (1 - momentum) * mean
//   new_var  = momentum * running_var  + (1 - momentum) * var
//
// The running statistics may be updated in place (new_mean == running_mean) or left out (null).
// y == x is allowed. act: activation, act_alpha, act_beta of epilogue.h.
//
// Sums: a channel is cut into the fixed chunks of planes.h. A chunk is summed in vector lanes,
// first for its mean, then the squares about that mean; chunks are combined in ascending order in
// double by the formula of Chan, Golub and LeVeque ("Updating formulae and a pairwise algorithm for
// computing sample variances", 1979). A tile is a channel, or 64 channels if S is 1. Nothing is
// written if x is empty.
#ifndef ESP_BATCH_NORM_TRAIN_H
#define ESP_BATCH_NORM_TRAIN_H

#include "epilogue.h"
#include "kernel.h"

// clang-format off
#define ESP_BATCH_NORM_TRAIN_FIELDS(IN, OUT, INT, INTS, REAL)                           \
  IN(float, x) IN(float, scale) IN(float, bias) IN(float, running_mean)                 \
  IN(float, running_var) OUT(float, y) OUT(float, saved_mean) OUT(float, saved_inv_std) \
  OUT(float, new_mean) OUT(float, new_var) INT(batch) INT(channels) INT(spatial)        \
  INT(activation) REAL(act_alpha) REAL(act_beta) REAL(epsilon) REAL(momentum)
// clang-format on

ESP_DECLARE_KERNEL(batch_norm_train, ESP_BATCH_NORM_TRAIN_FIELDS)

#endif
