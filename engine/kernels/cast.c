// SPDX-License-Identifier: Apache-2.0
#include "cast.h"

#include "map.h"

// ---- cast ----
static esp_int cast_tiles(const void* args) {
  return esp_chunks(((const esp_cast_args*)args)->count);
}
ESP_NO_SCRATCH(cast)

// A float to an integer type with the ends low and high; `above` is the first float past high.
#define ESP_CAST_CLAMP(to, v, low, high, above) \
  ((v) != (v) ? (to)0 : (v) <= (low) ? (to)(low) : (v) >= (above) ? (to)(high) : (to)(v))

#define ESP_CAST_PAIR(from, to, value)                   \
  {                                                      \
    const from* x = (const from*)(const void*)a->x;      \
    to* y = (to*)(void*)a->y;                            \
    for (esp_int i = begin * ESP_CHUNK; i < stop; ++i) { \
      const from v = x[i];                               \
      y[i] = value;                                      \
    }                                                    \
    return;                                              \
  }

#define ESP_CAST_FROM_INTEGER(from)                   \
  switch (a->to) {                                    \
    case ESP_CAST_FLOAT:                              \
      ESP_CAST_PAIR(from, float, (float)v)            \
    case ESP_CAST_INT32:                              \
      ESP_CAST_PAIR(from, int32_t, (int32_t)v)        \
    case ESP_CAST_INT64:                              \
      ESP_CAST_PAIR(from, int64_t, (int64_t)v)        \
    case ESP_CAST_UINT8:                              \
      ESP_CAST_PAIR(from, uint8_t, (uint8_t)v)        \
    case ESP_CAST_INT8:                               \
      ESP_CAST_PAIR(from, int8_t, (int8_t)v)          \
    default:                                          \
      ESP_CAST_PAIR(from, uint8_t, (uint8_t)(v != 0)) \
  }

#define ESP_CAST_FUNCTION(name, from)                                                 \
  static void cast_from_##name(const esp_cast_args* a, esp_int begin, esp_int stop) { \
    ESP_CAST_FROM_INTEGER(from)                                                       \
  }

ESP_CAST_FUNCTION(int32, int32_t)
ESP_CAST_FUNCTION(int64, int64_t)
ESP_CAST_FUNCTION(uint8, uint8_t)
ESP_CAST_FUNCTION(int8, int8_t)

static void cast_from_bool(const esp_cast_args* a, esp_int begin, esp_int stop) {
  switch (a->to) {
    case ESP_CAST_FLOAT:
      ESP_CAST_PAIR(uint8_t, float, v ? 1.0f : 0.0f)
    case ESP_CAST_INT32:
      ESP_CAST_PAIR(uint8_t, int32_t, v != 0)
    case ESP_CAST_INT64:
      ESP_CAST_PAIR(uint8_t, int64_t, v != 0)
    default:
      ESP_CAST_PAIR(uint8_t, uint8_t, (uint8_t)(v != 0))
  }
}

static void cast_from_float(const esp_cast_args* a, esp_int begin, esp_int stop) {
  switch (a->to) {
    case ESP_CAST_FLOAT:
      ESP_CAST_PAIR(float, float, v)
    case ESP_CAST_INT32:
      ESP_CAST_PAIR(float, int32_t,
                    ESP_CAST_CLAMP(int32_t, v, -2147483648.0f, INT32_MAX, 2147483648.0f))
    case ESP_CAST_INT64:
      ESP_CAST_PAIR(
          float, int64_t,
          ESP_CAST_CLAMP(int64_t, v, -9223372036854775808.0f, INT64_MAX, 9223372036854775808.0f))
    case ESP_CAST_UINT8:
      ESP_CAST_PAIR(float, uint8_t, (uint8_t)ESP_CAST_CLAMP(int32_t, v, 0.0f, 255, 255.0f))
    case ESP_CAST_INT8:
      ESP_CAST_PAIR(float, int8_t, (int8_t)ESP_CAST_CLAMP(int32_t, v, -128.0f, 127, 127.0f))
    default:
      ESP_CAST_PAIR(float, uint8_t, (uint8_t)(v != 0.0f))
  }
}

static void cast_tile(const void* args, esp_int begin, esp_int end, void* scratch) {
  const esp_cast_args* a = args;
  const esp_int stop = esp_chunk_end(end, a->count);
  (void)scratch;
  switch (a->from) {
    case ESP_CAST_FLOAT:
      cast_from_float(a, begin, stop);
      break;
    case ESP_CAST_INT32:
      cast_from_int32(a, begin, stop);
      break;
    case ESP_CAST_INT64:
      cast_from_int64(a, begin, stop);
      break;
    case ESP_CAST_UINT8:
      cast_from_uint8(a, begin, stop);
      break;
    case ESP_CAST_INT8:
      cast_from_int8(a, begin, stop);
      break;
    default:
      cast_from_bool(a, begin, stop);
  }
}
ESP_DEFINE_KERNEL(cast, ESP_CAST_FIELDS)
