// SPDX-License-Identifier: Apache-2.0
//
// One plane under one kernel of 3 x 3, without a copy: the strides are 1 or 2, and only vectors at the
// left and right edge look at where the plane ends.
#ifndef ESP_DEPTHWISE_PLANE_H
#define ESP_DEPTHWISE_PLANE_H

#include "conv_forward.h"

// Loads that make up one row: from column + at[i] on, only those lanes that lie in the plane.
typedef struct esp_depthwise_loads {
  esp_lanes lanes[4];
} esp_depthwise_loads;

typedef struct esp_depthwise_plane {
  const float* x;
  esp_int in_h, in_w, out_w;
  esp_int stride, top, left;  // top, left: padding, which may be negative
  float w[9], bias;
  esp_conv_store store;  // channel 0 is the plane
  // Kept from plane to plane: loads for the vector of columns `loads_at` - 1, if that is not 0.
  esp_depthwise_loads loads;
  esp_int loads_at;
} esp_depthwise_plane;

// Whether the fast way is open for a geometry.
ESP_INLINE int esp_depthwise_fast(const esp_conv_geometry* g) {
  return ESP_WIDTH > 1 && g->kernel_h == 3 && g->kernel_w == 3 && g->dilation_h == 1 &&
         g->dilation_w == 1 && g->stride_h == g->stride_w && g->stride_h <= 2;
}

#define ESP_DEPTHWISE_LOADS(stride) ((stride) == 2 ? 4 : 3)
// With stride 2: two vectors from column, two from column + 2.
#define ESP_DEPTHWISE_AT(stride, i) ((stride) == 2 ? (i) % 2 * ESP_WIDTH + (i) / 2 * 2 : (i))

// v[kx]: columns column + kx + lane * stride of the row at p, for the three kx, with stride
// 2 in the loose order of vector_shuffle.h. v has room for four.
ESP_INLINE void esp_depthwise_load(const int stride, const int edge, const float* p,
                                   const esp_depthwise_loads* loads, esp_vf* v) {
  const int count = ESP_DEPTHWISE_LOADS(stride);
  ESP_UNROLL for (int i = 0; i < count; ++i) {
    const float* from = p + ESP_DEPTHWISE_AT(stride, i);
    v[i] = edge ? esp_load_lanes(from, &loads->lanes[i]) : esp_load(from);
  }
#if ESP_WIDTH > 1
  if (stride == 2) {
    const esp_vf even = ESP_SHUFFLE(v[0], v[1], ESP_LOOSE_EVEN_IDS);
    v[1] = ESP_SHUFFLE(v[0], v[1], ESP_LOOSE_ODD_IDS);
    v[2] = ESP_SHUFFLE(v[2], v[3], ESP_LOOSE_EVEN_IDS);
    v[0] = even;
  }
#endif
}

// The ways that a block may be computed. EDGE: columns may lie outside of the plane; CHECKED: rows
// may; PLAIN: the result is stored as esp_conv_store's plain says.
enum { ESP_DEPTHWISE_EDGE = 1, ESP_DEPTHWISE_CHECKED = 2, ESP_DEPTHWISE_PLAIN = 4 };

// What a strip holds in registers: copies, since a store might change what it was given.
typedef struct esp_depthwise_strip {
  esp_vf w[9], bias, low, high;
  const float* end;  // nothing here or later may be written
  esp_int in_h, in_w, out_w, lanes;
} esp_depthwise_strip;

// `rows` output rows, to `to`, from input rows first_row on, which begin at `row`. Less than a vector of
// columns only happens where that is the whole row: what a whole vector overwrites is then computed
// later.
ESP_INLINE void esp_depthwise_block(const int rows, const int stride, const int how,
                                    const esp_depthwise_plane* p, const esp_depthwise_strip* t,
                                    const esp_depthwise_loads* loads, esp_int first_row,
                                    const float* row, float* to) {
  esp_vf sum[2];
  if (how & ESP_DEPTHWISE_CHECKED) sum[0] = esp_zero();
  ESP_UNROLL for (int r = 0; r < (rows - 1) * stride + 3; ++r) {
    if (!(how & ESP_DEPTHWISE_CHECKED) || (first_row + r >= 0 && first_row + r < t->in_h)) {
      esp_vf v[4];
      esp_depthwise_load(stride, how & ESP_DEPTHWISE_EDGE, row, loads, v);
      ESP_UNROLL for (int i = 0; i < rows; ++i) {
        const int ky = r - i * stride;
        if (ky < 0 || ky > 2) continue;
        const esp_vf* w = t->w + ky * 3;
        const esp_vf part = esp_fma(w[2], v[2], esp_fma(w[1], v[1], w[0] * v[0]));
        sum[i] = ky == 0 && !(how & ESP_DEPTHWISE_CHECKED) ? part : sum[i] + part;
      }
    }
    row += t->in_w;
  }
  ESP_UNROLL for (int i = 0; i < rows; ++i) {
#if ESP_WIDTH > 1
    if (stride == 2) sum[i] = ESP_TIGHTEN(sum[i]);
#endif
    if (how & ESP_DEPTHWISE_PLAIN) {
      const esp_vf v = esp_min_second(t->high, esp_max_second(t->low, sum[i] + t->bias));
      if (to + ESP_WIDTH <= t->end)
        esp_store(to, v);
      else
        esp_store_part(to, v, t->lanes);
    } else {
      esp_conv_store one = p->store;
      one.at[0] = to - one.y;
      one.lanes[0] = t->lanes;
      esp_conv_finish(&one, &sum[i], 1, 1);
    }
    to += t->out_w;
  }
}

