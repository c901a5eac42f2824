// SPDX-License-Identifier: Apache-2.0
//
// One plane under one kernel of 3 x 3, without a copy: the strides are 1 or 2, and only vectors at the
// left and right edge look at where the plane ends.
#ifndef ESP_DEPTHWISE_PLANE_H
#define ESP_DEPTHWISE_PLANE_H

#include "conv_forward.h"

typedef struct esp_depthwise_plane {
  const float* x;
  esp_int in_h, in_w, out_w;
  esp_int stride, top, left;  // top, left: padding, which may be negative
  float w[9];
  esp_conv_store store;  // channel 0 is the plane
} esp_depthwise_plane;

// Whether the fast way is open for a geometry.
ESP_INLINE int esp_depthwise_fast(const esp_conv_geometry* g) {
  return ESP_WIDTH > 1 && g->kernel_h == 3 && g->kernel_w == 3 && g->dilation_h == 1 &&
         g->dilation_w == 1 && g->stride_h == g->stride_w && g->stride_h <= 2;
}

// Loads that make up one row: from column + at[i] on, if `edge` only those lanes that lie in the plane.
typedef struct esp_depthwise_loads {
  esp_lanes lanes[4];
} esp_depthwise_loads;

#define ESP_DEPTHWISE_LOADS(stride) ((stride) == 2 ? 4 : 3)
// With stride 2: two vectors from column, two from column + 2.
#define ESP_DEPTHWISE_AT(stride, i) ((stride) == 2 ? (i) % 2 * ESP_WIDTH + (i) / 2 * 2 : (i))

// v[kx]: columns column + kx + lane * stride of the row at p, for the three kx. v has room for four.
ESP_INLINE void esp_depthwise_load(const int stride, const int edge, const float* p,
                                   const esp_depthwise_loads* loads, esp_vf* v) {
  ESP_UNROLL for (int i = 0; i < ESP_DEPTHWISE_LOADS(stride); ++i) {
    const float* from = p + ESP_DEPTHWISE_AT(stride, i);
    v[i] = edge ? esp_load_lanes(from, &loads->lanes[i]) : esp_load(from);
  }
#if ESP_WIDTH > 1
  if (stride == 2) {
    const esp_vf even = ESP_SHUFFLE(v[0], v[1], ESP_EVEN_IDS);
    v[1] = ESP_SHUFFLE(v[0], v[1], ESP_ODD_IDS);
    v[2] = ESP_SHUFFLE(v[2], v[3], ESP_EVEN_IDS);
    v[0] = even;
  }
#endif
}

// `rows` output rows from row y, `lanes` columns from column x. Less than a vector only happens where
// that is the whole row: what a whole vector overwrites is then computed later, but nothing at or
// past `end` may be written.
ESP_INLINE void esp_depthwise_block(const int rows, const int stride, const int edge,
                                    const esp_depthwise_plane* p, const esp_depthwise_loads* loads,
                                    const esp_vf* w, esp_int y, esp_int x, esp_int lanes,
                                    const float* end) {
  esp_vf acc[2];
  ESP_UNROLL for (int i = 0; i < rows; ++i) acc[i] = esp_zero();
  const esp_int first_row = y * stride - p->top, reach = (rows - 1) * stride + 3;
  const float* row = p->x + first_row * p->in_w + (x * stride - p->left);
  const int inside = first_row >= 0 && first_row + reach <= p->in_h;
  ESP_UNROLL for (int r = 0; r < reach; ++r) {
    if (inside || (first_row + r >= 0 && first_row + r < p->in_h)) {
      esp_vf v[4];
      esp_depthwise_load(stride, edge, row, loads, v);
      ESP_UNROLL for (int i = 0; i < rows; ++i) {
        const int ky = r - i * stride;
        if (ky < 0 || ky > 2) continue;
        ESP_UNROLL for (int kx = 0; kx < 3; ++kx) acc[i] = esp_fma(w[ky * 3 + kx], v[kx], acc[i]);
      }
    }
    row += p->in_w;
  }
  const esp_conv_store* s = &p->store;
  if (s->plain) {
    const esp_vf low = esp_set1(s->low), high = esp_set1(s->high);
    const esp_vf bias = esp_set1(s->bias != NULL ? *s->bias : 0.0f);
    float* to = s->y + y * p->out_w + x;
    ESP_UNROLL for (int i = 0; i < rows; ++i) {
      const esp_vf v = esp_min_second(high, esp_max_second(low, bias + acc[i]));
      if (to + ESP_WIDTH <= end)
        esp_store(to, v);
      else
        esp_store_part(to, v, lanes);
      to += p->out_w;
    }
    return;
  }
  esp_conv_store one = *s;
  one.lanes[0] = lanes;
  for (int i = 0; i < rows; ++i) {
    one.at[0] = (y + i) * p->out_w + x;
    esp_conv_finish(&one, &acc[i], 1, 1);
  }
}

