// SPDX-License-Identifier: Apache-2.0
#include "compare.h"

#include "cast.h"
#include "map.h"
#include "strided.h"

static esp_int compare_tiles(const void* args) {
  const esp_compare_args* a = args;
  return esp_chunks(esp_volume(a->rank, a->shape));
}
ESP_NO_SCRATCH(compare)

#define ESP_COMPARE_ROW(op)                                                                 \
  for (esp_int i = 0; i < count; ++i) y[i] = (uint8_t)(a[i * a_stride] op b[i * b_stride]); \
  break;

#define ESP_COMPARE_TYPE(name, type)                                                           \
  static void compare_##name(const type* a, esp_int a_stride, const type* b, esp_int b_stride, \
                             uint8_t* y, esp_int count, esp_int comparison) {                  \
    switch (comparison) {                                                                      \
      case ESP_EQUAL:                                                                          \
        ESP_COMPARE_ROW(==)                                                                    \
      case ESP_GREATER:                                                                        \
        ESP_COMPARE_ROW(>)                                                                     \
      case ESP_LESS:                                                                           \
        ESP_COMPARE_ROW(<)                                                                     \
      case ESP_GREATER_EQUAL:                                                                  \
        ESP_COMPARE_ROW(>=)                                                                    \
      default:                                                                                 \
        ESP_COMPARE_ROW(<=)                                                                    \
    }                                                                                          \
  }
ESP_COMPARE_TYPE(float, float)
ESP_COMPARE_TYPE(int32, int32_t)
ESP_COMPARE_TYPE(int64, int64_t)
ESP_COMPARE_TYPE(uint8, uint8_t)
ESP_COMPARE_TYPE(int8, int8_t)

#define ESP_LOGIC_ROW(op)                                              \
  for (esp_int i = 0; i < count; ++i)                                  \
    y[i] = (uint8_t)((a[i * a_stride] != 0) op(b[i * b_stride] != 0)); \
  break;

static void compare_bool(const uint8_t* a, esp_int a_stride, const uint8_t* b, esp_int b_stride,
                         uint8_t* y, esp_int count, esp_int comparison) {
  switch (comparison) {
    case ESP_AND:
      ESP_LOGIC_ROW(&)
    case ESP_OR:
      ESP_LOGIC_ROW(|)
    case ESP_XOR:
      ESP_LOGIC_ROW(!=)
    case ESP_NOT:
      for (esp_int i = 0; i < count; ++i) y[i] = (uint8_t)(a[i * a_stride] == 0);
      break;
    default:
      ESP_LOGIC_ROW(==)
  }
}

#define ESP_COMPARE_CASE(name, type)                                                               \
  compare_##name((const type*)(const void*)a->a + at_a, sa, (const type*)(const void*)a->b + at_b, \
                 sb, a->y + i, count, a->comparison);                                              \
  break;

static void compare_tile(const void* args, esp_int begin, esp_int end, void* scratch) {
  const esp_compare_args* a = args;
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
      case ESP_CAST_FLOAT:
        ESP_COMPARE_CASE(float, float)
      case ESP_CAST_INT32:
        ESP_COMPARE_CASE(int32, int32_t)
      case ESP_CAST_INT64:
        ESP_COMPARE_CASE(int64, int64_t)
      case ESP_CAST_UINT8:
        ESP_COMPARE_CASE(uint8, uint8_t)
      case ESP_CAST_INT8:
        ESP_COMPARE_CASE(int8, int8_t)
      default:
        ESP_COMPARE_CASE(bool, uint8_t)
    }
    i += count;
  }
}
ESP_DEFINE_KERNEL(compare, ESP_COMPARE_FIELDS)

// ---- select ----
static esp_int select_tiles(const void* args) {
  const esp_select_args* a = args;
  return esp_chunks(esp_volume(a->rank, a->shape));
}
ESP_NO_SCRATCH(select)

typedef uint8_t esp_select_1;
typedef uint16_t esp_select_2 __attribute__((may_alias));
typedef uint32_t esp_select_4 __attribute__((may_alias));
typedef uint64_t esp_select_8 __attribute__((may_alias));

#define ESP_SELECT_ROW(bytes)                                                        \
  {                                                                                  \
    const esp_select_##bytes* x = (const void*)(a->a + at_a * bytes);                \
    const esp_select_##bytes* z = (const void*)(a->b + at_b * bytes);                \
    esp_select_##bytes* y = (void*)(a->y + i * bytes);                               \
    for (esp_int k = 0; k < count; ++k) y[k] = cond[k * sc] ? x[k * sa] : z[k * sb]; \
    break;                                                                           \
  }

static void select_tile(const void* args, esp_int begin, esp_int end, void* scratch) {
  const esp_select_args* a = args;
  const esp_int last = a->rank - 1, row = a->shape[last];
  const esp_int stop = esp_chunk_end(end, esp_volume(a->rank, a->shape));
  const esp_int sc = a->cond_strides[last], sa = a->a_strides[last], sb = a->b_strides[last];
  esp_int i = begin * ESP_CHUNK;
  esp_walk w;
  (void)scratch;
  if (i >= stop) return;
  esp_int at = i % row;
  esp_walk_start(&w, last, a->shape, a->cond_strides, a->a_strides, a->b_strides, i / row);
  for (; i < stop; at = 0, esp_walk_next(&w)) {
    const esp_int count = esp_int_min(row - at, stop - i);
    const uint8_t* cond = a->cond + w.offset[0] + at * sc;
    const esp_int at_a = w.offset[1] + at * sa, at_b = w.offset[2] + at * sb;
    switch (a->size) {
      case 1:
        ESP_SELECT_ROW(1)
      case 2:
        ESP_SELECT_ROW(2)
      case 8:
        ESP_SELECT_ROW(8)
      default:
        ESP_SELECT_ROW(4)
    }
    i += count;
  }
}
ESP_DEFINE_KERNEL(select, ESP_SELECT_FIELDS)
