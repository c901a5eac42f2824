// SPDX-License-Identifier: Apache-2.0
//
// How a convolution by vectors of output channels is cut; from shapes only. The input is read where it
// lies: at the borders the terms that would meet the padding are left out.
#ifndef ESP_CONV_WIDE_PLAN_H
#define ESP_CONV_WIDE_PLAN_H

#include "conv_geometry.h"

// Most pixels whose sums of a panel are kept before they are stored, and the fewest to which tiles
// are cut for the sake of more tiles.
#define ESP_WIDE_PIXELS 256
#define ESP_WIDE_FEW_PIXELS 64
// Terms, and with them weights of a panel, that are gone through before the next pixels' turn comes:
// they stay in the first-level cache.
#define ESP_WIDE_TERMS 160

// Output pixels of one axis that meet the same taps [tap, tap_end); kind: 0 before, 1 among, 2 behind
// those that meet all.
typedef struct esp_wide_span {
  esp_int begin, end, tap, tap_end;
  int kind;
} esp_wide_span;

typedef struct esp_wide_axis {
  esp_int in, out, kernel, stride, dilation, pad;
  esp_int inner, inner_end;  // output pixels that meet all taps
} esp_wide_axis;

typedef struct esp_wide_plan {
  esp_wide_axis rows, columns;
  esp_int units, m, channels, taps;
  esp_int block_c;            // input channels that are gone through at a time
  esp_int block_m, blocks_m;  // output channels of a tile, a multiple of ESP_PANEL
  esp_int block_y, blocks_y, block_x, blocks_x;
  esp_int tile_units, tiles;
} esp_wide_plan;

ESP_INLINE esp_wide_axis esp_wide_axis_of(esp_int in, esp_int out, esp_int kernel, esp_int stride,
                                          esp_int dilation, esp_int pad) {
  esp_wide_axis a = {in, out, kernel, stride, dilation, pad, 0, 0};
  const esp_int last = in - 1 - (kernel - 1) * dilation + pad;  // the last window's place, padded
  a.inner = esp_divide_up(pad, stride);
  a.inner_end = last < 0 ? 0 : esp_at_most(last / stride + 1, out);
  return a;
}

// The span that begins at pixel `at` < end.
ESP_INLINE esp_wide_span esp_wide_span_at(const esp_wide_axis* a, esp_int at, esp_int end) {
  esp_wide_span s = {at, at + 1, 0, a->kernel, at < a->inner ? 0 : 1};
  if (at >= a->inner && at < a->inner_end) {
    s.end = esp_at_most(end, a->inner_end);
    return s;
  }
  if (at >= a->inner) s.kind = 2;
  const esp_int from = at * a->stride - a->pad;
  if (from < 0) s.tap = esp_at_most(esp_divide_up(-from, a->dilation), a->kernel);
  s.tap_end = from >= a->in ? 0 : esp_at_most((a->in - 1 - from) / a->dilation + 1, a->kernel);
  if (s.tap_end <= s.tap) s.tap = s.tap_end = 0;
  return s;
}

ESP_INLINE esp_wide_plan esp_wide_plan_of(const esp_conv_geometry* g) {
  esp_wide_plan p;
  memset(&p, 0, sizeof p);
  p.units = g->batch * g->group;
  p.m = g->out_channels / g->group;
  p.channels = g->in_channels / g->group;
  p.taps = g->kernel_h * g->kernel_w;
  p.tile_units = 1;
  if (esp_conv_pointwise(g)) {  // one long row
    p.rows = esp_wide_axis_of(1, 1, 1, 1, 1, 0);
    p.columns = esp_wide_axis_of(g->in_h * g->in_w, g->out_h * g->out_w, 1, 1, 1, 0);
  } else {
    p.rows =
        esp_wide_axis_of(g->in_h, g->out_h, g->kernel_h, g->stride_h, g->dilation_h, g->pad_top);
    p.columns =
        esp_wide_axis_of(g->in_w, g->out_w, g->kernel_w, g->stride_w, g->dilation_w, g->pad_left);
  }
  const esp_int blocks_c = esp_divide_up(p.channels * p.taps, ESP_WIDE_TERMS);
  p.block_c = blocks_c > 0 ? esp_divide_up(p.channels, blocks_c) : 0;
  const esp_int plane = g->in_h * g->in_w;
  if (plane > 0) p.block_c = esp_at_most(p.block_c, (1 << 30) / plane);  // of esp_wide_term
  if (p.block_c < 1) p.block_c = 1;
  if (p.units <= 0 || p.m <= 0 || p.rows.out <= 0 || p.columns.out <= 0) return p;
  p.blocks_x = esp_divide_up(p.columns.out, ESP_WIDE_PIXELS);
  p.block_x = p.blocks_x == 1 ? p.columns.out
                              : esp_round_up(esp_divide_up(p.columns.out, p.blocks_x), ESP_PANEL);
  p.blocks_y =
      esp_divide_up(p.rows.out, p.block_x < ESP_WIDE_PIXELS ? ESP_WIDE_PIXELS / p.block_x : 1);
  p.blocks_m = 1;
  const double work =
      (double)p.m * (double)(p.channels * p.taps) * (double)(p.rows.out * p.columns.out);
  for (;;) {
    p.block_x = p.blocks_x == 1 ? p.columns.out
                                : esp_round_up(esp_divide_up(p.columns.out, p.blocks_x), ESP_PANEL);
    p.blocks_x = esp_divide_up(p.columns.out, p.block_x);
    p.block_y = esp_divide_up(p.rows.out, p.blocks_y);
    p.blocks_y = esp_divide_up(p.rows.out, p.block_y);
    p.block_m = esp_round_up(esp_divide_up(p.m, p.blocks_m), ESP_PANEL);
    p.blocks_m = esp_divide_up(p.m, p.block_m);
    const esp_int cuts = p.blocks_m * p.blocks_y * p.blocks_x;
    if (p.units * cuts >= ESP_CONV_TILES || work < 4.0 * ESP_CONV_GRAIN * (double)cuts) break;
    const int few = p.block_y * p.block_x < 2 * ESP_WIDE_FEW_PIXELS;
    if (p.block_m > ESP_PANEL)
      p.blocks_m *= 2;
    else if (p.block_y > 1 && !few)
      p.blocks_y *= 2;
    else if (!few)
      p.blocks_x *= 2;
    else
      break;
  }
  const esp_int cuts = p.blocks_m * p.blocks_y * p.blocks_x;
  if (cuts == 1) p.tile_units = esp_conv_tile_units(p.units, work);
  p.tiles = esp_divide_up(p.units, p.tile_units) * cuts;
  return p;
}

// Lists of terms: one for each kind of place, (before, among, behind) x (above, among, below).
#define ESP_WIDE_LISTS 9

ESP_INLINE esp_int esp_wide_list_floats(const esp_wide_plan* p) {
  return esp_round_up(2 * p->block_c * p->taps, 16);
}

// Bytes of scratch: lists, sums (vectors may be read a little past the last pixel).
ESP_INLINE size_t esp_wide_scratch(const esp_wide_plan* p) {
  if (p->tiles == 0) return 0;
  return (size_t)(ESP_WIDE_LISTS * esp_wide_list_floats(p) +
                  (p->block_y * p->block_x + ESP_WIDTH) * ESP_PANEL) *
         sizeof(float);
}

#endif
