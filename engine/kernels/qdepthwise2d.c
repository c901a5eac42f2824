// SPDX-License-Identifier: Apache-2.0
#include "pool_window.h"
#include "quantized.h"
#include "quantized_lanes.h"

// A tile is some output channels of an image.
static esp_int qdepthwise2d_tiles(const void* args) {
  const esp_qdepthwise2d_args* a = (const esp_qdepthwise2d_args*)args;
  if (a->out_h <= 0 || a->out_w <= 0) return 0;
  return esp_pool_tiles(a->batch * a->out_channels, a->out_h * a->out_w);
}

// The sums of a row of outputs.
static size_t qdepthwise2d_scratch(const void* args) {
  const esp_qdepthwise2d_args* a = (const esp_qdepthwise2d_args*)args;
  return (size_t)(a->out_w > 0 ? a->out_w : 0) * sizeof(int32_t);
}

// sums[i] += w * (x[i * step] less its zero point), x as an unsigned number.
ESP_INLINE void qdepthwise_add(int32_t* sums, const uint8_t* x, esp_int step, esp_int count,
                               uint8_t flip, int32_t zero, int32_t w) {
  for (esp_int i = 0; i < count; ++i) sums[i] += w * ((int32_t)(x[i * step] ^ flip) - zero);
}

static void qdepthwise_row(const esp_qdepthwise2d_args* a, const uint8_t* x, const int8_t* w,
                           esp_int row, uint8_t flip, int32_t zero, int32_t* sums) {
  const esp_pool_span rows =
      esp_pool_span_of(row, a->stride_h, a->pad_top, a->kernel_h, a->dilation_h, a->in_h);
  for (esp_int ky = rows.first; ky < rows.last; ++ky) {
    const uint8_t* line = x + (rows.start + ky * a->dilation_h) * a->in_w;
    for (esp_int kx = 0; kx < a->kernel_w; ++kx) {
      // Outputs [from, to) find this column of the window inside of x.
      const esp_int shift = kx * a->dilation_w - a->pad_left, room = a->in_w - shift;
      const esp_int from = shift >= 0 ? 0 : (-shift + a->stride_w - 1) / a->stride_w;
      esp_int to = room <= 0 ? 0 : (room + a->stride_w - 1) / a->stride_w;
      if (to > a->out_w) to = a->out_w;
      if (from >= to) continue;
      const uint8_t* at = line + from * a->stride_w + shift;
      const int32_t v = w[ky * a->kernel_w + kx];
      if (a->stride_w == 1)
        qdepthwise_add(sums + from, at, 1, to - from, flip, zero, v);
      else if (a->stride_w == 2)
        qdepthwise_add(sums + from, at, 2, to - from, flip, zero, v);
      else
        qdepthwise_add(sums + from, at, a->stride_w, to - from, flip, zero, v);
    }
  }
}

static void qdepthwise_finish(const int32_t* sums, esp_int count, float scale,
                              const esp_q_range* range, uint8_t* y) {
  esp_int i = 0;
  for (; i + ESP_WIDTH <= count; i += ESP_WIDTH)
    esp_q_store(y + i, esp_q_scaled_vector(esp_loadi(sums + i), esp_set1(scale), range));
  for (; i < count; ++i) y[i] = (uint8_t)esp_q_scaled(sums[i], scale, range);
}

static void qdepthwise2d_tile(const void* args, esp_int begin, esp_int end, void* scratch) {
  const esp_qdepthwise2d_args* a = (const esp_qdepthwise2d_args*)args;
  const esp_int plane_x = a->in_h * a->in_w, plane_y = a->out_h * a->out_w;
  const esp_int some = esp_pool_tile_planes(plane_y), all = a->batch * a->out_channels;
  const esp_int multiplier = a->out_channels / a->in_channels;
  const esp_q_range range = esp_q_range_of(a->low, a->high, a->y_zero_point);
  const uint8_t flip = a->x_signed ? 0x80 : 0;
  const int32_t zero = (int32_t)a->x_zero_point + flip;
  int32_t* const sums = (int32_t*)scratch;
  for (esp_int plane = begin * some; plane < end * some && plane < all; ++plane) {
    const esp_int m = plane % a->out_channels;
    const uint8_t* x = a->x + (plane / multiplier) * plane_x;
    const int8_t* w = a->w + m * a->kernel_h * a->kernel_w;
    const int32_t start = a->bias ? a->bias[m] : 0;
    const float scale = a->x_scale * a->w_scale[a->w_scales == 1 ? 0 : m] / a->y_scale;
    for (esp_int row = 0; row < a->out_h; ++row) {
      for (esp_int i = 0; i < a->out_w; ++i) sums[i] = start;
      qdepthwise_row(a, x, w, row, flip, zero, sums);
      qdepthwise_finish(sums, a->out_w, scale, &range, a->y + plane * plane_y + row * a->out_w);
    }
  }
}

ESP_DEFINE_KERNEL(qdepthwise2d, ESP_QDEPTHWISE2D_FIELDS)
