// SPDX-License-Identifier: Apache-2.0
//
// Lines along the middle dimension of x[outer, axis, inner], for the softmax family. A work item is
// one row (inner = 1) or, otherwise, ESP_LINE_COLUMNS columns side by side; a tile is some of them.
#ifndef ESP_LINES_H
#define ESP_LINES_H

#include "map.h"
#include "sum_block.h"

#define ESP_LINE_COLUMNS 64

static inline esp_int esp_line_items(esp_int outer, esp_int axis, esp_int inner) {
  return axis > 0 ? outer * esp_ceil_div(inner, ESP_LINE_COLUMNS) : 0;
}

static inline esp_int esp_lines_per_tile(esp_int axis, esp_int inner) {
  return esp_int_max(1, ESP_CHUNK / esp_int_max(1, axis * esp_int_min(inner, ESP_LINE_COLUMNS)));
}

static inline esp_int esp_line_tiles(esp_int outer, esp_int axis, esp_int inner) {
  return esp_ceil_div(esp_line_items(outer, axis, inner), esp_lines_per_tile(axis, inner));
}

// Where an item begins and how many columns it has.
typedef struct esp_line_item {
  esp_int outer, column, width;
} esp_line_item;

static inline esp_line_item esp_line_item_at(esp_int inner, esp_int item) {
  if (inner == 1) return (esp_line_item){item, 0, 1};
  const esp_int blocks = esp_ceil_div(inner, ESP_LINE_COLUMNS);
  const esp_int column = item % blocks * ESP_LINE_COLUMNS;
  const esp_line_item at = {item / blocks, column, esp_int_min(inner - column, ESP_LINE_COLUMNS)};
  return at;
}

// ---- rows ----
// The largest of `count` floats; NaN if one is.
static inline float esp_row_max(const float* x, esp_int count) {
  const float least = -__builtin_inff();
  esp_vf most = esp_set1(least), more = most;
  esp_int i = 0;
  for (; i + 2 * ESP_WIDTH <= count; i += 2 * ESP_WIDTH) {
    most = esp_max(most, esp_load(x + i));
    more = esp_max(more, esp_load(x + i + ESP_WIDTH));
  }
  if (i + ESP_WIDTH <= count) most = esp_max(most, esp_load(x + i)), i += ESP_WIDTH;
  if (i < count)
    most = esp_max(most, esp_low_or(esp_load_part(x + i, count - i), count - i, least));
  return esp_max_lane(esp_max(most, more));
}

// exp(x[i] - most) at [i, i + n), 0 beyond; stored to y unless that is null.
ESP_INLINE esp_vf esp_row_exp(const float* x, float* y, esp_vf most, esp_int n) {
  const esp_vf e = esp_exp(esp_load_n(x, n) - most);
  if (y) esp_store_n(y, e, n);
  return esp_low_or(e, n, 0.0f);
}

static inline float esp_row_exp_block(const float* x, float* y, esp_vf most, esp_int count) {
  ESP_SUM_TERMS(count, esp_row_exp(x + i, y ? y + i : 0, most, n))
}

// Sum of exp(x[i] - most); the terms are stored to y unless that is null.
static inline float esp_row_exp_sum(const float* x, float* y, float most, esp_int count) {
  double sum = 0.0;
  for (esp_int i = 0; i < count; i += ESP_SUM_BLOCK)
    sum += (double)esp_row_exp_block(x + i, y ? y + i : 0, esp_set1(most),
                                     esp_int_min(count - i, ESP_SUM_BLOCK));
  return (float)sum;
}

static inline float esp_log_of(float v) { return ESP_LANE_0(esp_log(esp_set1(v))); }

// y = (x - most) - log_sum.
static inline void esp_row_log_softmax(const float* x, float* y, float most, float log_sum,
                                       esp_int count) {
  esp_int i = 0;
  for (; i + ESP_WIDTH <= count; i += ESP_WIDTH)
    esp_store(y + i, (esp_load(x + i) - most) - log_sum);
  if (i < count) esp_store_n(y + i, (esp_load_part(x + i, count - i) - most) - log_sum, count - i);
}

// ---- columns ----
// most[j] = max over c < axis of x[c * inner + j], sum[j] = sum of exp(x - most), j < width; the
// terms are stored to y unless that is null. Both arrays have ESP_LINE_COLUMNS elements. A NaN may
// be missing from the former, never from the latter.
static inline void esp_columns_exp_sum(const float* x, float* y, esp_int axis, esp_int inner,
                                       esp_int width, float* most, float* sum) {
  for (esp_int j = 0; j < width; j += ESP_WIDTH) {
    const esp_int n = esp_int_min(width - j, ESP_WIDTH);
    esp_vf m = esp_load_n(x + j, n), s = esp_zero();
    for (esp_int c = 1; c < axis; ++c) m = esp_max_second(esp_load_n(x + c * inner + j, n), m);
    for (esp_int c = 0; c < axis; ++c) {
      const esp_vf e = esp_exp(esp_load_n(x + c * inner + j, n) - m);
      if (y) esp_store_n(y + c * inner + j, e, n);
      s += e;
    }
    esp_store(most + j, m);
    esp_store(sum + j, s);
  }
}

// y = (x - most) - log_sum.
static inline void esp_columns_log_softmax(const float* x, float* y, esp_int axis, esp_int inner,
                                           esp_int width, const float* most, const float* log_sum) {
  for (esp_int c = 0; c < axis; ++c)
    for (esp_int j = 0; j < width; j += ESP_WIDTH) {
      const esp_int at = c * inner + j, n = esp_int_min(width - j, ESP_WIDTH);
      esp_store_n(y + at, (esp_load_n(x + at, n) - esp_load(most + j)) - esp_load(log_sum + j), n);
    }
}

// v = log(v) for the first `width` of ESP_LINE_COLUMNS elements.
static inline void esp_columns_log(float* v, esp_int width) {
  for (esp_int j = 0; j < width; j += ESP_WIDTH) esp_store(v + j, esp_log(esp_load(v + j)));
}

#endif
