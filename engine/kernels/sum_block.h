// SPDX-License-Identifier: Apache-2.0
//
// Sums of at most ESP_SUM_BLOCK floats in vector lanes.
#ifndef ESP_SUM_BLOCK_H
#define ESP_SUM_BLOCK_H

#include "map.h"

// The body of a function that returns the sum of `count` terms; `term` is a vector of those at
// [i, i + n), with zeros from n on. Four vectors take turns, then are added pairwise and across.
#define ESP_SUM_TERMS(count, term)                                 \
  esp_vf sum0 = esp_zero(), sum1 = sum0, sum2 = sum0, sum3 = sum0; \
  esp_int i = 0;                                                   \
  {                                                                \
    const esp_int n = ESP_WIDTH;                                   \
    while (i + 4 * ESP_WIDTH <= (count)) {                         \
      sum0 += term, i += ESP_WIDTH;                                \
      sum1 += term, i += ESP_WIDTH;                                \
      sum2 += term, i += ESP_WIDTH;                                \
      sum3 += term, i += ESP_WIDTH;                                \
    }                                                              \
    for (; i + ESP_WIDTH <= (count); i += ESP_WIDTH) sum0 += term; \
  }                                                                \
  if (i < (count)) {                                               \
    const esp_int n = (count)-i;                                   \
    sum1 += term;                                                  \
  }                                                                \
  return esp_sum((sum0 + sum1) + (sum2 + sum3));

// Of a contiguous array.
ESP_INLINE float esp_sum_block(const float* x, esp_int count) {
  ESP_SUM_TERMS(count, esp_load_n(x + i, n))
}

#endif
