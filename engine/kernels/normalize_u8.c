// SPDX-License-Identifier: Apache-2.0
#include "normalize_u8.h"

#include "map.h"

// Pixels of one image that make a tile, in all channels.
#define ESP_NORMALIZE_PIXELS 4096

static esp_int normalize_u8_blocks(const esp_normalize_u8_args* a) {
  return esp_ceil_div(a->spatial, ESP_NORMALIZE_PIXELS);
}

static esp_int normalize_u8_tiles(const void* args) {
  const esp_normalize_u8_args* a = args;
  return a->channels > 0 ? a->batch * normalize_u8_blocks(a) : 0;
}
ESP_NO_SCRATCH(normalize_u8)

ESP_INLINE void normalize_u8_plane(const uint8_t* x, float* y, esp_int count, esp_vf scale,
                                   esp_vf shift) {
  esp_int i = 0;
  for (; i + ESP_WIDTH <= count; i += ESP_WIDTH)
    esp_store(y + i, esp_fma(esp_to_float(esp_load_bytes(x + i, ESP_WIDTH)), scale, shift));
  if (i < count) {
    const esp_vf v = esp_to_float(esp_load_bytes(x + i, count - i));
    esp_store_n(y + i, esp_fma(v, scale, shift), count - i);
  }
}

// Bytes `stride` apart are gathered first, so that both layouts give the same numbers.
ESP_INLINE void normalize_u8_gather(const uint8_t* x, esp_int stride, uint8_t* to, esp_int count) {
  for (esp_int i = 0; i < count; ++i) to[i] = x[i * stride];
}

static void normalize_u8_tile(const void* args, esp_int begin, esp_int end, void* scratch) {
  const esp_normalize_u8_args* a = args;
  const esp_int blocks = normalize_u8_blocks(a);
  (void)scratch;
  for (esp_int t = begin; t < end; ++t) {
    const esp_int image = t / blocks * a->channels * a->spatial;
    const esp_int s = t % blocks * ESP_NORMALIZE_PIXELS;
    const esp_int count = esp_int_min(a->spatial - s, ESP_NORMALIZE_PIXELS);
    for (esp_int c = 0; c < a->channels; ++c) {
      const float std = a->std ? a->std[c] : 1.0f, mean = a->mean ? a->mean[c] : 0.0f;
      const esp_vf scale = esp_set1(a->scale / std), shift = esp_set1(-mean / std);
      float* y = a->y + image + c * a->spatial + s;
      if (!a->interleaved || a->channels == 1) {
        normalize_u8_plane(a->x + image + c * a->spatial + s, y, count, scale, shift);
        continue;
      }
      uint8_t plane[ESP_NORMALIZE_PIXELS];
      const uint8_t* x = a->x + image + s * a->channels + c;
      switch (a->channels) {
        case 3:
          normalize_u8_gather(x, 3, plane, count);
          break;
        case 4:
          normalize_u8_gather(x, 4, plane, count);
          break;
        default:
          normalize_u8_gather(x, a->channels, plane, count);
      }
      normalize_u8_plane(plane, y, count, scale, shift);
    }
  }
}
ESP_DEFINE_KERNEL(normalize_u8, ESP_NORMALIZE_U8_FIELDS)
