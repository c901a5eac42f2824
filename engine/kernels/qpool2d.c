// SPDX-License-Identifier: Apache-2.0
#include "pool_window.h"
#include "quantized.h"
#include "quantized_lanes.h"

// ---- qmax_pool2d ----
static esp_int qmax_pool2d_tiles(const void* args) {
  const esp_qmax_pool2d_args* a = (const esp_qmax_pool2d_args*)args;
  if (a->out_h <= 0 || a->out_w <= 0) return 0;
  return esp_pool_tiles(a->planes, a->in_h * a->in_w);
}

static size_t qmax_pool2d_scratch(const void* args) {
  (void)args;
  return 0;
}

// y[i] = the greater of y[i] and x[i * step], both flipped.
ESP_INLINE void qmax_take(uint8_t* y, const uint8_t* x, esp_int step, esp_int count, uint8_t flip) {
  for (esp_int i = 0; i < count; ++i) {
    const uint8_t v = x[i * step] ^ flip;
    y[i] = y[i] > v ? y[i] : v;
  }
}

static void qmax_row(const esp_pool_geometry* g, const uint8_t* x, esp_int row, uint8_t* y,
                     uint8_t flip) {
  const esp_pool_span rows =
      esp_pool_span_of(row, g->stride_h, g->pad_top, g->kernel_h, g->dilation_h, g->in_h);
  memset(y, 0, (size_t)g->out_w);
  for (esp_int ky = rows.first; ky < rows.last; ++ky) {
    const uint8_t* line = x + (rows.start + ky * g->dilation_h) * g->in_w;
    for (esp_int kx = 0; kx < g->kernel_w; ++kx) {
      // Outputs [from, to) find this column of the window inside of x.
      const esp_int shift = kx * g->dilation_w - g->pad_left, room = g->in_w - shift;
      const esp_int from = shift >= 0 ? 0 : (-shift + g->stride_w - 1) / g->stride_w;
      esp_int to = room <= 0 ? 0 : (room + g->stride_w - 1) / g->stride_w;
      if (to > g->out_w) to = g->out_w;
      if (from >= to) continue;
      const uint8_t* at = line + from * g->stride_w + shift;
      if (g->stride_w == 1)
        qmax_take(y + from, at, 1, to - from, flip);
      else if (g->stride_w == 2)
        qmax_take(y + from, at, 2, to - from, flip);
      else
        qmax_take(y + from, at, g->stride_w, to - from, flip);
    }
  }
  for (esp_int i = 0; i < g->out_w; ++i) y[i] ^= flip;
}

static void qmax_pool2d_tile(const void* args, esp_int begin, esp_int end, void* scratch) {
  const esp_qmax_pool2d_args* a = (const esp_qmax_pool2d_args*)args;
  const esp_pool_geometry g = ESP_POOL_GEOMETRY(qmax_pool2d, args);
  const esp_int some = esp_pool_tile_planes(g.in_h * g.in_w);
  const uint8_t flip = a->x_signed ? 0x80 : 0;
  (void)scratch;
  for (esp_int plane = begin * some; plane < end * some && plane < g.planes; ++plane)
    for (esp_int row = 0; row < g.out_h; ++row)
      qmax_row(&g, a->x + plane * g.in_h * g.in_w, row, a->y + (plane * g.out_h + row) * g.out_w,
               flip);
}
ESP_DEFINE_KERNEL(qmax_pool2d, ESP_QMAX_POOL2D_FIELDS)

// ---- qaverage_pool2d ----
static esp_int qaverage_pool2d_tiles(const void* args) {
  const esp_qaverage_pool2d_args* a = (const esp_qaverage_pool2d_args*)args;
  if (a->out_h <= 0 || a->out_w <= 0) return 0;
  return esp_pool_tiles(a->planes, a->in_h * a->in_w);
}

static size_t qaverage_pool2d_scratch(const void* args) {
  (void)args;
  return 0;
}

// Elements of a window along one axis that count, those in the padding too.
static esp_int qaverage_counted(esp_int start, esp_int kernel, esp_int dilation, esp_int end) {
  const esp_int reach = end - start;  // taps with tap * dilation < reach
  const esp_int most = reach <= 0 ? 0 : (reach + dilation - 1) / dilation;
  return most < kernel ? most : kernel;
}

ESP_INLINE int32_t qaverage_sum(const esp_pool_geometry* g, const uint8_t* x, esp_pool_span rows,
                                esp_pool_span columns, uint8_t flip) {
  int32_t sum = 0;
  for (esp_int ky = rows.first; ky < rows.last; ++ky) {
    const uint8_t* line = x + (rows.start + ky * g->dilation_h) * g->in_w + columns.start;
    if (g->dilation_w == 1)
      for (esp_int kx = columns.first; kx < columns.last; ++kx) sum += line[kx] ^ flip;
    else
      for (esp_int kx = columns.first; kx < columns.last; ++kx)
        sum += line[kx * g->dilation_w] ^ flip;
  }
  return sum;
}

static void qaverage_pool2d_tile(const void* args, esp_int begin, esp_int end, void* scratch) {
  const esp_qaverage_pool2d_args* a = (const esp_qaverage_pool2d_args*)args;
  const esp_pool_geometry g = ESP_POOL_GEOMETRY(qaverage_pool2d, args);
  const esp_int some = esp_pool_tile_planes(g.in_h * g.in_w);
  const esp_q_range range = esp_q_range_of(a->low, a->high, a->y_zero_point);
  const uint8_t flip = a->x_signed ? 0x80 : 0;
  const int32_t zero = (int32_t)a->x_zero_point + flip;
  (void)scratch;
  for (esp_int plane = begin * some; plane < end * some && plane < g.planes; ++plane) {
    const uint8_t* x = a->x + plane * g.in_h * g.in_w;
    uint8_t* y = a->y + plane * g.out_h * g.out_w;
    for (esp_int oy = 0; oy < g.out_h; ++oy) {
      const esp_pool_span rows =
          esp_pool_span_of(oy, g.stride_h, g.pad_top, g.kernel_h, g.dilation_h, g.in_h);
      for (esp_int ox = 0; ox < g.out_w; ++ox) {
        const esp_pool_span columns =
            esp_pool_span_of(ox, g.stride_w, g.pad_left, g.kernel_w, g.dilation_w, g.in_w);
        const esp_int inside = (rows.last - rows.first) * (columns.last - columns.first);
        esp_int counted = inside;
        if (a->count_include_pad)
          counted =
              qaverage_counted(rows.start, g.kernel_h, g.dilation_h, g.in_h + a->pad_bottom) *
              qaverage_counted(columns.start, g.kernel_w, g.dilation_w, g.in_w + a->pad_right);
        const int32_t sum = qaverage_sum(&g, x, rows, columns, flip) - (int32_t)inside * zero;
        const float scale = a->scale / (float)(counted > 0 ? counted : 1);
        *y++ = (uint8_t)esp_q_scaled(sum, scale, &range);
      }
    }
  }
}
ESP_DEFINE_KERNEL(qaverage_pool2d, ESP_QAVERAGE_POOL2D_FIELDS)
