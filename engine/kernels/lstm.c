// SPDX-License-Identifier: Apache-2.0
#include "lstm.h"

#include "map.h"

static esp_int lstm_tiles(const void* args) {
  return esp_ceil_div(((const esp_lstm_args*)args)->batch, ESP_LSTM_ROWS);
}

// Rows of z [4 * hidden], h and c [hidden], each rounded up to whole vectors.
static esp_int lstm_padded(esp_int hidden) {
  return (hidden + ESP_WIDTH - 1) / ESP_WIDTH * ESP_WIDTH;
}
static size_t lstm_scratch(const void* args) {
  const esp_lstm_args* a = args;
  return (size_t)(ESP_LSTM_ROWS * (lstm_padded(4 * a->hidden) + 2 * lstm_padded(a->hidden))) *
         sizeof(float);
}

// z[r] = xw[r] + h[r] R^T for `rows` rows, in columns of two vectors at a time. Each combination of
// rows is a function of its own, so that the sums stay in registers.
#define ESP_LSTM_PRODUCT(rows)                                                          \
  static void lstm_product_##rows(const esp_lstm_args* a, const float* const* xw,       \
                                  const float* const* h, float* const* z) {             \
    const esp_int width = 4 * a->hidden;                                                \
    for (esp_int j = 0; j < width; j += 2 * ESP_WIDTH) {                                \
      const esp_int n0 = esp_int_min(ESP_WIDTH, width - j);                             \
      const esp_int n1 = esp_int_max(0, esp_int_min(ESP_WIDTH, width - j - ESP_WIDTH)); \
      esp_vf s0[rows], s1[rows];                                                        \
      for (int r = 0; r < rows; ++r) {                                                  \
        s0[r] = esp_load_n(xw[r] + j, n0);                                              \
        s1[r] = n1 > 0 ? esp_load_n(xw[r] + j + ESP_WIDTH, n1) : esp_zero();            \
      }                                                                                 \
      if (n1 == ESP_WIDTH) {                                                            \
        for (esp_int k = 0; k < a->hidden; ++k) {                                       \
          const esp_vf w0 = esp_load(a->rt + k * width + j);                            \
          const esp_vf w1 = esp_load(a->rt + k * width + j + ESP_WIDTH);                \
          for (int r = 0; r < rows; ++r) {                                              \
            const esp_vf v = esp_set1(h[r][k]);                                         \
            s0[r] = esp_fma(v, w0, s0[r]);                                              \
            s1[r] = esp_fma(v, w1, s1[r]);                                              \
          }                                                                             \
        }                                                                               \
      } else {                                                                          \
        for (esp_int k = 0; k < a->hidden; ++k) {                                       \
          const esp_vf w0 = esp_load_n(a->rt + k * width + j, n0);                      \
          const esp_vf w1 =                                                             \
              n1 > 0 ? esp_load_n(a->rt + k * width + j + ESP_WIDTH, n1) : esp_zero();  \
          for (int r = 0; r < rows; ++r) {                                              \
            const esp_vf v = esp_set1(h[r][k]);                                         \
            s0[r] = esp_fma(v, w0, s0[r]);                                              \
            s1[r] = esp_fma(v, w1, s1[r]);                                              \
          }                                                                             \
        }                                                                               \
      }                                                                                 \
      for (int r = 0; r < rows; ++r) {                                                  \
        esp_store_n(z[r] + j, s0[r], n0);                                               \
        if (n1 > 0) esp_store_n(z[r] + j + ESP_WIDTH, s1[r], n1);                       \
      }                                                                                 \
    }                                                                                   \
  }
ESP_LSTM_PRODUCT(1)
ESP_LSTM_PRODUCT(4)

ESP_INLINE esp_vf lstm_function(const esp_lstm_args* a, esp_vf v, esp_int kind) {
  if (a->clip > 0) v = esp_min_second(esp_set1(a->clip), esp_max_second(esp_set1(-a->clip), v));
  return esp_activate(v, kind, 0, 0);
}

