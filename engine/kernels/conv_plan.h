// SPDX-License-Identifier: Apache-2.0
//
// How a convolution, or its gradient for the input, is cut into tiles and blocks; from shapes only.
#ifndef ESP_CONV_PLAN_H
#define ESP_CONV_PLAN_H

#include "conv_geometry.h"

// Floats of copied input that one block of channels may take.
#define ESP_CONV_COPY_FLOATS (ESP_WIDTH == 1 ? 1024 : 16384)  // without vectors: little memory, too

// A unit is one group of one image: `channels` input planes become `m` output planes. Output pixels
// are taken from a domain [domain_h, domain_w]; with the gradient of a strided convolution each of
// them stands for stride_h * stride_w pixels, one in each phase.
typedef struct esp_conv_plan {
  // Given.
  esp_int units, m, channels, taps;  // taps: terms of one channel, over all phases
  esp_int domain_h, domain_w;
  esp_int row_step, column_step;      // copied rows or columns from one domain pixel to the next
  esp_int extra_rows, extra_columns;  // copied beyond what the domain's size asks for
  esp_int slots;
  esp_int panel;  // channels that are computed together
  double work;    // multiply-adds of a unit
  // Found.
  esp_int block_c, block_m, block_y, block_x;
  esp_int blocks_m, blocks_y, blocks_x;
  esp_int tile_units, tiles;
  esp_int rows, width, plane;  // of a copied plane
} esp_conv_plan;

ESP_INLINE void esp_conv_plan_copy(esp_conv_plan* p) {
  p->rows = (p->block_y - 1) * p->row_step + 1 + p->extra_rows;
  p->width = (p->block_x - 1) * p->column_step + 1 + p->extra_columns;
  p->plane = p->slots * p->rows * p->width;
}

ESP_INLINE void esp_conv_plan_find(esp_conv_plan* p) {
  p->tiles = 0;
  p->tile_units = 1;
  p->blocks_m = p->blocks_y = p->blocks_x = 1;
  if (p->units <= 0 || p->m <= 0 || p->domain_h <= 0 || p->domain_w <= 0) return;
  p->block_c = ESP_CONV_BLOCK_K / (p->taps > 0 ? p->taps : 1);
  if (p->block_c > p->channels) p->block_c = p->channels;
  if (p->block_c < 1) p->block_c = 1;
  if (p->domain_w > 1024) p->blocks_x = esp_divide_up(p->domain_w, 512);
  for (;;) {
    p->block_x = p->blocks_x == 1
                     ? p->domain_w
                     : esp_round_up(esp_divide_up(p->domain_w, p->blocks_x), ESP_PANEL);
    p->blocks_x = esp_divide_up(p->domain_w, p->block_x);
    p->block_y = esp_divide_up(p->domain_h, p->blocks_y);
    p->blocks_y = esp_divide_up(p->domain_h, p->block_y);
    p->block_m = esp_round_up(esp_divide_up(p->m, p->blocks_m), p->panel);
    p->blocks_m = esp_divide_up(p->m, p->block_m);
    esp_conv_plan_copy(p);
    if (p->block_c * p->plane > ESP_CONV_COPY_FLOATS && p->block_y > 1) {
      p->blocks_y = esp_divide_up(p->domain_h, (p->block_y + 1) / 2);
      continue;
    }
    const esp_int cuts = p->blocks_m * p->blocks_y * p->blocks_x;
    if (p->units * cuts >= ESP_CONV_TILES || p->work < 2.0 * ESP_CONV_GRAIN * (double)cuts) break;
    if (p->block_y >= 8)
      p->blocks_y *= 2;
    else if (p->block_x >= 8 * ESP_PANEL)
      p->blocks_x *= 2;
    else if (p->block_m > p->panel)
      p->blocks_m *= 2;
    else if (p->block_y > 1)
      p->blocks_y = p->block_y == 2 ? p->domain_h : p->blocks_y * 2;
    else
      break;
  }
  const esp_int cuts = p->blocks_m * p->blocks_y * p->blocks_x;
  if (cuts == 1) p->tile_units = esp_conv_tile_units(p->units, p->work);
  p->tiles = esp_divide_up(p->units, p->tile_units) * cuts;
}

// Floats of the copy of a block of channels; vectors may be read a little past the last pixel.
ESP_INLINE esp_int esp_conv_plan_copy_floats(const esp_conv_plan* p) {
  return esp_round_up(p->block_c * p->plane + ESP_PANEL, 16);
}

// Floats of the sums of a panel of channels, kept where they are not stored as they come.
ESP_INLINE esp_int esp_conv_plan_sum_floats(const esp_conv_plan* p) {
  return ESP_ROWS * esp_round_up(p->block_y * p->width + ESP_PANEL, 16);
}

// Bytes of scratch: terms, copy, sums.
ESP_INLINE size_t esp_conv_plan_scratch(const esp_conv_plan* p) {
  if (p->tiles == 0) return 0;
  const esp_int terms = esp_round_up(p->block_c * p->taps, 16);
  return (size_t)terms * 8 +
         (size_t)(esp_conv_plan_copy_floats(p) + esp_conv_plan_sum_floats(p)) * sizeof(float);
}

#endif
