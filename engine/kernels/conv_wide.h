// SPDX-License-Identifier: Apache-2.0
//
// The innermost loop of convolutions by vectors of output channels: numbers of the input, one by one,
// meet vectors of packed weights; and the end, where the sums are turned round and stored.
#ifndef ESP_CONV_WIDE_H
#define ESP_CONV_WIDE_H

#include "conv_micro.h"
#include "vector_transpose.h"

// Where a term finds its number, from where the first one of the output pixel lies in the input, and
// its weights, from those of the block.
typedef struct esp_wide_term {
  int32_t pixel, weight;
} esp_wide_term;

ESP_INLINE void esp_wide_step(const int rows, const int vecs, const esp_wide_term* term,
                              const float* x, esp_int row_x, const float* w, esp_vf* acc) {
  esp_vf vb[ESP_VECS];
  ESP_UNROLL for (int j = 0; j < vecs; ++j) vb[j] = esp_load(w + term->weight + j * ESP_WIDTH);
  esp_micro_step(rows, vecs, 1, x + term->pixel, row_x, vb, acc);
}

// sums[i * row_sums + lane] = (first ? 0 : itself) + sum over t < count of
// x[i * row_x + terms[t].pixel] * w[terms[t].weight + lane], for i < rows and `vecs` vectors of lanes:
// constants.
ESP_INLINE void esp_wide_micro(const int rows, const int vecs, const esp_wide_term* terms,
                               esp_int count, const float* x, esp_int row_x, const float* w,
                               float* sums, esp_int row_sums, int first) {
  const int total = rows * vecs, parts = ESP_MICRO_PARTS(total);
  esp_vf acc[ESP_MICRO_MOST];
  esp_micro_clear(total * parts, acc);
  if (!first) {
    ESP_UNROLL for (int i = 0; i < rows; ++i) ESP_UNROLL for (int j = 0; j < vecs; ++j)
        acc[i * vecs + j] = esp_load(sums + i * row_sums + j * ESP_WIDTH);
  }
  const esp_wide_term* const end = terms + count;
  if (parts > 1) {
    for (; terms + parts <= end; terms += parts)
      ESP_UNROLL for (int part = 0; part < parts; ++part)
          esp_wide_step(rows, vecs, terms + part, x, row_x, w, acc + part * total);
  }
  for (; terms < end; ++terms) esp_wide_step(rows, vecs, terms, x, row_x, w, acc);
  ESP_UNROLL for (int i = 0; i < rows; ++i) ESP_UNROLL for (int j = 0; j < vecs; ++j)
      esp_store(sums + i * row_sums + j * ESP_WIDTH, esp_micro_total(total, i * vecs + j, acc));
}

#define ESP_WIDE_ARGS                                                                       \
  const esp_wide_term *terms, esp_int count, const float *x, esp_int row_x, const float *w, \
      float *sums, esp_int row_sums, int first
typedef void esp_wide_micro_fn(ESP_WIDE_ARGS);

#define ESP_WIDE_MICRO(rows)                                                          \
  ESP_OUTLINE void esp_wide_micro_##rows##_1(ESP_WIDE_ARGS) {                         \
    esp_wide_micro(rows, 1, terms, count, x, row_x, w, sums, row_sums, first);        \
  }                                                                                   \
  ESP_OUTLINE void esp_wide_micro_##rows##_n(ESP_WIDE_ARGS) {                         \
    esp_wide_micro(rows, ESP_VECS, terms, count, x, row_x, w, sums, row_sums, first); \
  }
ESP_WIDE_MICRO(1)
ESP_WIDE_MICRO(2)
ESP_WIDE_MICRO(3)
ESP_WIDE_MICRO(4)
#if ESP_WIDTH >= 4
ESP_WIDE_MICRO(5)
ESP_WIDE_MICRO(6)
#endif
#if ESP_WIDTH >= 16
ESP_WIDE_MICRO(7)
ESP_WIDE_MICRO(8)
ESP_WIDE_MICRO(9)
ESP_WIDE_MICRO(10)
ESP_WIDE_MICRO(11)
ESP_WIDE_MICRO(12)
#endif

ESP_INLINE esp_wide_micro_fn* esp_wide_micro_of(esp_int rows, int one) {
  static esp_wide_micro_fn* const by_rows[][2] = {
    {esp_wide_micro_1_1, esp_wide_micro_1_n},
    {esp_wide_micro_2_1, esp_wide_micro_2_n},
    {esp_wide_micro_3_1, esp_wide_micro_3_n},
    {esp_wide_micro_4_1, esp_wide_micro_4_n},
#if ESP_WIDTH >= 4
    {esp_wide_micro_5_1, esp_wide_micro_5_n},
    {esp_wide_micro_6_1, esp_wide_micro_6_n},
#endif
#if ESP_WIDTH >= 16
    {esp_wide_micro_7_1, esp_wide_micro_7_n},
    {esp_wide_micro_8_1, esp_wide_micro_8_n},
    {esp_wide_micro_9_1, esp_wide_micro_9_n},
    {esp_wide_micro_10_1, esp_wide_micro_10_n},
    {esp_wide_micro_11_1, esp_wide_micro_11_n},
    {esp_wide_micro_12_1, esp_wide_micro_12_n},
#endif
  };
  return by_rows[rows - 1][one ? 0 : 1];
}

// Stores sums [pixels][ESP_PANEL] of `channels` channels as rows of pixels from store->y + at on. The
// sums are whole: store is at its first and last stage.
ESP_OUTLINE void esp_wide_finish(const esp_conv_store* store, const float* sums, esp_int channels,
                                 esp_int at, esp_int pixels, int may_shift) {
  esp_conv_store s = *store;
  const int clip =
      s.activation == ESP_ACT_NONE || s.activation == ESP_ACT_RELU || s.activation == ESP_ACT_CLIP;
  const esp_vf low = esp_set1(s.low), high = esp_set1(s.high);
  for (esp_int c = 0; c < channels; c += ESP_WIDTH) {
    const esp_int some = esp_at_most(channels - c, ESP_WIDTH);
    esp_conv_store part = s;
    part.y += c * s.plane;
    if (part.add != NULL) part.add += c * s.plane;
    if (part.bias != NULL) part.bias += c;
    for (esp_int p = 0; p < pixels; p += ESP_WIDTH) {
      esp_int from = p, lanes = pixels - p;
      if (lanes < ESP_WIDTH && may_shift && pixels >= ESP_WIDTH) from = pixels - ESP_WIDTH;
      lanes = esp_at_most(pixels - from, ESP_WIDTH);
      esp_vf v[ESP_WIDTH];
      for (int i = 0; i < ESP_WIDTH; ++i) v[i] = esp_load(sums + (from + i) * ESP_PANEL + c);
      esp_transpose(v);
      if (!clip || lanes < ESP_WIDTH) {
        part.at[0] = at + from;
        part.lanes[0] = lanes;
        esp_conv_finish(&part, v, some, 1);
        continue;
      }
      float* y = part.y + at + from;
      const float* add = part.add != NULL ? part.add + at + from : NULL;
      for (esp_int i = 0; i < some; ++i, y += s.plane) {
        esp_vf base = esp_set1(part.bias != NULL ? part.bias[i] : 0.0f);
        if (add != NULL) base = base + esp_load(add + i * s.plane);
        esp_store(y, esp_min_second(high, esp_max_second(low, base + v[i])));
      }
    }
  }
}

#endif
