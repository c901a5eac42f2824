// SPDX-License-Identifier: Apache-2.0
//
// Products with few rows or few columns whose terms lie one after another in memory: each element of
// C is a dot product, summed by vector lanes. Nothing is packed but a few columns of B, if need be.
#ifndef ESP_GEMM_DOT_H
#define ESP_GEMM_DOT_H

#include "gemm_block.h"

// Whether a product is computed this way; from its shape only.
ESP_INLINE int esp_gemm_dots(esp_int m, esp_int n, esp_int k, int trans_a, int trans_b) {
  if (k < 2 * ESP_WIDTH) return 0;
  if (trans_a) return m == 1 && trans_b;
  return trans_b ? m <= 8 || n <= 2 : n <= 2;
}

// Floats of scratch: sums of a block, one row of A or a few columns of B.
ESP_INLINE size_t esp_gemm_dot_scratch(const esp_gemm_cut* cut, int trans_b) {
  const esp_int lines = trans_b ? 1 : 4;
  return (size_t)(cut->block_m * cut->block_n + lines * cut->chunk_k + 32);
}

// sums[i * ld + j] = dot product of row i at a and row j at b, for i < rows, j < columns: constants.
ESP_INLINE void esp_dot(const int rows, const int columns, esp_int terms, const float* a,
                        esp_int lda, const float* b, esp_int ldb, float* sums, esp_int ld) {
  esp_vf acc[3][8];
  ESP_UNROLL for (int i = 0; i < rows; ++i) ESP_UNROLL for (int j = 0; j < columns; ++j) acc[i][j] =
      esp_zero();
  esp_int t = 0;
  for (; t + ESP_WIDTH <= terms; t += ESP_WIDTH) {
    esp_vf va[3];
    ESP_UNROLL for (int i = 0; i < rows; ++i) va[i] = esp_load(a + i * lda + t);
    ESP_UNROLL for (int j = 0; j < columns; ++j) {
      const esp_vf vb = esp_load(b + j * ldb + t);
      ESP_UNROLL for (int i = 0; i < rows; ++i) acc[i][j] = esp_fma(va[i], vb, acc[i][j]);
    }
  }
  if (t < terms) {
    esp_vf va[3];
    ESP_UNROLL for (int i = 0; i < rows; ++i) va[i] = esp_load_part(a + i * lda + t, terms - t);
    ESP_UNROLL for (int j = 0; j < columns; ++j) {
      const esp_vf vb = esp_load_part(b + j * ldb + t, terms - t);
      ESP_UNROLL for (int i = 0; i < rows; ++i) acc[i][j] = esp_fma(va[i], vb, acc[i][j]);
    }
  }
  ESP_UNROLL for (int i = 0; i < rows; ++i) ESP_UNROLL for (int j = 0; j < columns; ++j)
      sums[i * ld + j] = esp_sum(acc[i][j]);
}

#define ESP_DOT(rows, columns)                                                            \
  ESP_OUTLINE void esp_dot_##rows##_##columns(esp_int terms, const float* a, esp_int lda, \
                                              const float* b, esp_int ldb, float* sums,   \
                                              esp_int ld) {                               \
    esp_dot(rows, columns, terms, a, lda, b, ldb, sums, ld);                              \
  }
ESP_DOT(1, 8)
ESP_DOT(1, 1)
ESP_DOT(2, 4)
ESP_DOT(2, 1)
ESP_DOT(3, 4)
ESP_DOT(3, 1)

ESP_OUTLINE void esp_gemm_dot_run(const esp_gemm_operands* o, const esp_gemm_result* r, esp_int i,
                                  esp_int i_end, esp_int j, esp_int j_end, esp_int t, esp_int t_end,
                                  float* scratch) {
  const esp_int rows = i_end - i, columns = j_end - j, terms = t_end - t;
  float* sums = scratch;
  const esp_int ld = columns;
  float* lines = scratch + esp_round_up(rows * columns + ESP_WIDTH, 16);
  const float *a = o->a + i * o->row_a + t * o->step_a, *b;
  esp_int lda = o->row_a, ldb = o->ldb;
  if (o->step_a != 1) {  // one row
    for (esp_int s = 0; s < terms; ++s) lines[s] = a[s * o->step_a];
    a = lines;
    lda = 0;
  }
  if (o->trans_b) {
    b = o->b + j * o->ldb + t;
  } else {  // few columns
    for (esp_int c = 0; c < columns; ++c)
      for (esp_int s = 0; s < terms; ++s) lines[c * terms + s] = o->b[(t + s) * o->ldb + j + c];
    b = lines;
    ldb = terms;
  }
  esp_int row = 0;
  while (row < rows) {
    const esp_int some = rows - row == 4 ? 2 : esp_at_most(rows - row, 3);
    const float* from = a + row * lda;
    float* to = sums + row * ld;
    esp_int c = 0;
    if (some == 1) {
      for (; c + 8 <= columns; c += 8) esp_dot_1_8(terms, from, lda, b + c * ldb, ldb, to + c, ld);
      for (; c < columns; ++c) esp_dot_1_1(terms, from, lda, b + c * ldb, ldb, to + c, ld);
    } else if (some == 2) {
      for (; c + 4 <= columns; c += 4) esp_dot_2_4(terms, from, lda, b + c * ldb, ldb, to + c, ld);
      for (; c < columns; ++c) esp_dot_2_1(terms, from, lda, b + c * ldb, ldb, to + c, ld);
    } else {
      for (; c + 4 <= columns; c += 4) esp_dot_3_4(terms, from, lda, b + c * ldb, ldb, to + c, ld);
      for (; c < columns; ++c) esp_dot_3_1(terms, from, lda, b + c * ldb, ldb, to + c, ld);
    }
    row += some;
  }
  esp_gemm_finish(r, sums, ld, i, rows, j, columns, 1, 1);
}

#endif
