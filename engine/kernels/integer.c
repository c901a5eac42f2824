// SPDX-License-Identifier: Apache-2.0
#include "integer.h"

#include "cast.h"
#include "map.h"
#include "strided.h"

static esp_int integer_tiles(const void* args) {
  const esp_integer_args* a = args;
  return esp_chunks(esp_volume(a->rank, a->shape));
}
ESP_NO_SCRATCH(integer)

#define ESP_INTEGER_ROW(value)          \
  for (esp_int i = 0; i < count; ++i) { \
    const int64_t p = a[i * a_stride];  \
    const int64_t q = b[i * b_stride];  \
    y[i] = value;                       \
  }                                     \
  break;

// Sums are of unsigned numbers: C leaves open what signed ones do that overflow.
#define ESP_INTEGER_TYPE(name, type)                                                           \
  static void integer_##name(const type* a, esp_int a_stride, const type* b, esp_int b_stride, \
                             type* y, esp_int count, esp_int operation) {                      \
    switch (operation) {                                                                       \
      case ESP_INTEGER_ADD:                                                                    \
        ESP_INTEGER_ROW((type)((uint64_t)p + (uint64_t)q))                                     \
      case ESP_INTEGER_SUB:                                                                    \
        ESP_INTEGER_ROW((type)((uint64_t)p - (uint64_t)q))                                     \
      case ESP_INTEGER_MUL:                                                                    \
        ESP_INTEGER_ROW((type)((uint64_t)p * (uint64_t)q))                                     \
      case ESP_INTEGER_DIV:                                                                    \
        ESP_INTEGER_ROW((type)(q == 0 ? 0 : q == -1 ? 0 - (uint64_t)p : (uint64_t)(p / q)))    \
      case ESP_INTEGER_MAX:                                                                    \
        ESP_INTEGER_ROW((type)(p > q ? p : q))                                                 \
      default:                                                                                 \
        ESP_INTEGER_ROW((type)(p < q ? p : q))                                                 \
    }                                                                                          \
  }
ESP_INTEGER_TYPE(int32, int32_t)
ESP_INTEGER_TYPE(int64, int64_t)
ESP_INTEGER_TYPE(uint8, uint8_t)
ESP_INTEGER_TYPE(int8, int8_t)

#define ESP_INTEGER_CASE(name, type)                                                               \
  integer_##name((const type*)(const void*)a->a + at_a, sa, (const type*)(const void*)a->b + at_b, \
                 sb, (type*)(void*)a->y + i, count, a->operation);                                 \
  break;

static void integer_tile(const void* args, esp_int begin, esp_int end, void* scratch) {
  const esp_integer_args* a = args;
  const esp_int last = a->rank - 1, row = a->shape[last];
  const esp_int stop = esp_chunk_end(end, esp_volume(a->rank, a->shape));
  const esp_int sa = a->a_strides[last], sb = a->b_strides[last];
  esp_int i = begin * ESP_CHUNK;
  esp_walk w;
  (void)scratch;
  if (i >= stop) return;
  esp_int at = i % row;
  esp_walk_start(&w, last, a->shape, a->a_strides, a->b_strides, 0, i / row);
  for (; i < stop; at = 0, esp_walk_next(&w)) {
    const esp_int count = esp_int_min(row - at, stop - i);
    const esp_int at_a = w.offset[0] + at * sa, at_b = w.offset[1] + at * sb;
    switch (a->type) {
      case ESP_CAST_INT32:
        ESP_INTEGER_CASE(int32, int32_t)
      case ESP_CAST_INT64:
        ESP_INTEGER_CASE(int64, int64_t)
      case ESP_CAST_UINT8:
        ESP_INTEGER_CASE(uint8, uint8_t)
      default:
        ESP_INTEGER_CASE(int8, int8_t)
    }
    i += count;
  }
}
ESP_DEFINE_KERNEL(integer, ESP_INTEGER_FIELDS)
