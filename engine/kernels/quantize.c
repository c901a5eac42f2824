// SPDX-License-Identifier: Apache-2.0
#include "quantize.h"

#include "map.h"
#include "quantized_lanes.h"

// Calls `run` for each piece of a channel within elements [from, to).
#define ESP_FOR_CHANNEL_RUNS(a, from, to, run)                                  \
  for (esp_int at = from; at < to;) {                                           \
    const esp_int row = at / a->inner, c = row % a->channels;                   \
    const esp_int stop = (row + 1) * a->inner < to ? (row + 1) * a->inner : to; \
    run;                                                                        \
    at = stop;                                                                  \
  }

static int32_t quantize_zero_point(const void* zero_point, esp_int type, esp_int c) {
  if (zero_point == NULL) return 0;
  if (type == ESP_Q_UINT8) return ((const uint8_t*)zero_point)[c];
  if (type == ESP_Q_INT8) return ((const int8_t*)zero_point)[c];
  int32_t v;
  memcpy(&v, (const uint8_t*)zero_point + c * 4, 4);
  return v;
}

// ---- quantize ----
static esp_int quantize_tiles(const void* args) {
  const esp_quantize_args* a = args;
  return esp_chunks(a->outer * a->channels * a->inner);
}
ESP_NO_SCRATCH(quantize)

static void quantize_run(const float* x, uint8_t* y, esp_int count, float scale, int32_t zero_point,
                         esp_int type) {
  const int32_t least = type == ESP_Q_INT8 ? -128 : 0;
  const float low = (float)(least - zero_point), high = (float)(least + 255 - zero_point);
  for (esp_int i = 0; i < count; ++i) {
    float v = x[i] / scale;
    v = v > low ? v : low;
    v = v < high ? v : high;
    y[i] = (uint8_t)(esp_q_nearest(v) + zero_point);
  }
}

static void quantize_tile(const void* args, esp_int begin, esp_int end, void* scratch) {
  const esp_quantize_args* a = args;
  const esp_int last = esp_chunk_end(end, a->outer * a->channels * a->inner);
  (void)scratch;
  ESP_FOR_CHANNEL_RUNS(a, begin * ESP_CHUNK, last,
                       quantize_run(a->x + at, a->y + at, stop - at, a->scale[c],
                                    quantize_zero_point(a->zero_point, a->type, c), a->type))
}
ESP_DEFINE_KERNEL(quantize, ESP_QUANTIZE_FIELDS)

// ---- dequantize ----
static esp_int dequantize_tiles(const void* args) {
  const esp_dequantize_args* a = args;
  return esp_chunks(a->outer * a->channels * a->inner);
}
ESP_NO_SCRATCH(dequantize)

static void dequantize_run(const uint8_t* x, esp_int at, float* y, esp_int count, float scale,
                           int32_t zero_point, esp_int type) {
  if (type == ESP_Q_UINT8) {
    for (esp_int i = 0; i < count; ++i) y[i] = (float)((int32_t)x[at + i] - zero_point) * scale;
  } else if (type == ESP_Q_INT8) {
    const int8_t* from = (const int8_t*)x + at;
    for (esp_int i = 0; i < count; ++i) y[i] = (float)((int32_t)from[i] - zero_point) * scale;
  } else {
    const int32_t* from = (const int32_t*)(const void*)x + at;
    for (esp_int i = 0; i < count; ++i) {
      // Wraps as the hardware does, where C would leave it open.
      const uint32_t v = (uint32_t)from[i] - (uint32_t)zero_point;
      y[i] = (float)(int32_t)v * scale;
    }
  }
}

static void dequantize_tile(const void* args, esp_int begin, esp_int end, void* scratch) {
  const esp_dequantize_args* a = args;
  const esp_int last = esp_chunk_end(end, a->outer * a->channels * a->inner);
  (void)scratch;
  ESP_FOR_CHANNEL_RUNS(a, begin * ESP_CHUNK, last,
                       dequantize_run(a->x, at, a->y + at, stop - at, a->scale[c],
                                      quantize_zero_point(a->zero_point, a->type, c), a->type))
}
ESP_DEFINE_KERNEL(dequantize, ESP_DEQUANTIZE_FIELDS)
