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

// Columns column + kx + lane * stride of a row, for the three kx; zero outside [0, width).
ESP_INLINE void esp_depthwise_load(const int stride, const int edge, const float* row,
                                   esp_int column, esp_int width, esp_vf* v) {
  const float* p = row + column;
#if ESP_WIDTH > 1
  if (stride == 2) {
    esp_vf part[4];
    ESP_UNROLL for (int i = 0; i < 4; ++i) {
      // Two vectors from column, two from column + 2.
      const esp_int at = i % 2 * ESP_WIDTH + i / 2 * 2;
      if (!edge) {
        part[i] = esp_load(p + at);
      } else {
        const esp_int from = -(column + at), to = width - (column + at);
        part[i] = esp_load_lanes(p + at, from < 0 ? 0 : esp_at_most(from, ESP_WIDTH),
                                 to < 0 ? 0 : esp_at_most(to, ESP_WIDTH));
      }
    }
    v[0] = ESP_SHUFFLE(part[0], part[1], ESP_EVEN_IDS);
    v[1] = ESP_SHUFFLE(part[0], part[1], ESP_ODD_IDS);
    v[2] = ESP_SHUFFLE(part[2], part[3], ESP_EVEN_IDS);
    return;
  }
#endif
  ESP_UNROLL for (int kx = 0; kx < 3; ++kx) {
    if (!edge) {
      v[kx] = esp_load(p + kx);
      continue;
    }
    const esp_int from = -(column + kx), to = width - (column + kx);
    v[kx] = esp_load_lanes(p + kx, from < 0 ? 0 : esp_at_most(from, ESP_WIDTH),
                           to < 0 ? 0 : esp_at_most(to, ESP_WIDTH));
  }
}

// `rows` output rows from row y, `lanes` columns from column x.
ESP_INLINE void esp_depthwise_block(const int rows, const int stride, const int edge,
                                    const esp_depthwise_plane* p, esp_int y, esp_int x,
                                    esp_int lanes) {
  esp_vf w[9], acc[4];
  ESP_UNROLL for (int i = 0; i < 9; ++i) w[i] = esp_set1(p->w[i]);
  ESP_UNROLL for (int i = 0; i < rows; ++i) acc[i] = esp_zero();
  const esp_int first_row = y * stride - p->top, column = x * stride - p->left;
  const float* row = p->x + first_row * p->in_w;
  ESP_UNROLL for (int r = 0; r < (rows - 1) * stride + 3; ++r) {
    if (first_row + r >= 0 && first_row + r < p->in_h) {
      esp_vf v[3];
      esp_depthwise_load(stride, edge, row, column, p->in_w, v);
      ESP_UNROLL for (int i = 0; i < rows; ++i) {
        const int ky = r - i * stride;
        if (ky < 0 || ky > 2) continue;
        ESP_UNROLL for (int kx = 0; kx < 3; ++kx) acc[i] = esp_fma(w[ky * 3 + kx], v[kx], acc[i]);
      }
    }
    row += p->in_w;
  }
  const esp_conv_store* s = &p->store;
  if (s->plain && lanes == ESP_WIDTH) {
    const esp_vf low = esp_set1(s->low), high = esp_set1(s->high);
    const esp_vf bias = esp_set1(s->bias != NULL ? *s->bias : 0.0f);
    float* to = s->y + y * p->out_w + x;
    ESP_UNROLL for (int i = 0; i < rows; ++i)
        esp_store(to + i * p->out_w, esp_min_second(high, esp_max_second(low, bias + acc[i])));
    return;
  }
  esp_conv_store one = *s;
  one.lanes[0] = lanes;
  for (int i = 0; i < rows; ++i) {
    one.at[0] = (y + i) * p->out_w + x;
    esp_conv_finish(&one, &acc[i], 1, 1);
  }
}

ESP_INLINE void esp_depthwise_rows(const int stride, const esp_depthwise_plane* p, esp_int y,
                                   esp_int y_end) {
  const int shift = p->store.plain && p->out_w >= ESP_WIDTH;
  const esp_int reach = (ESP_WIDTH - 1) * stride + 3 + (stride == 2 ? 1 : 0);
  for (esp_int c = 0; c < p->out_w; c += ESP_WIDTH) {
    esp_int x = c, lanes = p->out_w - c;
    if (lanes >= ESP_WIDTH)
      lanes = ESP_WIDTH;
    else if (shift)
      x = p->out_w - ESP_WIDTH, lanes = ESP_WIDTH;
    const esp_int column = x * stride - p->left;
    esp_int r = y;
    if (column >= 0 && column + reach <= p->in_w) {
      for (; r + 4 <= y_end; r += 4) esp_depthwise_block(4, stride, 0, p, r, x, lanes);
      for (; r < y_end; ++r) esp_depthwise_block(1, stride, 0, p, r, x, lanes);
    } else {
      for (; r + 4 <= y_end; r += 4) esp_depthwise_block(4, stride, 1, p, r, x, lanes);
      for (; r < y_end; ++r) esp_depthwise_block(1, stride, 1, p, r, x, lanes);
    }
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