// The gates of one row and its new states.
static void lstm_gates(const esp_lstm_args* a, const float* z, float* h, float* c, float* y) {
  const esp_int size = a->hidden;
  for (esp_int j = 0; j < size; j += ESP_WIDTH) {
    const esp_int n = esp_int_min(ESP_WIDTH, size - j);
    const esp_vf before = esp_load_n(c + j, n);
    esp_vf zi = esp_load_n(z + j, n), zo = esp_load_n(z + size + j, n);
    esp_vf zf = esp_load_n(z + 2 * size + j, n);
    if (a->p) {
      zi = esp_fma(esp_load_n(a->p + j, n), before, zi);
      zf = esp_fma(esp_load_n(a->p + 2 * size + j, n), before, zf);
    }
    const esp_vf i = lstm_function(a, zi, a->f);
    const esp_vf f = a->input_forget ? 1.0f - i : lstm_function(a, zf, a->f);
    const esp_vf g = lstm_function(a, esp_load_n(z + 3 * size + j, n), a->g);
    const esp_vf now = esp_fma(f, before, i * g);
    if (a->p) zo = esp_fma(esp_load_n(a->p + size + j, n), now, zo);
    const esp_vf value = lstm_function(a, zo, a->f) * lstm_function(a, now, a->h);
    esp_store_n(c + j, now, n);
    esp_store_n(h + j, value, n);
    if (y) esp_store_n(y + j, value, n);
  }
}

static esp_int lstm_length(const esp_lstm_args* a, esp_int row) {
  return a->lens ? esp_int_max(0, esp_int_min(a->steps, a->lens[row])) : a->steps;
}

static void lstm_tile(const void* args, esp_int begin, esp_int end, void* scratch) {
  const esp_lstm_args* a = args;
  const esp_int wide = lstm_padded(4 * a->hidden), narrow = lstm_padded(a->hidden);
  const size_t bytes = (size_t)a->hidden * sizeof(float);
  float *z[ESP_LSTM_ROWS], *h[ESP_LSTM_ROWS], *c[ESP_LSTM_ROWS];
  for (esp_int r = 0; r < ESP_LSTM_ROWS; ++r) {
    z[r] = (float*)scratch + r * (wide + 2 * narrow);
    h[r] = z[r] + wide;
    c[r] = h[r] + narrow;
  }
  for (esp_int tile = begin; tile < end; ++tile) {
    const esp_int first = tile * ESP_LSTM_ROWS;
    const esp_int rows = esp_int_min(ESP_LSTM_ROWS, a->batch - first);
    for (esp_int r = 0; r < rows; ++r) {
      const esp_int state = (first + r) * a->state_row;
      if (a->h0) {
        memcpy(h[r], a->h0 + state, bytes);
      } else {
        memset(h[r], 0, bytes);
      }
      if (a->c0) {
        memcpy(c[r], a->c0 + state, bytes);
      } else {
        memset(c[r], 0, bytes);
      }
    }
    for (esp_int s = 0; s < a->steps; ++s) {
      const float *xw[ESP_LSTM_ROWS], *from[ESP_LSTM_ROWS];
      float *to[ESP_LSTM_ROWS], *y[ESP_LSTM_ROWS];
      esp_int row_of[ESP_LSTM_ROWS], live = 0;
      for (esp_int r = 0; r < rows; ++r) {
        const esp_int n = first + r, length = lstm_length(a, n);
        const esp_int t = s < length && a->backwards ? length - 1 - s : s;
        float* row = a->y ? a->y + t * a->y_step + n * a->y_row : NULL;
        if (s >= length) {
          if (row) memset(row, 0, bytes);
          continue;
        }
        xw[live] = a->xw + t * a->xw_step + n * a->xw_row;
        from[live] = h[r];
        to[live] = z[r];
        y[live] = row;
        row_of[live++] = r;
      }
      if (live == 4) {
        lstm_product_4(a, xw, from, to);
      } else {
        for (esp_int k = 0; k < live; ++k) lstm_product_1(a, xw + k, from + k, to + k);
      }
      for (esp_int k = 0; k < live; ++k) lstm_gates(a, to[k], h[row_of[k]], c[row_of[k]], y[k]);
    }
    for (esp_int r = 0; r < rows; ++r) {
      const esp_int state = (first + r) * a->state_row;
      if (a->y_h) memcpy(a->y_h + state, h[r], bytes);
      if (a->y_c) memcpy(a->y_c + state, c[r], bytes);
    }
  }
}
ESP_DEFINE_KERNEL(lstm, ESP_LSTM_FIELDS)
