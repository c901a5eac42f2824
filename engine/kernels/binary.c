// SPDX-License-Identifier: Apache-2.0
#include "binary.h"

#include "map.h"
#include "strided.h"

// The low n lanes from p, `stride` floats apart.
static esp_vf binary_gather(const float* p, esp_int stride, esp_int n) {
  float lanes[ESP_WIDTH] = {0};
  for (esp_int l = 0; l < n; ++l) lanes[l] = p[l * stride];
  return esp_load(lanes);
}

// Activations other than relu, over a part of y that was just written.
static void binary_activate(float* y, esp_int count, esp_int kind, float alpha, float beta) {
  if (kind == ESP_ACT_NONE || kind == ESP_ACT_RELU) return;
  for (esp_int i = 0; i < count; i += ESP_WIDTH) {
    const esp_int n = esp_int_min(ESP_WIDTH, count - i);
    esp_store_n(y + i, esp_activate(esp_load_n(y + i, n), kind, alpha, beta), n);
  }
}

// y = relu(a op b) or, without relu (0), a op b, over a row with a given way to read a and b.
#define ESP_BINARY_LOOP(op, read_a, read_b)                                  \
  {                                                                          \
    esp_int i = 0;                                                           \
    {                                                                        \
      const esp_int n = ESP_WIDTH;                                           \
      for (; i + ESP_WIDTH <= count; i += ESP_WIDTH) {                       \
        const esp_vf v = (read_a)op(read_b);                                 \
        esp_store_n(y + i, esp_keep(~(esp_le(v, esp_zero()) & relu), v), n); \
      }                                                                      \
    }                                                                        \
    if (i < count) {                                                         \
      const esp_int n = count - i;                                           \
      const esp_vf v = (read_a)op(read_b);                                   \
      esp_store_n(y + i, esp_keep(~(esp_le(v, esp_zero()) & relu), v), n);   \
    }                                                                        \
  }

#define ESP_BINARY_KERNEL(name, op)                                                          \
  static void name##_row(const float* a, esp_int a_stride, const float* b, esp_int b_stride, \
                         float* y, esp_int count, esp_vi relu) {                             \
    if (a_stride == 1 && b_stride == 1) {                                                    \
      ESP_BINARY_LOOP(op, esp_load_n(a + i, n), esp_load_n(b + i, n))                        \
    } else if (a_stride == 1 && b_stride == 0) {                                             \
      const esp_vf every_b = esp_set1(*b);                                                   \
      ESP_BINARY_LOOP(op, esp_load_n(a + i, n), every_b)                                     \
    } else if (a_stride == 0 && b_stride == 1) {                                             \
      const esp_vf every_a = esp_set1(*a);                                                   \
      ESP_BINARY_LOOP(op, every_a, esp_load_n(b + i, n))                                     \
    } else {                                                                                 \
      ESP_BINARY_LOOP(op, binary_gather(a + i * a_stride, a_stride, n),                      \
                      binary_gather(b + i * b_stride, b_stride, n))                          \
    }                                                                                        \
  }                                                                                          \
  static esp_int name##_tiles(const void* args) {                                            \
    const esp_##name##_args* a = args;                                                       \
    return esp_chunks(esp_volume(a->rank, a->shape));                                        \
  }                                                                                          \
  ESP_NO_SCRATCH(name)                                                                       \
  static void name##_tile(const void* args, esp_int begin, esp_int end, void* scratch) {     \
    const esp_##name##_args* a = args;                                                       \
    const esp_int last = a->rank - 1, row = a->shape[last];                                  \
    const esp_int stop = esp_chunk_end(end, esp_volume(a->rank, a->shape));                  \
    const esp_vi relu = esp_set1i(a->activation == ESP_ACT_RELU ? -1 : 0);                   \
    esp_int i = begin * ESP_CHUNK;                                                           \
    esp_walk w;                                                                              \
    (void)scratch;                                                                           \
    if (i >= stop) return;                                                                   \
    esp_int at = i % row;                                                                    \
    esp_walk_start(&w, last, a->shape, a->a_strides, a->b_strides, 0, i / row);              \
    for (; i < stop; at = 0, esp_walk_next(&w)) {                                            \
      const esp_int count = esp_int_min(row - at, stop - i);                                 \
      name##_row(a->a + w.offset[0] + at * a->a_strides[last], a->a_strides[last],           \
                 a->b + w.offset[1] + at * a->b_strides[last], a->b_strides[last], a->y + i, \
                 count, relu);                                                               \
      binary_activate(a->y + i, count, a->activation, a->act_alpha, a->act_beta);            \
      i += count;                                                                            \
    }                                                                                        \
  }

ESP_BINARY_KERNEL(add, +)
ESP_DEFINE_KERNEL(add, ESP_BINARY_FIELDS)

ESP_BINARY_KERNEL(sub, -)
ESP_DEFINE_KERNEL(sub, ESP_BINARY_FIELDS)

ESP_BINARY_KERNEL(mul, *)
ESP_DEFINE_KERNEL(mul, ESP_BINARY_FIELDS)

ESP_BINARY_KERNEL(div, /)
ESP_DEFINE_KERNEL(div, ESP_BINARY_FIELDS)
