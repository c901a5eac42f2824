// SPDX-License-Identifier: Apache-2.0
//
// Batch normalisation in inference over x[N, C, S], contiguous. S is the product of the
// spatial sizes; it is 1 for [N, C] and for channels-last tensors, there with N the product of all
// other sizes. ONNX BatchNormalization, opset 14 and later.
//
//   y = act((x - mean[c]) * scale[c] / sqrt(var[c] + epsilon) + bias[c] + residual)
// computed as one multiplication and one addition an element (and that of the residual), or, with
// mean and var null,
//   y = act(x * scale[c] + bias[c] + residual)
//
// residual[N, C, S] may be null. y == x and y == residual are allowed. act: activation, act_alpha,
// act_beta of epilogue.h. No sums: the result does not depend on tiles.
#ifndef ESP_BATCH_NORM_INFER_H
#define ESP_BATCH_NORM_INFER_H

#include "epilogue.h"
#include "kernel.h"

// clang-format off
#define ESP_BATCH_NORM_INFER_FIELDS(IN, OUT, INT, INTS, REAL)                             \
  IN(float, x) IN(float, scale) IN(float, bias) IN(float, mean) IN(float, var)            \
  IN(float, residual) OUT(float, y) INT(batch) INT(channels) INT(spatial) INT(activation) \
  REAL(act_alpha) REAL(act_beta) REAL(epsilon)
// clang-format on

ESP_DECLARE_KERNEL(batch_norm_infer, ESP_BATCH_NORM_INFER_FIELDS)

#endif
