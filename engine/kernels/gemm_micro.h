// SPDX-License-Identifier: Apache-2.0
//
// The innermost loop of matrix products and convolutions: a block of ESP_ROWS x ESP_VECS vectors of
// sums stays in registers while one number after the other of A meets vectors of B.
#ifndef ESP_GEMM_MICRO_H
#define ESP_GEMM_MICRO_H

#include "conv2d.h"
#include "gemm.h"
#include "vector.h"

#define ESP_ROWS ESP_CONV_PANEL(ESP_WIDTH)
#define ESP_PANEL ESP_GEMM_PANEL(ESP_WIDTH)
#define ESP_VECS (ESP_PANEL / ESP_WIDTH)

// A function of its own, which a file may leave unused.
#define ESP_OUTLINE static __attribute__((noinline, unused))

#ifdef __clang__
#define ESP_UNROLL _Pragma("clang loop unroll(full)")
#else
#define ESP_UNROLL _Pragma("GCC unroll 16")
#endif

// Sums of a block of ESP_ROWS rows, ESP_PANEL apart.
typedef struct esp_block {
  esp_vf v[ESP_ROWS][ESP_VECS];
} esp_block;

// One step: acc[i * vecs + j] += a[i * row_a] * b[j]. With `threes`, rows are addressed in threes,
// because x86 has addresses of the form p + r and p + 2 r, but not that many registers.
ESP_INLINE void esp_micro_step(const int rows, const int vecs, const int threes, const float* a,
                               esp_int row_a, const esp_vf* b, esp_vf* acc) {
  ESP_UNROLL for (int i = 0; i < rows; ++i) {
    if (threes && i > 0 && i % 3 == 0) a += 3 * row_a;
    const esp_vf va = esp_set1(a[(threes ? i % 3 : i) * row_a]);
    ESP_UNROLL for (int j = 0; j < vecs; ++j) acc[i * vecs + j] =
        esp_fma(va, b[j], acc[i * vecs + j]);
  }
}

// With few vectors of sums, one chain of additions for each would wait for itself: there are several
// then. Their order is: term t goes to chain t % parts; terms past the last whole round go to chain
// 0; chains are added as (0 + 1) + (2 + 3).
#define ESP_MICRO_PARTS(sums) ((sums) <= 2 ? 4 : (sums) <= 6 ? 2 : 1)
// Vectors that the chains of `sums` sums need, at most.
#define ESP_MICRO_MOST (ESP_ROWS * ESP_VECS > 12 ? ESP_ROWS * ESP_VECS : 16)

ESP_INLINE void esp_micro_clear(const int count, esp_vf* acc) {
  ESP_UNROLL for (int i = 0; i < count; ++i) acc[i] = esp_zero();
}

// Sum i of `sums`, its parts added up.
ESP_INLINE esp_vf esp_micro_total(const int sums, const int i, const esp_vf* acc) {
  const int parts = ESP_MICRO_PARTS(sums);
  esp_vf v = acc[i];
  if (parts >= 2) v = v + acc[sums + i];
  if (parts == 4) v = v + (acc[2 * sums + i] + acc[3 * sums + i]);
  return v;
}

// sums[i][j] = sum over t in [0, terms) of a[i * row_a + t * step_a] * (vector j at b + t * step_b),
// for i < rows, which must be a constant.
ESP_INLINE void esp_micro(const int rows, esp_int terms, const float* a, esp_int row_a,
                          esp_int step_a, const float* b, esp_int step_b, esp_block* sums) {
  const int count = rows * ESP_VECS, parts = ESP_MICRO_PARTS(count);
  esp_vf acc[ESP_MICRO_MOST];
  esp_vf vb[ESP_VECS];
  esp_micro_clear(count * parts, acc);
  esp_int t = 0;
  if (parts > 1) {
    for (; t + parts <= terms; t += parts) {
      ESP_UNROLL for (int part = 0; part < parts; ++part) {
        ESP_UNROLL for (int j = 0; j < ESP_VECS; ++j) vb[j] = esp_load(b + j * ESP_WIDTH);
        esp_micro_step(rows, ESP_VECS, rows > 6, a, row_a, vb, acc + part * count);
        a += step_a;
        b += step_b;
      }
    }
  }
  for (; t < terms; ++t) {
    ESP_UNROLL for (int j = 0; j < ESP_VECS; ++j) vb[j] = esp_load(b + j * ESP_WIDTH);
    esp_micro_step(rows, ESP_VECS, rows > 6, a, row_a, vb, acc);
    a += step_a;
    b += step_b;
  }
  ESP_UNROLL for (int i = 0; i < rows; ++i) ESP_UNROLL for (int j = 0; j < ESP_VECS; ++j)
      sums->v[i][j] = esp_micro_total(count, i * ESP_VECS + j, acc);
}

#endif
