// SPDX-License-Identifier: Apache-2.0
//
// The gradient of a convolution for its input, which is a convolution of dy. With strides, pixels of dx whose row and column have the same remainders are
// reached by the same taps: each such phase is a convolution without strides.
#ifndef ESP_CONV_BACKWARD_H
#define ESP_CONV_BACKWARD_H

#include "conv_forward.h"

// One axis: pixel i * stride + phase of dx and tap k meet element i + offset of dy.
typedef struct esp_conv_backward_axis {
  esp_int size, stride, dilation, kernel, pad;
  esp_int low, high;  // least and greatest offset
} esp_conv_backward_axis;

ESP_INLINE int esp_conv_backward_meets(const esp_conv_backward_axis* a, esp_int phase, esp_int k,
                                       esp_int* offset) {
  const esp_int at = phase + a->pad - k * a->dilation;
  const esp_int rest = at % a->stride;
  *offset = at / a->stride;
  return rest == 0;
}

ESP_INLINE esp_conv_backward_axis esp_conv_backward_axis_of(esp_int size, esp_int stride,
                                                            esp_int dilation, esp_int kernel,
                                                            esp_int pad) {
  esp_conv_backward_axis a = {size, stride, dilation, kernel, pad, 0, 0};
  int some = 0;
  for (esp_int phase = 0; phase < stride && phase < size; ++phase) {
    for (esp_int k = 0; k < kernel; ++k) {
      esp_int offset;
      if (!esp_conv_backward_meets(&a, phase, k, &offset)) continue;
      if (!some || offset < a.low) a.low = offset;
      if (!some || offset > a.high) a.high = offset;
      some = 1;
    }
  }
  return a;
}

ESP_INLINE esp_conv_backward_axis esp_conv_backward_rows(const esp_conv_geometry* g) {
  return esp_conv_backward_axis_of(g->in_h, g->stride_h, g->dilation_h, g->kernel_h, g->pad_top);
}

ESP_INLINE esp_conv_backward_axis esp_conv_backward_columns(const esp_conv_geometry* g) {
  return esp_conv_backward_axis_of(g->in_w, g->stride_w, g->dilation_w, g->kernel_w, g->pad_left);
}

ESP_INLINE esp_conv_plan esp_conv_backward_plan(const esp_conv_geometry* g) {
  esp_conv_plan p;
  memset(&p, 0, sizeof p);
  const esp_conv_backward_axis rows = esp_conv_backward_rows(g),
                               columns = esp_conv_backward_columns(g);
  p.units = g->batch * g->group;
  p.m = g->in_channels / g->group;
  p.channels = g->out_channels / g->group;
  p.taps = g->kernel_h * g->kernel_w;
  p.domain_h = esp_divide_up(g->in_h, g->stride_h);
  p.domain_w = esp_divide_up(g->in_w, g->stride_w);
  p.row_step = p.column_step = 1;
  p.panel = ESP_ROWS;
  p.extra_rows = rows.high - rows.low;
  p.extra_columns = columns.high - columns.low;
  p.slots = 1;
  p.work = (double)p.m * (double)(p.channels * p.taps) * (double)(p.domain_h * p.domain_w);
  esp_conv_plan_find(&p);
  return p;
}

// Bytes of scratch: terms, copy, sums, phases.
ESP_INLINE size_t esp_conv_backward_scratch(const esp_conv_geometry* g) {
  const esp_conv_plan p = esp_conv_backward_plan(g);
  return esp_conv_plan_scratch(&p) + (size_t)(g->stride_h * g->stride_w) * sizeof(esp_conv_phase);
}

// Terms and phases, but for where a phase lies in the image. Returns the number of phases.
ESP_INLINE esp_int esp_conv_backward_phases(const esp_conv_geometry* g, const esp_conv_plan* p,
                                            esp_term* terms, esp_conv_phase* phases) {
  const esp_conv_backward_axis rows = esp_conv_backward_rows(g),
                               columns = esp_conv_backward_columns(g);
  esp_int count = 0;
  for (esp_int py = 0; py < g->stride_h && py < g->in_h; ++py) {
    for (esp_int px = 0; px < g->stride_w && px < g->in_w; ++px) {
      esp_conv_phase* phase = phases + count++;
      memset(phase, 0, sizeof *phase);
      phase->terms = terms;
      phase->row_pitch = g->in_w * g->stride_h;
      phase->column_pitch = g->stride_w;
      for (esp_int m = 0; m < p->block_c; ++m) {
        phase->taps = 0;
        for (esp_int ky = 0; ky < g->kernel_h; ++ky) {
          esp_int y, x;
          if (!esp_conv_backward_meets(&rows, py, ky, &y)) continue;
          for (esp_int kx = 0; kx < g->kernel_w; ++kx) {
            if (!esp_conv_backward_meets(&columns, px, kx, &x)) continue;
            *terms++ = esp_term_of(m * p->m * p->taps + ky * g->kernel_w + kx,
                                   m * p->plane + (y - rows.low) * p->width + x - columns.low);
            ++phase->taps;
          }
        }
      }
    }
  }
  return count;
}

