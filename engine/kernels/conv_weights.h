// SPDX-License-Identifier: Apache-2.0
//
// How the gradient for a convolution's weights is cut, and its innermost loop: vectors of output
// channels, because weights are summed over pixels.
#ifndef ESP_CONV_WEIGHTS_H
#define ESP_CONV_WEIGHTS_H

#include "conv_forward.h"

// Pixels of a block, unless one row has more; floats of copied input.
#define ESP_GRAD_W_PIXELS 256
#define ESP_GRAD_W_COPY_FLOATS 24576
// Most terms that are summed at once, with one vector of channels and with ESP_VECS of them.
#define ESP_GRAD_W_ROWS_1 7
#define ESP_GRAD_W_ROWS_N (ESP_WIDTH >= 16 ? 8 : ESP_WIDTH >= 4 ? 6 : 4)

typedef struct esp_grad_w_plan {
  esp_int m, channels, taps;  // of a group
  esp_int rows;               // of output, in all images
  esp_int panel;              // channels in a panel: one vector if that is enough
  esp_int block_m, blocks_m;  // block_m in channels, a multiple of panel
  esp_int block_c, blocks_c;
  esp_int block_rows;  // rows of output whose input is copied at a time
  esp_int tiles;
  // Where only one tap is in a column or row, just the rows and columns that it meets are copied.
  esp_int row_stride, column_stride;  // within the copy
  esp_int halo, width, copy_rows, plane;
} esp_grad_w_plan;

ESP_INLINE esp_grad_w_plan esp_grad_w_plan_of(const esp_conv_geometry* g, esp_int chunks) {
  esp_grad_w_plan p;
  memset(&p, 0, sizeof p);
  p.m = g->out_channels / g->group;
  p.channels = g->in_channels / g->group;
  p.taps = g->kernel_h * g->kernel_w;
  p.rows = g->batch * g->out_h;
  p.panel = p.m <= ESP_WIDTH ? ESP_WIDTH : ESP_PANEL;
  p.row_stride = g->kernel_h == 1 ? 1 : g->stride_h;
  p.column_stride = g->kernel_w == 1 ? 1 : g->stride_w;
  p.halo = (g->kernel_h - 1) * g->dilation_h + 1;
  p.width = (g->out_w - 1) * p.column_stride + (g->kernel_w - 1) * g->dilation_w + 1;
  if (g->out_w <= 0) p.width = 1;
  const esp_int out_w = g->out_w > 0 ? g->out_w : 1, out_h = g->out_h > 0 ? g->out_h : 1;
  p.block_rows = ESP_GRAD_W_PIXELS / out_w;
  if (p.block_rows < 1) p.block_rows = 1;
  // Runs of rows in one image, each with its halo.
  const esp_int runs = p.block_rows / out_h + 2;
  p.copy_rows = p.block_rows * p.row_stride + runs * p.halo;
  p.plane = p.copy_rows * p.width;
  p.block_c = ESP_GRAD_W_COPY_FLOATS / p.plane;
  if (p.block_c < 1) p.block_c = 1;
  if (p.block_c > p.channels) p.block_c = p.channels;
  p.blocks_m = 1;
  p.blocks_c = esp_divide_up(p.channels, p.block_c);
  const double work = (double)p.m * (double)(p.channels * p.taps) * (double)(p.rows * out_w) /
                      (double)(chunks > 0 ? chunks : 1);
  for (;;) {
    p.block_m = esp_round_up(esp_divide_up(p.m, p.blocks_m), p.panel);
    p.blocks_m = esp_divide_up(p.m, p.block_m);
    p.block_c = esp_divide_up(p.channels, p.blocks_c);
    p.blocks_c = esp_divide_up(p.channels, p.block_c);
    const esp_int cuts = p.blocks_m * p.blocks_c;
    p.tiles = chunks * g->group * cuts;
    if (p.tiles >= ESP_CONV_TILES || work < 2.0 * ESP_CONV_GRAIN * (double)cuts) break;
    if (p.block_m > p.panel && p.block_m >= p.block_c * p.taps)
      p.blocks_m *= 2;
    else if (p.block_c > 1)
      p.blocks_c *= 2;
    else if (p.block_m > p.panel)
      p.blocks_m *= 2;
    else
      break;
  }
  return p;
}

ESP_INLINE esp_int esp_grad_w_pixels(const esp_conv_geometry* g, const esp_grad_w_plan* p) {
  return p->block_rows * (g->out_w > 0 ? g->out_w : 0);
}