// All of rows [y, y_end) at one vector of columns.
ESP_INLINE void esp_depthwise_strip(const int stride, const int edge, const esp_depthwise_plane* p,
                                    const esp_depthwise_loads* loads, esp_int y, esp_int y_end,
                                    esp_int x, esp_int lanes) {
  const float* end = p->store.y + y_end * p->out_w;
  esp_vf w[9];
  ESP_UNROLL for (int i = 0; i < 9; ++i) w[i] = esp_set1(p->w[i]);
  for (; y + 2 <= y_end; y += 2)
    esp_depthwise_block(2, stride, edge, p, loads, w, y, x, lanes, end);
  if (y < y_end) esp_depthwise_block(1, stride, edge, p, loads, w, y, x, lanes, end);
}

ESP_INLINE void esp_depthwise_rows(const int stride, const esp_depthwise_plane* p, esp_int y,
                                   esp_int y_end) {
  const int shift = p->store.plain && p->out_w >= ESP_WIDTH;
  const esp_int reach = ESP_DEPTHWISE_AT(stride, ESP_DEPTHWISE_LOADS(stride) - 1) + ESP_WIDTH;
  esp_depthwise_loads loads;
  for (esp_int c = 0; c < p->out_w; c += ESP_WIDTH) {
    esp_int x = c, lanes = p->out_w - c;
    if (lanes >= ESP_WIDTH)
      lanes = ESP_WIDTH;
    else if (shift)
      x = p->out_w - ESP_WIDTH, lanes = ESP_WIDTH;
    const esp_int column = x * stride - p->left;
    if (column >= 0 && column + reach <= p->in_w) {
      esp_depthwise_strip(stride, 0, p, &loads, y, y_end, x, lanes);
      continue;
    }
    for (int i = 0; i < ESP_DEPTHWISE_LOADS(stride); ++i) {
      const esp_int from = column + ESP_DEPTHWISE_AT(stride, i);
      loads.lanes[i] = esp_lanes_of(-from, p->in_w - from);
    }
    esp_depthwise_strip(stride, 1, p, &loads, y, y_end, x, lanes);
  }
}

// Output rows [y, y_end).
ESP_OUTLINE void esp_depthwise_run(const esp_depthwise_plane* p, esp_int y, esp_int y_end) {
  if (p->stride == 1)
    esp_depthwise_rows(1, p, y, y_end);
  else
    esp_depthwise_rows(2, p, y, y_end);
}

// How the planes are cut: several to a tile, or a tile to some rows of one.
typedef struct esp_depthwise_cut {
  esp_int planes, tile_planes, rows, block_rows, blocks, tiles;
} esp_depthwise_cut;

#define ESP_DEPTHWISE_GRAIN (1 << 15)

ESP_INLINE esp_depthwise_cut esp_depthwise_cut_of(esp_int planes, esp_int rows, esp_int columns) {
  esp_depthwise_cut cut = {planes, 1, rows, rows, 1, 0};
  if (planes <= 0 || rows <= 0 || columns <= 0) return cut;
  const esp_int work = rows * columns * 9;
  if (work < ESP_DEPTHWISE_GRAIN) cut.tile_planes = ESP_DEPTHWISE_GRAIN / work;
  if (cut.tile_planes == 1 && planes < ESP_CONV_TILES) {
    const esp_int wanted = esp_at_most(work / ESP_DEPTHWISE_GRAIN, ESP_CONV_TILES / planes);
    cut.block_rows = esp_divide_up(rows, wanted > 1 ? wanted : 1);
    cut.blocks = esp_divide_up(rows, cut.block_rows);
  }
  cut.tiles = esp_divide_up(planes, cut.tile_planes) * cut.blocks;
  return cut;
}

#endif
