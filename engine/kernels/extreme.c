// SPDX-License-Identifier: Apache-2.0
#include "extreme.h"

#include "map.h"
#include "strided.h"

// `row` computes y[0, count) from a and b with their strides.
#define ESP_EXTREME_KERNEL(name, row_function)                                                   \
  static esp_int name##_tiles(const void* args) {                                                \
    const esp_##name##_args* a = args;                                                           \
    return esp_chunks(esp_volume(a->rank, a->shape));                                            \
  }                                                                                              \
  ESP_NO_SCRATCH(name)                                                                           \
  static void name##_tile(const void* args, esp_int begin, esp_int end, void* scratch) {         \
    const esp_##name##_args* a = args;                                                           \
    const esp_int last = a->rank - 1, row = a->shape[last];                                      \
    const esp_int stop = esp_chunk_end(end, esp_volume(a->rank, a->shape));                      \
    const esp_int sa = a->a_strides[last], sb = a->b_strides[last];                              \
    esp_int i = begin * ESP_CHUNK;                                                               \
    esp_walk w;                                                                                  \
    (void)scratch;                                                                               \
    if (i >= stop) return;                                                                       \
    esp_int at = i % row;                                                                        \
    esp_walk_start(&w, last, a->shape, a->a_strides, a->b_strides, 0, i / row);                  \
    for (; i < stop; at = 0, esp_walk_next(&w)) {                                                \
      const esp_int count = esp_int_min(row - at, stop - i);                                     \
      row_function(a->a + w.offset[0] + at * sa, sa, a->b + w.offset[1] + at * sb, sb, a->y + i, \
                   count);                                                                       \
      i += count;                                                                                \
    }                                                                                            \
  }

// The low n lanes from p, `stride` floats apart.
ESP_INLINE esp_vf extreme_read(const float* p, esp_int stride, esp_int i, esp_int n) {
  if (stride == 1) return esp_load_n(p + i, n);
  if (stride == 0) return esp_set1(*p);
  float lanes[ESP_WIDTH] = {0};
  for (esp_int l = 0; l < n; ++l) lanes[l] = p[(i + l) * stride];
  return esp_load(lanes);
}

#define ESP_EXTREME_ROW(name, op)                                                    \
  static void name(const float* a, esp_int sa, const float* b, esp_int sb, float* y, \
                   esp_int count) {                                                  \
    for (esp_int i = 0; i < count; i += ESP_WIDTH) {                                 \
      const esp_int n = esp_int_min(ESP_WIDTH, count - i);                           \
      const esp_vf p = extreme_read(a, sa, i, n), q = extreme_read(b, sb, i, n);     \
      esp_store_n(y + i, esp_select(op(p, q) | esp_ne(p, p), p, q), n);              \
    }                                                                                \
  }
ESP_EXTREME_ROW(max_row, esp_gt)
ESP_EXTREME_ROW(min_row, esp_lt)

static void pow_row(const float* a, esp_int sa, const float* b, esp_int sb, float* y,
                    esp_int count) {
  if (sb == 0 && *b == 2.0f) {
    for (esp_int i = 0; i < count; ++i) y[i] = a[i * sa] * a[i * sa];
  } else if (sb == 0 && *b == 0.5f) {
    for (esp_int i = 0; i < count; ++i) y[i] = __builtin_sqrtf(a[i * sa]);
  } else {
    for (esp_int i = 0; i < count; ++i) y[i] = __builtin_powf(a[i * sa], b[i * sb]);
  }
}

ESP_EXTREME_KERNEL(max, max_row)
ESP_DEFINE_KERNEL(max, ESP_EXTREME_FIELDS)

ESP_EXTREME_KERNEL(min, min_row)
ESP_DEFINE_KERNEL(min, ESP_EXTREME_FIELDS)

ESP_EXTREME_KERNEL(pow, pow_row)
ESP_DEFINE_KERNEL(pow, ESP_EXTREME_FIELDS)
