// SPDX-License-Identifier: Apache-2.0
//
// The innermost loop of convolutions: sums of some output channels at some vectors of neighbouring
// output pixels, over a list of terms.
#ifndef ESP_CONV_MICRO_H
#define ESP_CONV_MICRO_H

#include "gemm_micro.h"

// Where a term finds its weight, from the weights of the block (low half), and its pixels, from where
// the output pixel lies in the copied input (high half): one number, so that it is one load.
typedef int64_t esp_term;

ESP_INLINE esp_term esp_term_of(esp_int weight, esp_int pixel) {
  return (int64_t)pixel * ((int64_t)1 << 32) + (int64_t)weight;
}

// Vectors that are summed at once, by the number of channels.
#define ESP_CONV_MOST_VECS 4
#define ESP_CONV_VECS(rows) ((rows) <= 3 ? 4 : (rows) == 4 && ESP_WIDTH >= 4 ? 3 : ESP_VECS)

// What becomes of the sums. Channel i of vector j goes to y[i * plane + at[j]].
typedef struct esp_conv_store {
  float* y;
  const float* add;   // like y, or NULL
  const float* bias;  // of the first channel, or NULL
  esp_int plane;
  esp_int at[ESP_CONV_MOST_VECS], lanes[ESP_CONV_MOST_VECS];
  int first, last;  // as in esp_gemm_finish
  int plain;        // first, last, nothing to add, and the activation is a clip to [low, high]
  float low, high;
  esp_int activation;
  float act_alpha, act_beta;
} esp_conv_store;

ESP_INLINE void esp_conv_store_activation(esp_conv_store* s, esp_int activation, float alpha,
                                          float beta) {
  s->activation = activation;
  s->act_alpha = alpha;
  s->act_beta = beta;
  s->low = activation == ESP_ACT_RELU   ? 0.0f
           : activation == ESP_ACT_CLIP ? alpha
                                        : -__builtin_inff();
  s->high = activation == ESP_ACT_CLIP ? beta : __builtin_inff();
}

ESP_INLINE void esp_conv_store_stage(esp_conv_store* s, int first, int last) {
  s->first = first;
  s->last = last;
  s->plain = first && last && s->add == NULL &&
             (s->activation == ESP_ACT_NONE || s->activation == ESP_ACT_RELU ||
              s->activation == ESP_ACT_CLIP);
}

// sums: vecs vectors for each row.
ESP_OUTLINE void esp_conv_finish(const esp_conv_store* s, const esp_vf* sums, esp_int rows,
                                 esp_int vecs) {
  for (esp_int i = 0; i < rows; ++i) {
    const esp_vf bias = esp_set1(s->bias != NULL && s->first ? s->bias[i] : 0.0f);
    for (esp_int j = 0; j < vecs; ++j) {
      const esp_int lanes = s->lanes[j];
      float* y = s->y + i * s->plane + s->at[j];
      const float* from = s->add != NULL ? s->add + i * s->plane + s->at[j] : NULL;
      if (!s->first) from = y;
      esp_vf base = bias;
      if (from != NULL)
        base = base + (lanes == ESP_WIDTH ? esp_load(from) : esp_load_part(from, lanes));
      esp_vf v = base + sums[i * vecs + j];
      if (s->last) {
        v = s->activation == ESP_ACT_RELU
                ? esp_relu(v)
                : esp_activate(v, s->activation, s->act_alpha, s->act_beta);
      }
      if (lanes == ESP_WIDTH)
        esp_store(y, v);
      else
        esp_store_part(y, v, lanes);
    }
  }
}

// One term: acc[i * vecs + j] += weight of row i * vector j. Whichever there are fewer of, weights or
// vectors, is held in registers.
ESP_INLINE void esp_conv_step(const int rows, const int vecs, const esp_term* term, const float* a,
                              esp_int row_a, const float* const* from, esp_vf* acc) {
  // Neither half is negative.
  const float* weight = a + (esp_int)(uint32_t)*term;
  const esp_int pixel = (esp_int)(*term >> 32);
  if (rows < vecs) {
    esp_vf va[ESP_CONV_MOST_VECS];
    ESP_UNROLL for (int i = 0; i < rows; ++i) va[i] = esp_set1(weight[i * row_a]);
    ESP_UNROLL for (int j = 0; j < vecs; ++j) {
      const esp_vf vb = esp_load(from[j] + pixel);
      ESP_UNROLL for (int i = 0; i < rows; ++i) acc[i * vecs + j] =
          esp_fma(va[i], vb, acc[i * vecs + j]);
    }
    return;
  }
  esp_vf vb[ESP_CONV_MOST_VECS];
  ESP_UNROLL for (int j = 0; j < vecs; ++j) vb[j] = esp_load(from[j] + pixel);
  esp_micro_step(rows, vecs, 1, weight, row_a, vb, acc);
}