// sums[i * panel + lane] += sum over pixels of x[terms[i] + pixels[t]] * dy[t * panel + lane], for
// i < rows and `vecs` vectors of lanes: constants. `first`: sums hold nothing yet.
ESP_INLINE void esp_grad_w_micro(const int rows, const int vecs, const float* x,
                                 const int32_t* terms, const int32_t* pixels, esp_int count,
                                 const float* dy, esp_int panel, float* sums, int first) {
  const int parts = vecs == 1 ? 2 : 1;
  esp_vf acc[16];
  const float* from[8];
  ESP_UNROLL for (int i = 0; i < rows; ++i) from[i] = x + terms[i];
  esp_micro_clear(rows * parts * vecs, acc);
  esp_vf b[ESP_VECS];
  esp_int t = 0;
  for (; t + parts <= count; t += parts) {
    ESP_UNROLL for (int part = 0; part < parts; ++part) {
      const esp_int at = pixels[t + part];
      ESP_UNROLL for (int j = 0; j < vecs; ++j) b[j] = esp_load(dy + j * ESP_WIDTH);
      ESP_UNROLL for (int i = 0; i < rows; ++i) {
        const esp_vf a = esp_set1(from[i][at]);
        ESP_UNROLL for (int j = 0; j < vecs; ++j) acc[(part * rows + i) * vecs + j] =
            esp_fma(a, b[j], acc[(part * rows + i) * vecs + j]);
      }
      dy += panel;
    }
  }
  if (t < count) {
    const esp_int at = pixels[t];
    ESP_UNROLL for (int j = 0; j < vecs; ++j) b[j] = esp_load(dy + j * ESP_WIDTH);
    ESP_UNROLL for (int i = 0; i < rows; ++i) {
      const esp_vf a = esp_set1(from[i][at]);
      ESP_UNROLL for (int j = 0; j < vecs; ++j) acc[i * vecs + j] =
          esp_fma(a, b[j], acc[i * vecs + j]);
    }
  }
  ESP_UNROLL for (int i = 0; i < rows; ++i) {
    ESP_UNROLL for (int j = 0; j < vecs; ++j) {
      esp_vf v = acc[i * vecs + j];
      if (parts == 2) v = v + acc[(rows + i) * vecs + j];
      float* to = sums + i * panel + j * ESP_WIDTH;
      esp_store(to, first ? v : esp_load(to) + v);
    }
  }
}

#define ESP_GRAD_W_ARGS                                                                        \
  const float *x, const int32_t *terms, const int32_t *pixels, esp_int count, const float *dy, \
      esp_int panel, float *sums, int first
typedef void esp_grad_w_micro_fn(ESP_GRAD_W_ARGS);

#define ESP_GRAD_W_MICRO(rows, name, vecs)                                         \
  ESP_OUTLINE void esp_grad_w_micro_##rows##_##name(ESP_GRAD_W_ARGS) {             \
    esp_grad_w_micro(rows, vecs, x, terms, pixels, count, dy, panel, sums, first); \
  }
ESP_GRAD_W_MICRO(1, 1, 1)
ESP_GRAD_W_MICRO(2, 1, 1)
ESP_GRAD_W_MICRO(3, 1, 1)
ESP_GRAD_W_MICRO(4, 1, 1)
ESP_GRAD_W_MICRO(5, 1, 1)
ESP_GRAD_W_MICRO(6, 1, 1)
ESP_GRAD_W_MICRO(7, 1, 1)
ESP_GRAD_W_MICRO(1, n, ESP_VECS)
ESP_GRAD_W_MICRO(2, n, ESP_VECS)
ESP_GRAD_W_MICRO(3, n, ESP_VECS)
ESP_GRAD_W_MICRO(4, n, ESP_VECS)
#if ESP_WIDTH >= 4
ESP_GRAD_W_MICRO(5, n, ESP_VECS)
ESP_GRAD_W_MICRO(6, n, ESP_VECS)
#endif
#if ESP_WIDTH >= 16
ESP_GRAD_W_MICRO(7, n, ESP_VECS)
ESP_GRAD_W_MICRO(8, n, ESP_VECS)
#endif

ESP_INLINE esp_grad_w_micro_fn* esp_grad_w_micro_of(esp_int rows, int one) {
  static esp_grad_w_micro_fn* const by_rows_1[] = {
      esp_grad_w_micro_1_1, esp_grad_w_micro_2_1, esp_grad_w_micro_3_1, esp_grad_w_micro_4_1,
      esp_grad_w_micro_5_1, esp_grad_w_micro_6_1, esp_grad_w_micro_7_1};
  static esp_grad_w_micro_fn* const by_rows_n[] = {
    esp_grad_w_micro_1_n,
    esp_grad_w_micro_2_n,
    esp_grad_w_micro_3_n,
    esp_grad_w_micro_4_n,
#if ESP_WIDTH >= 4
    esp_grad_w_micro_5_n,
    esp_grad_w_micro_6_n,
#endif
#if ESP_WIDTH >= 16
    esp_grad_w_micro_7_n,
    esp_grad_w_micro_8_n,
#endif
  };
  return one ? by_rows_1[rows - 1] : by_rows_n[rows - 1];
}

#endif
