// SPDX-License-Identifier: Apache-2.0
//
// conv2d and conv2d_packed: the same but for where the weights lie.
#ifndef ESP_CONV_FORWARD_H
#define ESP_CONV_FORWARD_H

#include "conv_run.h"
#include "conv_wide_run.h"

// Operands and what is done at the end; `a` as in esp_conv_job, of the first unit.
typedef struct esp_conv_forward {
  esp_conv_geometry g;
  const float *x, *weights;
  int packed, wide;  // wide: by vectors of channels
  const float *bias, *add;
  float* y;
  esp_int activation;
  float act_alpha, act_beta;
} esp_conv_forward;

ESP_INLINE esp_int esp_conv_period(esp_int stride, esp_int dilation) {
  esp_int a = stride, b = dilation;
  while (b != 0) {
    const esp_int r = a % b;
    a = b;
    b = r;
  }
  return stride / a;
}

// Whether weights that are not packed are packed in scratch, for vectors of channels.
ESP_INLINE int esp_conv_forward_is_wide(const esp_conv_geometry* g) {
  const esp_int m = g->out_channels / g->group, channels = g->in_channels / g->group;
  return m * channels * g->kernel_h * g->kernel_w <= 32768 && g->out_h * g->out_w >= 64 &&
         esp_conv2d_panel(ESP_WIDTH, channels, m, g->out_h, g->out_w, g->kernel_h, g->kernel_w,
                          g->stride_h, g->stride_w) != ESP_ROWS;
}

// The plan for vectors of pixels.
ESP_INLINE esp_conv_plan esp_conv_forward_plan(const esp_conv_geometry* g) {
  esp_conv_plan p;
  memset(&p, 0, sizeof p);
  p.units = g->batch * g->group;
  p.m = g->out_channels / g->group;
  p.channels = g->in_channels / g->group;
  p.taps = g->kernel_h * g->kernel_w;
  p.row_step = p.column_step = 1;
  p.slots = 1;
  p.panel = ESP_ROWS;
  if (esp_conv_pointwise(g)) {
    p.domain_h = 1;
    p.domain_w = g->out_h * g->out_w;
  } else {
    p.domain_h = g->out_h;
    p.domain_w = g->out_w;
    p.row_step = g->kernel_h == 1 ? 1 : g->stride_h;
    p.extra_rows = (g->kernel_h - 1) * g->dilation_h;
    p.extra_columns = (g->kernel_w - 1) * g->dilation_w / g->stride_w;
    p.slots = esp_at_most(g->kernel_w, esp_conv_period(g->stride_w, g->dilation_w));
  }
  p.work = (double)p.m * (double)(p.channels * p.taps) * (double)(p.domain_h * p.domain_w);
  esp_conv_plan_find(&p);
  return p;
}

ESP_INLINE esp_int esp_conv_forward_tile_count(const esp_conv_geometry* g, int wide) {
  if (ESP_WIDTH >= 4 && wide) return esp_wide_plan_of(g).tiles;
  return esp_conv_forward_plan(g).tiles;
}

ESP_INLINE size_t esp_conv_forward_scratch(const esp_conv_geometry* g, int packed, int wide) {
  if (ESP_WIDTH >= 4 && wide) {
    const esp_wide_plan p = esp_wide_plan_of(g);
    const esp_int weights = packed ? 0 : esp_round_up(p.m, ESP_PANEL) * p.channels * p.taps;
    return esp_wide_scratch(&p) + (size_t)weights * sizeof(float);
  }
  const esp_conv_plan p = esp_conv_forward_plan(g);
  return esp_conv_plan_scratch(&p);
}