// sums[i][j] = sum over t < count of a[i * row_a + terms[t].weight] * (vector at
// b[j] + terms[t].pixel), i < rows, j < vecs: constants; then stored.
ESP_INLINE void esp_conv_micro(const int rows, const int vecs, const esp_term* terms, esp_int count,
                               const float* a, esp_int row_a, const float* const* b,
                               const esp_conv_store* s) {
  const int sums = rows * vecs, parts = ESP_MICRO_PARTS(sums);
  esp_vf acc[ESP_MICRO_MOST];
  const float* from[ESP_CONV_MOST_VECS];
  ESP_UNROLL for (int j = 0; j < vecs; ++j) from[j] = b[j];
  esp_micro_clear(sums * parts, acc);
  const esp_term* const end = terms + count;
  if (parts > 1) {
    for (; terms + parts <= end; terms += parts)
      ESP_UNROLL for (int part = 0; part < parts; ++part)
          esp_conv_step(rows, vecs, terms + part, a, row_a, from, acc + part * sums);
  }
  for (; terms < end; ++terms) esp_conv_step(rows, vecs, terms, a, row_a, from, acc);
  int full = s->plain;
  ESP_UNROLL for (int j = 0; j < vecs; ++j) full &= s->lanes[j] == ESP_WIDTH;
  if (!full) {
    esp_vf all[ESP_MICRO_MOST];
    ESP_UNROLL for (int i = 0; i < sums; ++i) all[i] = esp_micro_total(sums, i, acc);
    esp_conv_finish(s, all, rows, vecs);
    return;
  }
  const esp_vf low = esp_set1(s->low), high = esp_set1(s->high);
  float* y = s->y;
  ESP_UNROLL for (int i = 0; i < rows; ++i) {
    const esp_vf bias = esp_set1(s->bias != NULL ? s->bias[i] : 0.0f);
    ESP_UNROLL for (int j = 0; j < vecs; ++j) {
      const esp_vf v = bias + esp_micro_total(sums, i * vecs + j, acc);
      esp_store(y + s->at[j], esp_min_second(high, esp_max_second(low, v)));
    }
    y += s->plane;
  }
}

typedef void esp_conv_micro_fn(const esp_term* terms, esp_int count, const float* a, esp_int row_a,
                               const float* const* b, const esp_conv_store* s);

#define ESP_CONV_MICRO_FN(rows, how)                                                   \
  ESP_OUTLINE void esp_conv_micro_##rows##_##how(const esp_term* terms, esp_int count, \
                                                 const float* a, esp_int row_a,        \
                                                 const float* const* b, const esp_conv_store* s)
#define ESP_CONV_MICRO_1(rows) \
  ESP_CONV_MICRO_FN(rows, 1) { esp_conv_micro(rows, 1, terms, count, a, row_a, b, s); }
#define ESP_CONV_MICRO_N(rows)                                               \
  ESP_CONV_MICRO_FN(rows, n) {                                               \
    esp_conv_micro(rows, ESP_CONV_VECS(rows), terms, count, a, row_a, b, s); \
  }
#define ESP_CONV_MICRO(rows) ESP_CONV_MICRO_1(rows) ESP_CONV_MICRO_N(rows)
ESP_CONV_MICRO(1)
#if ESP_WIDTH >= 4
ESP_CONV_MICRO(2)
ESP_CONV_MICRO(3)
ESP_CONV_MICRO(4)
#else
// Machines without vectors have little room for code: what is left over goes channel by channel.
ESP_OUTLINE void esp_conv_micro_each(esp_int rows, esp_conv_micro_fn* one, const esp_term* terms,
                                     esp_int count, const float* a, esp_int row_a,
                                     const float* const* b, const esp_conv_store* s) {
  esp_conv_store row = *s;
  for (esp_int i = 0; i < rows; ++i) {
    one(terms, count, a + i * row_a, row_a, b, &row);
    row.y += s->plane;
    if (row.add != NULL) row.add += s->plane;
    if (row.bias != NULL) row.bias += 1;
  }
}
#define ESP_CONV_MICRO_EACH(rows, how)                                               \
  ESP_CONV_MICRO_FN(rows, how) {                                                     \
    esp_conv_micro_each(rows, esp_conv_micro_1_##how, terms, count, a, row_a, b, s); \
  }
ESP_CONV_MICRO_EACH(2, 1)
ESP_CONV_MICRO_EACH(2, n)
ESP_CONV_MICRO_EACH(3, 1)
ESP_CONV_MICRO_EACH(3, n)
ESP_CONV_MICRO_EACH(4, 1)
ESP_CONV_MICRO_N(4)
#endif
#if ESP_WIDTH >= 4
ESP_CONV_MICRO(5)
ESP_CONV_MICRO(6)
#endif
#if ESP_WIDTH >= 16
ESP_CONV_MICRO(7)
ESP_CONV_MICRO(8)
ESP_CONV_MICRO(9)
ESP_CONV_MICRO(10)
ESP_CONV_MICRO(11)
ESP_CONV_MICRO(12)
#endif

// The function for `rows` <= ESP_ROWS channels and one vector or ESP_CONV_VECS(rows).
ESP_INLINE esp_conv_micro_fn* esp_conv_micro_of(esp_int rows, int one) {
  static esp_conv_micro_fn* const by_rows[][2] = {
    {esp_conv_micro_1_1, esp_conv_micro_1_n},
    {esp_conv_micro_2_1, esp_conv_micro_2_n},
    {esp_conv_micro_3_1, esp_conv_micro_3_n},
    {esp_conv_micro_4_1, esp_conv_micro_4_n},
#if ESP_WIDTH >= 4
    {esp_conv_micro_5_1, esp_conv_micro_5_n},
    {esp_conv_micro_6_1, esp_conv_micro_6_n},
#endif
#if ESP_WIDTH >= 16
    {esp_conv_micro_7_1, esp_conv_micro_7_n},
    {esp_conv_micro_8_1, esp_conv_micro_8_n},
    {esp_conv_micro_9_1, esp_conv_micro_9_n},
    {esp_conv_micro_10_1, esp_conv_micro_10_n},
    {esp_conv_micro_11_1, esp_conv_micro_11_n},
    {esp_conv_micro_12_1, esp_conv_micro_12_n},
#endif
  };
  return by_rows[rows - 1][one ? 0 : 1];
}

#endif
