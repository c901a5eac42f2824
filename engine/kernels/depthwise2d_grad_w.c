// SPDX-License-Identifier: Apache-2.0
//
// Vectors of neighbouring pixels: dy meets the copied input at each tap, and lanes are added up when a
// chunk is done.
#include "conv_forward.h"
#include "depthwise2d.h"

// Taps that are summed at once.
#define DEPTHWISE2D_GRAD_W_TAPS 9

typedef struct depthwise2d_grad_w_plan {
  esp_int channels, multiplier, taps, rows;
  esp_int tile_channels, tiles;  // channels of x
  esp_int slots, block_rows, copy_rows, width, plane;
} depthwise2d_grad_w_plan;

static depthwise2d_grad_w_plan depthwise2d_grad_w_plan_of(const esp_conv_geometry* g,
                                                          esp_int chunks) {
  depthwise2d_grad_w_plan p;
  memset(&p, 0, sizeof p);
  p.channels = g->in_channels;
  p.multiplier = g->in_channels > 0 ? g->out_channels / g->in_channels : 0;
  p.taps = g->kernel_h * g->kernel_w;
  p.rows = g->batch * g->out_h;
  p.slots = esp_at_most(g->kernel_w, esp_conv_period(g->stride_w, g->dilation_w));
  p.width = g->out_w + (g->kernel_w - 1) * g->dilation_w / g->stride_w;
  // Rows of output whose input is copied at a time.
  p.block_rows = 2048 / (g->stride_h * p.slots * (p.width > 0 ? p.width : 1));
  if (p.block_rows < 1) p.block_rows = 1;
  if (p.block_rows > g->out_h) p.block_rows = g->out_h;
  p.copy_rows = (p.block_rows - 1) * g->stride_h + (g->kernel_h - 1) * g->dilation_h + 1;
  p.plane = p.slots * p.copy_rows * p.width;
  const double work = (double)(p.taps * p.multiplier) * (double)(p.rows * g->out_w) /
                      (double)(chunks > 0 ? chunks : 1);
  p.tile_channels = work > 0 && work < 65536 ? (esp_int)(65536 / work) : 1;
  p.tiles = p.channels <= 0 ? 0 : chunks * esp_divide_up(p.channels, p.tile_channels);
  return p;
}

static esp_int depthwise2d_grad_w_tiles(const void* args) {
  const esp_depthwise2d_grad_w_args* d = (const esp_depthwise2d_grad_w_args*)args;
  const esp_conv_geometry g = ESP_CONV_GEOMETRY(depthwise2d_grad_w, args);
  return depthwise2d_grad_w_plan_of(&g, d->chunks).tiles;
}

// Copy; sums of taps and of dy for each output channel of one input channel; offsets of taps.
static size_t depthwise2d_grad_w_scratch(const void* args) {
  const esp_depthwise2d_grad_w_args* d = (const esp_depthwise2d_grad_w_args*)args;
  const esp_conv_geometry g = ESP_CONV_GEOMETRY(depthwise2d_grad_w, args);
  const depthwise2d_grad_w_plan p = depthwise2d_grad_w_plan_of(&g, d->chunks);
  return (size_t)(esp_round_up(p.plane, 16) + (p.taps + 1) * p.multiplier * ESP_WIDTH +
                  esp_round_up(p.taps, 16)) *
         sizeof(float);
}

// sums[t] += dy * x at tap t, for `taps` taps (a constant, or `count` of them if it is 0).
ESP_INLINE void depthwise2d_grad_w_rows(const int taps, esp_int count, float* sums,
                                        const int32_t* offsets, const float* x, esp_int row_x,
                                        const float* dy, esp_int rows, esp_int columns) {
  esp_vf acc[DEPTHWISE2D_GRAD_W_TAPS];
  const esp_int used = taps ? taps : count;
  for (int t = 0; t < used; ++t) acc[t] = esp_load(sums + t * ESP_WIDTH);
  for (esp_int r = 0; r < rows; ++r, x += row_x, dy += columns) {
    esp_int c = 0;
    for (; c + ESP_WIDTH <= columns; c += ESP_WIDTH) {
      const esp_vf v = esp_load(dy + c);
      for (int t = 0; t < used; ++t) acc[t] = esp_fma(v, esp_load(x + offsets[t] + c), acc[t]);
    }
    if (c < columns) {
      const esp_vf v = esp_load_part(dy + c, columns - c);
      for (int t = 0; t < used; ++t)
        acc[t] = esp_fma(v, esp_load_part(x + offsets[t] + c, columns - c), acc[t]);
    }
  }
  for (int t = 0; t < used; ++t) esp_store(sums + t * ESP_WIDTH, acc[t]);
}

