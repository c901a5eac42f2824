// SPDX-License-Identifier: Apache-2.0
//
// The geometry of a convolution by itself, and what follows from it.
#ifndef ESP_CONV_GEOMETRY_H
#define ESP_CONV_GEOMETRY_H

#include "gemm_block.h"

typedef struct esp_conv_geometry {
  ESP_CONV2D_GEOMETRY(ESP_MEMBER_INT)
} esp_conv_geometry;

// How to take it from an argument struct, where it lies in one piece.
ESP_INLINE esp_conv_geometry esp_conv_geometry_at(const void* args, size_t offset) {
  esp_conv_geometry g;
  memcpy(&g, (const char*)args + offset, sizeof g);
  return g;
}
#define ESP_CONV_GEOMETRY(kernel, args) \
  esp_conv_geometry_at(args, offsetof(esp_##kernel##_args, batch))

// One tap, and each output pixel uses the input pixel at its own place.
ESP_INLINE int esp_conv_pointwise(const esp_conv_geometry* g) {
  return g->kernel_h == 1 && g->kernel_w == 1 && g->stride_h == 1 && g->stride_w == 1 &&
         g->pad_top == 0 && g->pad_left == 0 && g->out_h == g->in_h && g->out_w == g->in_w;
}

// Multiply-adds that a tile should have, and tiles beyond which nothing is cut further.
#define ESP_CONV_GRAIN (1 << 17)
#define ESP_CONV_TILES 32

// Units (a group of an image) that one tile takes where a unit is not worth a tile of its own; `work`:
// multiply-adds of a unit.
ESP_INLINE esp_int esp_conv_tile_units(esp_int units, double work) {
  if (units <= ESP_CONV_TILES) return 1;
  const double some = work > 0 ? ESP_CONV_GRAIN / work + 1 : (double)units;
  const esp_int most = units / ESP_CONV_TILES;
  return some < (double)most ? (esp_int)some : most;
}

#endif