// f as for the forward kernel: x is dy, y is dx.
ESP_OUTLINE void esp_conv_backward_tiles(const esp_conv_forward* f, esp_int begin, esp_int end,
                                         void* scratch) {
  const esp_conv_geometry g = f->g;
  const esp_conv_plan p = esp_conv_backward_plan(&g);
  const esp_conv_backward_axis rows = esp_conv_backward_rows(&g),
                               columns = esp_conv_backward_columns(&g);
  const esp_int x_plane = g.in_h * g.in_w, y_plane = g.out_h * g.out_w;
  esp_conv_job job;
  memset(&job, 0, sizeof job);
  esp_term* const terms = (esp_term*)scratch;
  job.copy = (float*)scratch + 2 * esp_round_up(p.block_c * p.taps, 16);
  job.sums = job.copy + esp_conv_plan_copy_floats(&p);
  esp_conv_phase* const phases = (esp_conv_phase*)(job.sums + esp_conv_plan_sum_floats(&p));
  const esp_int phase_count = esp_conv_backward_phases(&g, &p, terms, phases);

  job.channels = p.channels;
  job.block_c = p.block_c;
  job.row_step = 1;
  job.panel_a = ESP_ROWS * p.taps;
  job.row_a = p.taps;
  job.channel_a = p.m * p.taps;
  job.may_shift = p.block_c >= p.channels && f->add != f->y;
  job.store.plane = x_plane;
  esp_conv_store_activation(&job.store, f->activation, f->act_alpha, f->act_beta);
  job.window.in_h = g.out_h;
  job.window.in_w = g.out_w;
  job.window.row_step = job.window.column_step = 1;
  job.window.slots = 1;
  job.window.rows = p.rows;
  job.window.width = p.width;
  job.window.plane = p.plane;

  const esp_int blocks = p.blocks_y * p.blocks_x;
  esp_int copied = -1;  // which block of pixels the copy holds
  for (esp_int tile = begin; tile < end; ++tile) {
    const esp_int block_m = tile % p.blocks_m;
    const esp_int block = tile / p.blocks_m % blocks, some = tile / p.blocks_m / blocks;
    const esp_int y = block / p.blocks_x * p.block_y, x = block % p.blocks_x * p.block_x;
    const esp_int y_end = esp_at_most(y + p.block_y, p.domain_h);
    const esp_int x_end = esp_at_most(x + p.block_x, p.domain_w);
    for (esp_int i = 0; i < phase_count; ++i) {
      // Phases late in a stride may lack the last row or column.
      const esp_int across = g.stride_w < g.in_w ? g.stride_w : g.in_w;
      const esp_int py = i / across, px = i % across;
      phases[i].rows = esp_at_most(y_end, esp_divide_up(g.in_h - py, g.stride_h)) - y;
      phases[i].columns = esp_at_most(x_end, esp_divide_up(g.in_w - px, g.stride_w)) - x;
      phases[i].origin = (y * g.stride_h + py) * g.in_w + x * g.stride_w + px;
    }
    job.m = block_m * p.block_m;
    job.m_end = esp_at_most(job.m + p.block_m, p.m);
    job.window.first_row = y + rows.low;
    job.window.first_column = x + columns.low;
    const esp_int units_end = esp_at_most((some + 1) * p.tile_units, p.units);
    for (esp_int unit = some * p.tile_units; unit < units_end; ++unit) {
      const esp_int image = unit / g.group, group = unit % g.group;
      const esp_int out = (image * g.in_channels + group * p.m) * x_plane;
      job.x = f->x + (image * g.out_channels + group * p.channels) * y_plane;
      job.a = f->weights + group * p.channels * p.m * p.taps;
      job.store.y = f->y + out;
      job.store.add = f->add != NULL ? f->add + out : NULL;
      job.store.bias = f->bias != NULL ? f->bias + group * p.m : NULL;
      const esp_int here = unit * blocks + block;
      esp_conv_run(&job, phases, phase_count, copied == here);
      copied = p.block_c < p.channels ? -1 : here;
    }
  }
}

#endif
