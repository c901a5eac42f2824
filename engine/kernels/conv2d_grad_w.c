// SPDX-License-Identifier: Apache-2.0
//
// Input is copied with its border, dy is transposed so that channels are neighbours, and then each
// number of the input meets vectors of channels.
#include "conv2d_grad.h"
#include "conv_weights.h"

static esp_int conv2d_grad_w_tiles(const void* args) {
  const esp_conv2d_grad_w_args* c = (const esp_conv2d_grad_w_args*)args;
  const esp_conv_geometry g = ESP_CONV_GEOMETRY(conv2d_grad_w, args);
  return esp_grad_w_plan_of(&g, c->chunks).tiles;
}

// Where parts of scratch lie, in floats: offsets of terms, of pixels, copy, dy, sums, sums for db.
typedef struct conv2d_grad_w_parts {
  esp_int pixels, copy, dy, sums, bias_sums, end;
} conv2d_grad_w_parts;

static conv2d_grad_w_parts conv2d_grad_w_parts_of(const esp_conv_geometry* g,
                                                  const esp_grad_w_plan* p) {
  conv2d_grad_w_parts parts;
  const esp_int count = esp_grad_w_pixels(g, p);
  parts.pixels = esp_round_up(p->block_c * p->taps, 16);
  parts.copy = parts.pixels + esp_round_up(count, 16);
  parts.dy = parts.copy + esp_round_up(p->block_c * p->plane, 16);
  parts.sums = parts.dy + esp_round_up(count * p->block_m, 16);
  parts.bias_sums = parts.sums + esp_round_up(p->block_c * p->taps * p->block_m, 16);
  parts.end = parts.bias_sums + esp_round_up(p->block_m, 16);
  return parts;
}

static size_t conv2d_grad_w_scratch(const void* args) {
  const esp_conv2d_grad_w_args* c = (const esp_conv2d_grad_w_args*)args;
  const esp_conv_geometry g = ESP_CONV_GEOMETRY(conv2d_grad_w, args);
  const esp_grad_w_plan p = esp_grad_w_plan_of(&g, c->chunks);
  return (size_t)conv2d_grad_w_parts_of(&g, &p).end * sizeof(float);
}

// sums[lane] += dy[t * panel + lane] over t < count, in four chains.
static void conv2d_grad_w_add_pixels(float* sums, const float* dy, esp_int panel, esp_int count) {
  for (esp_int lane = 0; lane < panel; lane += ESP_WIDTH) {
    esp_vf a = esp_zero(), b = a, c = a, d = a;
    const float* from = dy + lane;
    esp_int t = 0;
    for (; t + 4 <= count; t += 4, from += 4 * panel) {
      a = a + esp_load(from);
      b = b + esp_load(from + panel);
      c = c + esp_load(from + 2 * panel);
      d = d + esp_load(from + 3 * panel);
    }
    for (; t < count; ++t, from += panel) a = a + esp_load(from);
    esp_store(sums + lane, esp_load(sums + lane) + ((a + b) + (c + d)));
  }
}

typedef struct conv2d_grad_w_job {
  const esp_conv_geometry* g;
  const esp_grad_w_plan* p;
  const float *x, *dy;  // of the first image: first channel of the block
  esp_int channels, m;  // in the block
  int32_t *terms, *pixels;
  float *copy, *transposed, *sums, *bias_sums;
  int with_bias;
} conv2d_grad_w_job;

// Copies what rows [row, row_end) need, at most block_rows of them. Returns the number of pixels.
static esp_int conv2d_grad_w_load(const conv2d_grad_w_job* j, esp_int row, esp_int row_end) {
  const esp_conv_geometry* g = j->g;
  const esp_grad_w_plan* p = j->p;
  const esp_int in_plane = g->in_h * g->in_w, out_plane = g->out_h * g->out_w;
  const esp_int capacity = esp_grad_w_pixels(g, p);
  esp_conv_window w = {g->in_h,
                       g->in_w,
                       0,
                       g->kernel_h == 1 ? g->stride_h : 1,
                       -g->pad_left,
                       g->kernel_w == 1 ? g->stride_w : 1,
                       1,
                       0,
                       0,
                       p->width,
                       p->plane};
  esp_int copied = 0, count = 0;
  while (row < row_end) {
    const esp_int image = row / g->out_h, y = row % g->out_h;
    const esp_int run = esp_at_most(row_end - row, g->out_h - y);
    w.first_row = y * g->stride_h - g->pad_top;
    w.rows = (run - 1) * p->row_stride + p->halo;
    esp_conv_copy(&w, j->copy + copied * p->width, j->x + image * g->in_channels * in_plane,
                  j->channels);
    const float* dy = j->dy + image * g->out_channels * out_plane + y * g->out_w;
    for (esp_int m = 0; m < j->m; m += p->panel)
      esp_transpose_copy(j->transposed + m * capacity + count * p->panel, p->panel,
                         dy + m * out_plane, out_plane, esp_at_most(j->m - m, p->panel),
                         run * g->out_w, 1);
    for (esp_int r = 0; r < run; ++r) {
      const esp_int start = (copied + r * p->row_stride) * p->width;
      for (esp_int x = 0; x < g->out_w; ++x)
        j->pixels[count++] = (int32_t)(start + x * p->column_stride);
    }
    copied += w.rows;
    row += run;
  }
  return count;
}

