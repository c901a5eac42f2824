// SPDX-License-Identifier: Apache-2.0
#include "softmax.h"

#include "lines.h"

static void softmax_row(const float* x, float* y, esp_int axis) {
  const float sum = esp_row_exp_sum(x, y, esp_row_max(x, axis), axis);
  const float factor = 1.0f / sum;
  esp_int i = 0;
  for (; i + ESP_WIDTH <= axis; i += ESP_WIDTH) esp_store(y + i, esp_load(y + i) * factor);
  if (i < axis) esp_store_n(y + i, esp_load_part(y + i, axis - i) * factor, axis - i);
}

static void softmax_columns(const float* x, float* y, esp_int axis, esp_int inner, esp_int width) {
  float most[ESP_LINE_COLUMNS], sum[ESP_LINE_COLUMNS];
  esp_columns_exp_sum(x, y, axis, inner, width, most, sum);
  for (esp_int j = 0; j < width; j += ESP_WIDTH) esp_store(sum + j, 1.0f / esp_load(sum + j));
  for (esp_int c = 0; c < axis; ++c)
    for (esp_int j = 0; j < width; j += ESP_WIDTH) {
      const esp_int at = c * inner + j, n = esp_int_min(width - j, ESP_WIDTH);
      esp_store_n(y + at, esp_load_n(y + at, n) * esp_load(sum + j), n);
    }
}

static void log_softmax_row(const float* x, float* y, esp_int axis) {
  const float most = esp_row_max(x, axis);
  esp_row_log_softmax(x, y, most, esp_log_of(esp_row_exp_sum(x, 0, most, axis)), axis);
}

static void log_softmax_columns(const float* x, float* y, esp_int axis, esp_int inner,
                                esp_int width) {
  float most[ESP_LINE_COLUMNS], log_sum[ESP_LINE_COLUMNS];
  esp_columns_exp_sum(x, 0, axis, inner, width, most, log_sum);
  esp_columns_log(log_sum, width);
  esp_columns_log_softmax(x, y, axis, inner, width, most, log_sum);
}

#define ESP_SOFTMAX_KERNEL(name)                                                         \
  static esp_int name##_tiles(const void* args) {                                        \
    const esp_##name##_args* a = args;                                                   \
    return esp_line_tiles(a->outer, a->axis, a->inner);                                  \
  }                                                                                      \
  ESP_NO_SCRATCH(name)                                                                   \
  static void name##_tile(const void* args, esp_int begin, esp_int end, void* scratch) { \
    const esp_##name##_args* a = args;                                                   \
    const esp_int per_tile = esp_lines_per_tile(a->axis, a->inner);                      \
    const esp_int items = esp_line_items(a->outer, a->axis, a->inner);                   \
    const esp_int stop = esp_int_min(end * per_tile, items);                             \
    (void)scratch;                                                                       \
    for (esp_int item = begin * per_tile; item < stop; ++item) {                         \
      const esp_line_item at = esp_line_item_at(a->inner, item);                         \
      const esp_int offset = at.outer * a->axis * a->inner + at.column;                  \
      if (a->inner == 1) {                                                               \
        name##_row(a->x + offset, a->y + offset, a->axis);                               \
      } else {                                                                           \
        name##_columns(a->x + offset, a->y + offset, a->axis, a->inner, at.width);       \
      }                                                                                  \
    }                                                                                    \
  }

ESP_SOFTMAX_KERNEL(softmax)
ESP_DEFINE_KERNEL(softmax, ESP_SOFTMAX_FIELDS)

ESP_SOFTMAX_KERNEL(log_softmax)
ESP_DEFINE_KERNEL(log_softmax, ESP_SOFTMAX_FIELDS)
