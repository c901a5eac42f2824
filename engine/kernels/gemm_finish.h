// SPDX-License-Identifier: Apache-2.0
//
// What becomes of the sums of a matrix product: scaling, what is added, activation, store.
#ifndef ESP_GEMM_FINISH_H
#define ESP_GEMM_FINISH_H

#include "gemm_micro.h"

typedef struct esp_gemm_result {
  float* c;
  esp_int ldc;
  const float* bias;              // NULL for none
  esp_int bias_row, bias_column;  // from one row to the next; 0 or 1 from one column to the next
  float alpha, beta, bias_scale;
  esp_int activation;
  float act_alpha, act_beta;
} esp_gemm_result;

ESP_INLINE esp_gemm_result esp_gemm_result_of(float* c, esp_int ldc, const float* bias,
                                              esp_int bias_mode, esp_int ld_bias) {
  esp_gemm_result r = {c, ldc, bias, 0, 0, 1.0f, 0.0f, 1.0f, ESP_ACT_NONE, 0.0f, 0.0f};
  if (bias_mode == ESP_BIAS_NONE) r.bias = NULL;
  if (bias_mode == ESP_BIAS_ROW || bias_mode == ESP_BIAS_FULL) r.bias_column = 1;
  if (bias_mode == ESP_BIAS_COLUMN) r.bias_row = 1;
  if (bias_mode == ESP_BIAS_FULL) r.bias_row = ld_bias;
  return r;
}

// One vector of `count` columns (all lanes if `full`) of a row.
ESP_INLINE void esp_gemm_finish_vector(const esp_gemm_result* r, const int full, esp_vf sum,
                                       float* c, const float* bias, esp_int count, int first,
                                       int last) {
  esp_vf base = esp_zero();
  if (!first || r->beta != 0.0f) {
    base = full ? esp_load(c) : esp_load_part(c, count);
    if (first) base = base * r->beta;
  }
  if (first && bias != NULL) {
    const esp_vf b = r->bias_column == 0 ? esp_set1(*bias)
                     : full              ? esp_load(bias)
                                         : esp_load_part(bias, count);
    base = esp_fma(b, esp_set1(r->bias_scale), base);
  }
  esp_vf v = esp_fma(sum, esp_set1(r->alpha), base);
  if (last && r->activation != ESP_ACT_NONE) {
    v = r->activation == ESP_ACT_RELU ? esp_relu(v)
                                      : esp_activate(v, r->activation, r->act_alpha, r->act_beta);
  }
  if (full)
    esp_store(c, v);
  else
    esp_store_part(c, v, count);
}

// Adds the sums of rows [i, i + rows), columns [j, j + columns), `ld` apart at `sums`, to the result.
// `first`: these are the first terms, so what C holds counts only times beta. `last`: there are no
// more, so activate. Reads whole vectors of sums.
ESP_OUTLINE void esp_gemm_finish(const esp_gemm_result* r, const float* sums, esp_int ld, esp_int i,
                                 esp_int rows, esp_int j, esp_int columns, int first, int last) {
  for (esp_int row = 0; row < rows; ++row) {
    float* c = r->c + (i + row) * r->ldc + j;
    const float* bias = r->bias;
    if (bias != NULL) bias += (i + row) * r->bias_row + j * r->bias_column;
    esp_int at = 0;
    for (; at + ESP_WIDTH <= columns; at += ESP_WIDTH) {
      esp_gemm_finish_vector(r, 1, esp_load(sums + at), c + at, bias, ESP_WIDTH, first, last);
      if (bias != NULL) bias += r->bias_column * ESP_WIDTH;
    }
    if (at < columns)
      esp_gemm_finish_vector(r, 0, esp_load(sums + at), c + at, bias, columns - at, first, last);
    sums += ld;
  }
}

#endif