static void depthwise2d_grad_w_add(float* sum, const float* dy, esp_int count) {
  esp_vf a = esp_load(sum), b = esp_zero();
  esp_int i = 0;
  for (; i + 2 * ESP_WIDTH <= count; i += 2 * ESP_WIDTH) {
    a = a + esp_load(dy + i);
    b = b + esp_load(dy + i + ESP_WIDTH);
  }
  for (; i < count; i += ESP_WIDTH)
    a = a + esp_load_part(dy + i, esp_at_most(count - i, ESP_WIDTH));
  esp_store(sum, a + b);
}

static void depthwise2d_grad_w_tile(const void* args, esp_int begin, esp_int end, void* scratch) {
  const esp_depthwise2d_grad_w_args* d = (const esp_depthwise2d_grad_w_args*)args;
  const esp_conv_geometry g = ESP_CONV_GEOMETRY(depthwise2d_grad_w, args);
  const depthwise2d_grad_w_plan p = depthwise2d_grad_w_plan_of(&g, d->chunks);
  float* const copy = (float*)scratch;
  float* const sums = copy + esp_round_up(p.plane, 16);
  int32_t* const offsets = (int32_t*)(sums + (p.taps + 1) * p.multiplier * ESP_WIDTH);
  const esp_int period = esp_conv_period(g.stride_w, g.dilation_w);
  const esp_int out_plane = g.out_h * g.out_w;
  esp_conv_window window = {g.in_h,  g.in_w,       0,           1,       -g.pad_left, g.stride_w,
                            p.slots, g.dilation_w, p.copy_rows, p.width, p.plane};
  for (esp_int t = 0; t < p.taps; ++t) {
    const esp_int ky = t / g.kernel_w, kx = t % g.kernel_w;
    offsets[t] = (int32_t)((kx % period * p.copy_rows + ky * g.dilation_h) * p.width +
                           kx * g.dilation_w / g.stride_w);
  }
  const esp_int blocks = esp_divide_up(p.channels, p.tile_channels);
  for (esp_int tile = begin; tile < end; ++tile) {
    const esp_int chunk = tile / blocks, first = tile % blocks * p.tile_channels;
    const esp_int last = esp_at_most(first + p.tile_channels, p.channels);
    const esp_int row_end = (chunk + 1) * p.rows / d->chunks;
    for (esp_int channel = first; channel < last; ++channel) {
      memset(sums, 0, (size_t)((p.taps + 1) * p.multiplier * ESP_WIDTH) * sizeof *sums);
      esp_int row = chunk * p.rows / d->chunks;
      while (row < row_end) {
        const esp_int image = row / g.out_h, y = row % g.out_h;
        const esp_int some = esp_at_most(p.block_rows, g.out_h - y);
        const esp_int rows = esp_at_most(row_end - row, some);
        window.first_row = y * g.stride_h - g.pad_top;
        esp_conv_copy(&window, copy, d->x + (image * g.in_channels + channel) * g.in_h * g.in_w, 1);
        for (esp_int i = 0; i < p.multiplier; ++i) {
          const esp_int out = channel * p.multiplier + i;
          const float* dy = d->dy + (image * g.out_channels + out) * out_plane + y * g.out_w;
          float* sum = sums + i * (p.taps + 1) * ESP_WIDTH;
          for (esp_int t = 0; t < p.taps; t += DEPTHWISE2D_GRAD_W_TAPS) {
            const esp_int count = esp_at_most(p.taps - t, DEPTHWISE2D_GRAD_W_TAPS);
            if (count == DEPTHWISE2D_GRAD_W_TAPS)
              depthwise2d_grad_w_rows(DEPTHWISE2D_GRAD_W_TAPS, 0, sum + t * ESP_WIDTH, offsets + t,
                                      copy, g.stride_h * p.width, dy, rows, g.out_w);
            else
              depthwise2d_grad_w_rows(0, count, sum + t * ESP_WIDTH, offsets + t, copy,
                                      g.stride_h * p.width, dy, rows, g.out_w);
          }
          if (d->db != NULL) depthwise2d_grad_w_add(sum + p.taps * ESP_WIDTH, dy, rows * g.out_w);
        }
        row += rows;
      }
      for (esp_int i = 0; i < p.multiplier; ++i) {
        const esp_int out = chunk * g.out_channels + channel * p.multiplier + i;
        const float* sum = sums + i * (p.taps + 1) * ESP_WIDTH;
        for (esp_int t = 0; t < p.taps; ++t)
          d->dw[out * p.taps + t] = esp_sum(esp_load(sum + t * ESP_WIDTH));
        if (d->db != NULL) d->db[out] = esp_sum(esp_load(sum + p.taps * ESP_WIDTH));
      }
    }
  }
}

ESP_DEFINE_KERNEL(depthwise2d_grad_w, ESP_DEPTHWISE2D_GRAD_W_FIELDS)