// All of rows [y, y_end) at one vector of columns.
ESP_INLINE void esp_depthwise_rows(const int stride, const int how, const esp_depthwise_plane* p,
                                   const esp_depthwise_loads* loads, esp_int y, esp_int y_end,
                                   esp_int x, esp_int lanes) {
  esp_depthwise_strip t;
  ESP_UNROLL for (int i = 0; i < 9; ++i) t.w[i] = esp_set1(p->w[i]);
  t.bias = esp_set1(p->bias);
  t.low = esp_set1(p->store.low);
  t.high = esp_set1(p->store.high);
  t.end = p->store.y + y_end * p->out_w;
  t.in_h = p->in_h;
  t.in_w = p->in_w;
  t.out_w = p->out_w;
  t.lanes = lanes;
  // Rows whose windows lie within the plane.
  const esp_int below = p->in_h + p->top - 3;
  const esp_int first = p->top <= 0 ? 0 : (p->top + stride - 1) / stride;
  const esp_int last = esp_at_most(y_end, below < 0 ? 0 : below / stride + 1);
  esp_int in = y * stride - p->top;
  const float* row = p->x + in * p->in_w + (x * stride - p->left);
  float* to = p->store.y + y * p->out_w + x;
  const esp_int step = stride * t.in_w;
  while (y < y_end) {
    if (y >= first && y + 2 <= last) {
      esp_depthwise_block(2, stride, how, p, &t, loads, in, row, to);
      y += 2;
      in += 2 * stride;
      row += 2 * step;
      to += 2 * t.out_w;
      continue;
    }
    esp_depthwise_block(1, stride, how | ESP_DEPTHWISE_CHECKED, p, &t, loads, in, row, to);
    y += 1;
    in += stride;
    row += step;
    to += t.out_w;
  }
}

#define ESP_DEPTHWISE_STRIP(name, stride, how)                                       \
  ESP_OUTLINE void esp_depthwise_##name(const esp_depthwise_plane* p,                \
                                        const esp_depthwise_loads* loads, esp_int y, \
                                        esp_int y_end, esp_int x, esp_int lanes) {   \
    esp_depthwise_rows(stride, how, p, loads, y, y_end, x, lanes);                   \
  }
ESP_DEPTHWISE_STRIP(inner_1, 1, ESP_DEPTHWISE_PLAIN)
ESP_DEPTHWISE_STRIP(inner_2, 2, ESP_DEPTHWISE_PLAIN)
ESP_DEPTHWISE_STRIP(edge_1, 1, ESP_DEPTHWISE_PLAIN | ESP_DEPTHWISE_EDGE)
ESP_DEPTHWISE_STRIP(edge_2, 2, ESP_DEPTHWISE_PLAIN | ESP_DEPTHWISE_EDGE)
ESP_DEPTHWISE_STRIP(other_1, 1, ESP_DEPTHWISE_EDGE)
ESP_DEPTHWISE_STRIP(other_2, 2, ESP_DEPTHWISE_EDGE)

// Output rows [y, y_end).
ESP_OUTLINE void esp_depthwise_run(esp_depthwise_plane* p, esp_int y, esp_int y_end) {
  const int plain = p->store.plain, one = p->stride == 1;
  const esp_int count = ESP_DEPTHWISE_LOADS(p->stride);
  const esp_int reach = ESP_DEPTHWISE_AT(p->stride, count - 1) + ESP_WIDTH;
  const esp_depthwise_loads* loads = &p->loads;
  for (esp_int c = 0; c < p->out_w; c += ESP_WIDTH) {
    esp_int x = c, lanes = p->out_w - c;
    if (lanes >= ESP_WIDTH)
      lanes = ESP_WIDTH;
    else if (plain && p->out_w >= ESP_WIDTH)
      x = p->out_w - ESP_WIDTH, lanes = ESP_WIDTH;
    const esp_int column = x * p->stride - p->left;
    if (plain && column >= 0 && column + reach <= p->in_w) {
      (one ? esp_depthwise_inner_1 : esp_depthwise_inner_2)(p, loads, y, y_end, x, lanes);
      continue;
    }
    if (p->loads_at != x + 1) {
      for (esp_int i = 0; i < count; ++i) {
        const esp_int from = column + ESP_DEPTHWISE_AT(p->stride, i);
        p->loads.lanes[i] = esp_lanes_of(-from, p->in_w - from);
      }
      p->loads_at = x + 1;
    }
    if (plain)
      (one ? esp_depthwise_edge_1 : esp_depthwise_edge_2)(p, loads, y, y_end, x, lanes);
    else
      (one ? esp_depthwise_other_1 : esp_depthwise_other_2)(p, loads, y, y_end, x, lanes);
  }
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