// `plane`: floats from one input channel to the next where the terms point.
ESP_INLINE void esp_conv_forward_terms(const esp_conv_forward* f, const esp_conv_plan* p,
                                       esp_int plane, esp_term* terms) {
  const esp_conv_geometry* g = &f->g;
  const esp_int weight_step = f->packed ? ESP_ROWS : 1;
  const esp_int period = esp_conv_period(g->stride_w, g->dilation_w);
  esp_int t = 0;
  for (esp_int c = 0; c < p->block_c; ++c) {
    for (esp_int ky = 0; ky < g->kernel_h; ++ky) {
      for (esp_int kx = 0; kx < g->kernel_w; ++kx, ++t) {
        const esp_int row = kx % period * p->rows + ky * g->dilation_h;
        const esp_int pixel = c * plane + row * p->width + kx * g->dilation_w / g->stride_w;
        terms[t] = esp_term_of(t * weight_step, pixel);
      }
    }
  }
}

// Packs the weights of one group in panels of ESP_PANEL.
ESP_INLINE void esp_conv_forward_pack(float* to, const float* w, esp_int m, esp_int terms) {
  for (esp_int i = 0; i < m; i += ESP_PANEL) {
    const esp_int some = esp_at_most(m - i, ESP_PANEL);
    if (esp_round_up(some, ESP_WIDTH) < ESP_PANEL)
      memset(to, 0, (size_t)(terms * ESP_PANEL) * sizeof *to);
    esp_transpose_copy(to, ESP_PANEL, w + i * terms, terms, some, terms, 1);
    to += terms * ESP_PANEL;
  }
}

// By vectors of channels.
ESP_OUTLINE void esp_conv_forward_wide(const esp_conv_forward* f, esp_int begin, esp_int end,
                                       void* scratch) {
  const esp_conv_geometry* g = &f->g;
  const esp_wide_plan p = esp_wide_plan_of(g);
  const esp_int terms = p.channels * p.taps;
  const esp_int out_plane = g->out_h * g->out_w, in_plane = g->in_h * g->in_w;
  esp_int packed_group = -1;  // whose weights are packed
  esp_wide_job job;
  memset(&job, 0, sizeof job);
  job.plan = &p;
  float* at = (float*)scratch;
  for (int i = 0; i < ESP_WIDE_LISTS; ++i, at += esp_wide_list_floats(&p))
    job.lists[i].terms = (esp_wide_term*)at;
  job.sums = at;
  float* const pack = at + (p.block_y * p.block_x + ESP_WIDTH) * ESP_PANEL;
  job.may_shift = f->add != f->y;
  job.store.plane = out_plane;
  esp_conv_store_activation(&job.store, f->activation, f->act_alpha, f->act_beta);
  esp_conv_store_stage(&job.store, 1, 1);
  const esp_int blocks = p.blocks_y * p.blocks_x;
  for (esp_int tile = begin; tile < end; ++tile) {
    const esp_int m = tile / blocks % p.blocks_m * p.block_m;
    const esp_int y = tile % blocks / p.blocks_x * p.block_y, x = tile % p.blocks_x * p.block_x;
    const esp_int some = tile / blocks / p.blocks_m;
    const esp_int units_end = esp_at_most((some + 1) * p.tile_units, p.units);
    for (esp_int unit = some * p.tile_units; unit < units_end; ++unit) {
      const esp_int image = unit / g->group, group = unit % g->group;
      const esp_int out = (image * g->out_channels + group * p.m) * out_plane;
      job.x = f->x + (image * g->in_channels + group * p.channels) * in_plane;
      job.weights = pack;
      if (f->packed)
        job.weights = f->weights + group * esp_round_up(p.m, ESP_PANEL) * terms;
      else if (packed_group != group)
        esp_conv_forward_pack(pack, f->weights + group * p.m * terms, p.m, terms);
      packed_group = group;
      job.store.y = f->y + out;
      job.store.add = f->add != NULL ? f->add + out : NULL;
      job.store.bias = f->bias != NULL ? f->bias + group * p.m : NULL;
      esp_wide_run(&job, m, esp_at_most(m + p.block_m, p.m), y,
                   esp_at_most(y + p.block_y, p.rows.out), x,
                   esp_at_most(x + p.block_x, p.columns.out));
    }
  }
}

