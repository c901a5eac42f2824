// SPDX-License-Identifier: Apache-2.0
//
// ONNX SoftmaxCrossEntropyLoss: scores[N, C, S], labels[N, S], S the product of the spatial sizes
// or
// 1. A sample is one (n, s); w = weights[label], 1 if weights is null.
//
// softmax_cross_entropy
//   log_prob = log_softmax of scores over C; may be null if only the loss is wanted
//   sample_loss[n, s] = -w * log_prob[n, label, s]; 0 where the label is ignored
//   This is the whole loss for reduction "none". log_prob == scores is allowed.
// cross_entropy_reduce: one tile, after the former
//   loss[0] = sum of sample_loss                          mean == 0
//   loss[0] = sum of sample_loss / total_weight[0]        mean != 0
//   total_weight[0] = sum of w over samples that are not ignored
//   A mean over nothing is 0 / 0, NaN. Takes labels and weights as above.
// softmax_cross_entropy_grad
//   dscores = (exp(log_prob) - [c == label]) * w * dloss / total_weight, 0 where ignored
//   total_weight is null unless the reduction is a mean. dloss has one element, or N * S if
//   dloss_per_sample != 0. dscores == log_prob is allowed.
//
// Exactly one of labels (int64) and labels32 (int32) is not null. A label equal to ignore_index is
// ignored if has_ignore != 0, whatever its value; any other label outside [0, C) gives NaN for its
// sample (loss and gradient) and reads nothing outside the arrays.
//
// Sums: over classes as in softmax.h; over samples in ascending order in double.
#ifndef ESP_CROSS_ENTROPY_H
#define ESP_CROSS_ENTROPY_H

#include "kernel.h"

#define ESP_SOFTMAX_CROSS_ENTROPY_FIELDS(IN, OUT, INT, INTS, REAL) \
  IN(float, scores)                                                \
  IN(int64_t, labels)                                              \
  IN(int32_t, labels32)                                            \
  IN(float, weights)                                               \
  OUT(float, log_prob)                                             \
  OUT(float, sample_loss) INT(batch) INT(classes) INT(spatial) INT(has_ignore) INT(ignore_index)
#define ESP_CROSS_ENTROPY_REDUCE_FIELDS(IN, OUT, INT, INTS, REAL) \
  IN(float, sample_loss)                                          \
  IN(int64_t, labels)                                             \
  IN(int32_t, labels32)                                           \
  IN(float, weights)                                              \
  OUT(float, loss)                                                \
  OUT(float, total_weight) INT(count) INT(classes) INT(mean) INT(has_ignore) INT(ignore_index)
#define ESP_SOFTMAX_CROSS_ENTROPY_GRAD_FIELDS(IN, OUT, INT, INTS, REAL) \
  IN(float, log_prob)                                                   \
  IN(int64_t, labels)                                                   \
  IN(int32_t, labels32)                                                 \
  IN(float, weights)                                                    \
  IN(float, total_weight)                                               \
  IN(float, dloss)                                                      \
  OUT(float, dscores)                                                   \
  INT(batch) INT(classes) INT(spatial) INT(dloss_per_sample) INT(has_ignore) INT(ignore_index)

ESP_DECLARE_KERNEL(softmax_cross_entropy, ESP_SOFTMAX_CROSS_ENTROPY_FIELDS)
ESP_DECLARE_KERNEL(cross_entropy_reduce, ESP_CROSS_ENTROPY_REDUCE_FIELDS)
ESP_DECLARE_KERNEL(softmax_cross_entropy_grad, ESP_SOFTMAX_CROSS_ENTROPY_GRAD_FIELDS)

#endif
