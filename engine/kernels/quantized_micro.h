// SPDX-License-Identifier: Apache-2.0
//
// The innermost loop of products of 8-bit integers: sums of some pixels (rows) at a panel of output
// channels stay in registers while one step of weights after the other meets them, and leave as bytes.
#ifndef ESP_QUANTIZED_MICRO_H
#define ESP_QUANTIZED_MICRO_H

#include "gemm_micro.h"
#include "quantized_lanes.h"

// Weights of a panel with what belongs to its channels.
typedef struct esp_q_panel {
  const int8_t* w;  // [steps][ESP_Q_PANEL][ESP_Q_EACH]
  const int32_t* start;
  const float* scale;
  esp_q_range range;
} esp_q_panel;

// y[i * ESP_Q_PANEL + lane] = the scaled sum of lane's channel for inputs x[i][offsets[t] ...], t < steps;
// rows and vecs are constants.
ESP_INLINE void esp_q_micro(const int rows, const int vecs, const int32_t* offsets, esp_int steps,
                            const esp_qx* const* x, const esp_q_panel* p, uint8_t* y) {
  esp_vi acc[ESP_ROWS * ESP_Q_VECS];
  const esp_qx* from[ESP_ROWS];
  const int8_t* w = p->w;
  ESP_UNROLL for (int i = 0; i < rows; ++i) from[i] = x[i];
  ESP_UNROLL for (int j = 0; j < vecs; ++j) {
    const esp_vi start = esp_loadi(p->start + j * ESP_WIDTH);
    ESP_UNROLL for (int i = 0; i < rows; ++i) acc[i * vecs + j] = start;
  }
  for (esp_int t = 0; t < steps; ++t) {
    const esp_int at = offsets[t];
    esp_qw vw[ESP_Q_VECS];
    ESP_UNROLL for (int j = 0; j < vecs; ++j) vw[j] = esp_q_weights(w + j * ESP_WIDTH * ESP_Q_EACH);
    ESP_UNROLL for (int i = 0; i < rows; ++i) ESP_UNROLL for (int j = 0; j < vecs; ++j)
        acc[i * vecs + j] = esp_q_dot(acc[i * vecs + j], from[i] + at, vw[j]);
    w += ESP_Q_PANEL * ESP_Q_EACH;
  }
  ESP_UNROLL for (int j = 0; j < vecs; ++j) {
    const esp_vf scale = esp_load(p->scale + j * ESP_WIDTH);
    ESP_UNROLL for (int i = 0; i < rows; ++i)
        esp_q_store(y + i * ESP_Q_PANEL + j * ESP_WIDTH,
                    esp_q_scaled_vector(acc[i * vecs + j], scale, &p->range));
  }
}

#define ESP_Q_MICRO_ARGS \
  const int32_t *offsets, esp_int steps, const esp_qx *const *x, const esp_q_panel *p, uint8_t *y
#define ESP_Q_MICRO(name, rows, vecs)                     \
  ESP_OUTLINE void esp_q_micro_##name(ESP_Q_MICRO_ARGS) { \
    esp_q_micro(rows, vecs, offsets, steps, x, p, y);     \
  }
ESP_Q_MICRO(one_1, 1, 1)
ESP_Q_MICRO(one_n, 1, ESP_Q_VECS)
ESP_Q_MICRO(some_1, ESP_ROWS / 2, 1)
ESP_Q_MICRO(some_n, ESP_ROWS / 2, ESP_Q_VECS)
ESP_Q_MICRO(all_1, ESP_ROWS, 1)
ESP_Q_MICRO(all_n, ESP_ROWS, ESP_Q_VECS)

// Rows of y that esp_q_rows may write past the last one.
#define ESP_Q_SLACK (ESP_ROWS - 1)

// The same for `rows` <= ESP_ROWS. Between the sizes that there are, the last pixel is taken again: x has
// room for ESP_ROWS pointers and y for as many rows.
ESP_INLINE void esp_q_rows(esp_int rows, int one_vector, const int32_t* offsets, esp_int steps,
                           const esp_qx** x, const esp_q_panel* p, uint8_t* y) {
  const esp_int whole = rows == 1 ? 1 : rows <= ESP_ROWS / 2 ? ESP_ROWS / 2 : ESP_ROWS;
  for (esp_int i = rows; i < whole; ++i) x[i] = x[rows - 1];
  if (whole == 1)
    (one_vector ? esp_q_micro_one_1 : esp_q_micro_one_n)(offsets, steps, x, p, y);
  else if (whole == ESP_ROWS)
    (one_vector ? esp_q_micro_all_1 : esp_q_micro_all_n)(offsets, steps, x, p, y);
  else
    (one_vector ? esp_q_micro_some_1 : esp_q_micro_some_n)(offsets, steps, x, p, y);
}

// A byte of x as an unsigned number, and what stands for 0 among those.
typedef struct esp_q_input {
  uint8_t flip;  // 0x80 where x is signed
  int32_t zero;
} esp_q_input;

ESP_INLINE esp_q_input esp_q_input_of(esp_int is_signed, esp_int zero_point) {
  const esp_q_input in = {is_signed ? 0x80 : 0, (int32_t)zero_point + (is_signed ? 128 : 0)};
  return in;
}

// One element as products take it.
ESP_INLINE esp_qx esp_q_element(uint8_t byte, const esp_q_input* in) {
  const int32_t v = byte ^ in->flip;
  return (esp_qx)(ESP_Q_EACH == 4 ? v : v - in->zero);
}
// The one that stands for 0.
ESP_INLINE esp_qx esp_q_nothing(const esp_q_input* in) {
  return (esp_qx)(ESP_Q_EACH == 4 ? in->zero : 0);
}

#endif