static void conv2d_grad_w_block(const conv2d_grad_w_job* j, esp_int count, int first) {
  const esp_grad_w_plan* p = j->p;
  const esp_int capacity = esp_grad_w_pixels(j->g, p), terms = j->channels * p->taps;
  for (esp_int m = 0; m < j->m; m += p->panel) {
    const float* dy = j->transposed + m * capacity;
    const int one = j->m - m <= ESP_WIDTH;
    const esp_int most = one ? ESP_GRAD_W_ROWS_1 : ESP_GRAD_W_ROWS_N;
    const esp_int groups = esp_divide_up(terms, most);
    esp_int t = 0;
    for (esp_int group = 0; group < groups; ++group) {
      const esp_int rows = esp_divide_up(terms - t, groups - group);
      esp_grad_w_micro_of(rows, one)(j->copy, j->terms + t, j->pixels, count, dy, p->panel,
                                     j->sums + (m * p->block_c * p->taps) + t * p->panel, first);
      t += rows;
    }
    if (j->with_bias) conv2d_grad_w_add_pixels(j->bias_sums + m, dy, p->panel, count);
  }
}

static void conv2d_grad_w_tile(const void* args, esp_int begin, esp_int end, void* scratch) {
  const esp_conv2d_grad_w_args* c = (const esp_conv2d_grad_w_args*)args;
  const esp_conv_geometry g = ESP_CONV_GEOMETRY(conv2d_grad_w, args);
  const esp_grad_w_plan p = esp_grad_w_plan_of(&g, c->chunks);
  const conv2d_grad_w_parts parts = conv2d_grad_w_parts_of(&g, &p);
  float* const base = (float*)scratch;
  conv2d_grad_w_job j = {&g,
                         &p,
                         NULL,
                         NULL,
                         0,
                         0,
                         (int32_t*)scratch,
                         (int32_t*)scratch + parts.pixels,
                         base + parts.copy,
                         base + parts.dy,
                         base + parts.sums,
                         base + parts.bias_sums,
                         0};
  for (esp_int channel = 0, t = 0; channel < p.block_c; ++channel)
    for (esp_int ky = 0; ky < g.kernel_h; ++ky)
      for (esp_int kx = 0; kx < g.kernel_w; ++kx)
        j.terms[t++] =
            (int32_t)(channel * p.plane + ky * g.dilation_h * p.width + kx * g.dilation_w);
  const esp_int terms = p.channels * p.taps;
  for (esp_int tile = begin; tile < end; ++tile) {
    const esp_int block_m = tile % p.blocks_m, block_c = tile / p.blocks_m % p.blocks_c;
    const esp_int rest = tile / p.blocks_m / p.blocks_c;
    const esp_int group = rest % g.group, chunk = rest / g.group;
    const esp_int m = group * p.m + block_m * p.block_m, first_c = block_c * p.block_c;
    j.m = esp_at_most(p.block_m, p.m - block_m * p.block_m);
    j.channels = esp_at_most(p.block_c, p.channels - first_c);
    j.x = c->x + (group * p.channels + first_c) * g.in_h * g.in_w;
    j.dy = c->dy + m * g.out_h * g.out_w;
    j.with_bias = c->db != NULL && block_c == 0;
    const esp_int row_end = (chunk + 1) * p.rows / c->chunks;
    esp_int row = chunk * p.rows / c->chunks;
    memset(j.bias_sums, 0, (size_t)p.block_m * sizeof(float));
    int first = 1;
    do {  // at least once, so that an empty chunk gives zeros
      const esp_int to = esp_at_most(row + p.block_rows, row_end);
      const esp_int count = conv2d_grad_w_load(&j, row, to);
      conv2d_grad_w_block(&j, count, first);
      first = 0;
      row = to;
    } while (row < row_end);
    float* dw = c->dw + (chunk * g.out_channels + m) * terms + first_c * p.taps;
    for (esp_int i = 0; i < j.m; i += p.panel)
      esp_transpose_copy(dw + i * terms, terms, j.sums + i * p.block_c * p.taps, p.panel,
                         j.channels * p.taps, esp_at_most(j.m - i, p.panel), 0);
    if (j.with_bias)
      memcpy(c->db + chunk * g.out_channels + m, j.bias_sums, (size_t)j.m * sizeof(float));
  }
}

ESP_DEFINE_KERNEL(conv2d_grad_w, ESP_CONV2D_GRAD_W_FIELDS)
