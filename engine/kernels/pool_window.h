// SPDX-License-Identifier: Apache-2.0
//
// What pooling kernels share: which rows and columns a window covers, and how planes are cut.
#ifndef ESP_POOL_WINDOW_H
#define ESP_POOL_WINDOW_H

#include "pool2d.h"
#include "vector.h"

// Elements of input that a tile should have.
#define ESP_POOL_GRAIN 16384

// The geometry by itself, and how to take it from an argument struct, where it lies in one piece.
typedef struct esp_pool_geometry {
  ESP_POOL2D_GEOMETRY(ESP_MEMBER_INT)
} esp_pool_geometry;

ESP_INLINE esp_pool_geometry esp_pool_geometry_at(const void* args, size_t offset) {
  esp_pool_geometry g;
  memcpy(&g, (const char*)args + offset, sizeof g);
  return g;
}
#define ESP_POOL_GEOMETRY(kernel, args) \
  esp_pool_geometry_at(args, offsetof(esp_##kernel##_args, planes))

// Planes of a tile, for planes of `size` elements.
ESP_INLINE esp_int esp_pool_tile_planes(esp_int size) {
  return size <= 0 || size >= ESP_POOL_GRAIN ? 1 : ESP_POOL_GRAIN / size;
}

ESP_INLINE esp_int esp_pool_tiles(esp_int planes, esp_int size) {
  const esp_int some = esp_pool_tile_planes(size);
  return planes <= 0 ? 0 : (planes + some - 1) / some;
}

// Taps [first, last) of a window along one axis fall on elements start + tap * dilation in [0, size).
typedef struct esp_pool_span {
  esp_int start, first, last;
} esp_pool_span;

ESP_INLINE esp_pool_span esp_pool_span_of(esp_int out, esp_int stride, esp_int pad, esp_int kernel,
                                          esp_int dilation, esp_int size) {
  esp_pool_span s = {out * stride - pad, 0, kernel};
  if (s.start < 0) s.first = (-s.start + dilation - 1) / dilation;
  const esp_int reach = size - s.start;  // taps with tap * dilation < reach
  const esp_int most = reach <= 0 ? 0 : (reach + dilation - 1) / dilation;
  if (s.last > most) s.last = most;
  if (s.last < s.first) s.last = s.first;
  return s;
}

#endif
