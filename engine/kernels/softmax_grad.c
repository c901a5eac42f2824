// SPDX-License-Identifier: Apache-2.0
#include "softmax_grad.h"

#include "lines.h"

// Rows: `term` of dy and y is summed, `value` of dy, y and the sum stored. Columns likewise.
#define ESP_SOFTMAX_GRAD_KERNEL(name, term, value)                                         \
  ESP_INLINE esp_vf name##_term(const float* dy_at, const float* y_at, esp_int n) {        \
    const esp_vf dy = esp_load_n(dy_at, n), y = esp_load_n(y_at, n);                       \
    (void)y;                                                                               \
    return term;                                                                           \
  }                                                                                        \
  ESP_INLINE void name##_put(const float* dy_at, const float* y_at, float* dx, esp_vf sum, \
                             esp_int n) {                                                  \
    const esp_vf dy = esp_load_n(dy_at, n), y = esp_load_n(y_at, n);                       \
    esp_store_n(dx, value, n);                                                             \
  }                                                                                        \
  static float name##_block(const float* dy, const float* y, esp_int count) {              \
    ESP_SUM_TERMS(count, name##_term(dy + i, y + i, n))                                    \
  }                                                                                        \
  static void name##_row(const float* dy, const float* y, float* dx, esp_int axis) {       \
    double total = 0.0;                                                                    \
    for (esp_int i = 0; i < axis; i += ESP_SUM_BLOCK)                                      \
      total += (double)name##_block(dy + i, y + i, esp_int_min(axis - i, ESP_SUM_BLOCK));  \
    const esp_vf sum = esp_set1((float)total);                                             \
    esp_int i = 0;                                                                         \
    for (; i + ESP_WIDTH <= axis; i += ESP_WIDTH)                                          \
      name##_put(dy + i, y + i, dx + i, sum, ESP_WIDTH);                                   \
    if (i < axis) name##_put(dy + i, y + i, dx + i, sum, axis - i);                        \
  }                                                                                        \
  static void name##_columns(const float* dy, const float* y, float* dx, esp_int axis,     \
                             esp_int inner, esp_int width) {                               \
    for (esp_int j = 0; j < width; j += ESP_WIDTH) {                                       \
      const esp_int n = esp_int_min(width - j, ESP_WIDTH), stop = axis * inner + j;        \
      esp_vf sum = esp_zero();                                                             \
      for (esp_int i = j; i < stop; i += inner) sum += name##_term(dy + i, y + i, n);      \
      for (esp_int i = j; i < stop; i += inner) name##_put(dy + i, y + i, dx + i, sum, n); \
    }                                                                                      \
  }                                                                                        \
  static esp_int name##_tiles(const void* args) {                                          \
    const esp_##name##_args* a = args;                                                     \
    return esp_line_tiles(a->outer, a->axis, a->inner);                                    \
  }                                                                                        \
  ESP_NO_SCRATCH(name)                                                                     \
  static void name##_tile(const void* args, esp_int begin, esp_int end, void* scratch) {   \
    const esp_##name##_args* a = args;                                                     \
    const esp_int per_tile = esp_lines_per_tile(a->axis, a->inner);                        \
    const esp_int items = esp_line_items(a->outer, a->axis, a->inner);                     \
    const esp_int stop = esp_int_min(end * per_tile, items);                               \
    (void)scratch;                                                                         \
    for (esp_int item = begin * per_tile; item < stop; ++item) {                           \
      const esp_line_item at = esp_line_item_at(a->inner, item);                           \
      const esp_int i = at.outer * a->axis * a->inner + at.column;                         \
      if (a->inner == 1) {                                                                 \
        name##_row(a->dy + i, a->y + i, a->dx + i, a->axis);                               \
      } else {                                                                             \
        name##_columns(a->dy + i, a->y + i, a->dx + i, a->axis, a->inner, at.width);       \
      }                                                                                    \
    }                                                                                      \
  }

ESP_SOFTMAX_GRAD_KERNEL(softmax_grad, dy* y, y*(dy - sum))
ESP_DEFINE_KERNEL(softmax_grad, ESP_SOFTMAX_GRAD_FIELDS)

ESP_SOFTMAX_GRAD_KERNEL(log_softmax_grad, dy, dy - esp_exp(y) * sum)
ESP_DEFINE_KERNEL(log_softmax_grad, ESP_SOFTMAX_GRAD_FIELDS)