ESP_OUTLINE void esp_conv_forward_tiles(const esp_conv_forward* f, esp_int begin, esp_int end,
                                        void* scratch) {
  const esp_conv_geometry* g = &f->g;
  if (ESP_WIDTH >= 4 && f->wide) {
    esp_conv_forward_wide(f, begin, end, scratch);
    return;
  }
  const esp_conv_plan p = esp_conv_forward_plan(g);
  const int pointwise = esp_conv_pointwise(g);
  const esp_int terms = p.channels * p.taps;
  const esp_int out_plane = g->out_h * g->out_w, in_plane = g->in_h * g->in_w;
  esp_term* const table = (esp_term*)scratch;
  int table_direct = -1;  // what the table is made for
  esp_int copied = -1;    // which block of pixels the copy holds

  esp_conv_job job;
  memset(&job, 0, sizeof job);
  job.copy = (float*)scratch + 2 * esp_round_up(p.block_c * p.taps, 16);
  job.sums = job.copy + esp_conv_plan_copy_floats(&p);
  job.channels = p.channels;
  job.block_c = p.block_c;
  job.row_step = p.row_step;
  job.panel_a = p.panel * terms;
  job.row_a = f->packed ? 1 : terms;
  job.channel_a = p.taps * (f->packed ? p.panel : 1);
  job.may_shift = p.block_c >= p.channels && f->add != f->y;
  job.store.plane = out_plane;
  esp_conv_store_activation(&job.store, f->activation, f->act_alpha, f->act_beta);
  job.window.in_h = pointwise ? 1 : g->in_h;
  job.window.in_w = pointwise ? in_plane : g->in_w;
  job.window.row_step = g->kernel_h == 1 ? g->stride_h : 1;
  job.window.column_step = g->stride_w;
  job.window.slots = p.slots;
  job.window.slot_shift = g->dilation_w;
  job.window.rows = p.rows;
  job.window.width = p.width;
  job.window.plane = p.plane;

  const esp_int blocks = p.blocks_y * p.blocks_x;
  for (esp_int tile = begin; tile < end; ++tile) {
    const esp_int block_m = tile % p.blocks_m;
    const esp_int block = tile / p.blocks_m % blocks, some = tile / p.blocks_m / blocks;
    const esp_int y = block / p.blocks_x * p.block_y, x = block % p.blocks_x * p.block_x;
    const esp_conv_phase phase = {table,
                                  p.taps,
                                  esp_at_most(p.block_y, p.domain_h - y),
                                  esp_at_most(p.block_x, p.domain_w - x),
                                  y * g->out_w + x,
                                  g->out_w,
                                  1};
    job.m = block_m * p.block_m;
    job.m_end = esp_at_most(job.m + p.block_m, p.m);
    job.window.first_row = y * g->stride_h - g->pad_top;
    job.window.first_column = x * g->stride_w - g->pad_left;
    // Vectors of pixels must not be read past the end of x.
    job.direct = pointwise && p.block_c * in_plane < (1 << 30) &&
                 (phase.columns % ESP_WIDTH == 0 || (phase.columns >= ESP_WIDTH && job.may_shift));
    if (table_direct != job.direct) {
      esp_conv_forward_terms(f, &p, job.direct ? in_plane : p.plane, table);
      table_direct = job.direct;
    }
    const esp_int units_end = esp_at_most((some + 1) * p.tile_units, p.units);
    for (esp_int unit = some * p.tile_units; unit < units_end; ++unit) {
      const esp_int image = unit / g->group, group = unit % g->group;
      const esp_int out = (image * g->out_channels + group * p.m) * out_plane;
      job.x =
          f->x + (image * g->in_channels + group * p.channels) * in_plane + (job.direct ? x : 0);
      job.a = f->weights +
              (f->packed ? group * esp_divide_up(p.m, p.panel) * job.panel_a : group * p.m * terms);
      job.store.y = f->y + out;
      job.store.add = f->add != NULL ? f->add + out : NULL;
      job.store.bias = f->bias != NULL ? f->bias + group * p.m : NULL;
      const esp_int here = unit * blocks + block;
      esp_conv_run(&job, &phase, 1, copied == here);
      copied = job.direct || p.block_c < p.channels ? -1 : here;
    }
  }
}

#endif
