// SPDX-License-Identifier: Apache-2.0
//
// One block of a convolution: output channels [m, m_end) of one unit at a block of its pixels.
#ifndef ESP_CONV_RUN_H
#define ESP_CONV_RUN_H

#include "conv_copy.h"
#include "conv_micro.h"
#include "conv_plan.h"

// Output pixels that share a list of terms. Pixel (r, c) belongs at
// y[origin + r * row_pitch + c * column_pitch] and reads the copy at (r * row_step, c).
typedef struct esp_conv_phase {
  const esp_term* terms;
  esp_int taps;  // terms of one channel
  esp_int rows, columns;
  esp_int origin, row_pitch, column_pitch;
} esp_conv_phase;

typedef struct esp_conv_job {
  const float* x;  // planes of the unit, in_h * in_w apart
  esp_conv_window window;
  int direct;        // no copy: terms point into x; one row of pixels
  esp_int row_step;  // copied rows between rows of pixels
  esp_int channels, block_c;
  const float* a;  // weights of the unit: of output channel m at a + m / ESP_ROWS * panel_a
  esp_int panel_a, row_a, channel_a;  // to the next panel, output channel in it, input channel
  esp_int m, m_end;
  esp_conv_store store;  // of output channel 0 of the unit; stages are filled in
  int may_shift;         // pixels may be computed and stored twice
  float *copy, *sums;
} esp_conv_job;

// Stores `count` pixels of a row whose sums have come to lie at `sums`.
ESP_OUTLINE void esp_conv_finish_row(const esp_conv_store* s, esp_int channel, const float* sums,
                                     esp_int at, esp_int count, esp_int pitch) {
  esp_vf sum[1];
  if (pitch == 1) {
    esp_conv_store one = *s;
    one.y += channel * s->plane;
    if (one.add != NULL) one.add += channel * s->plane;
    if (one.bias != NULL) one.bias += channel;
    for (esp_int i = 0; i < count; i += ESP_WIDTH) {
      sum[0] = esp_load(sums + i);
      one.at[0] = at + i;
      one.lanes[0] = esp_at_most(count - i, ESP_WIDTH);
      esp_conv_finish(&one, sum, 1, 1);
    }
    return;
  }
  // Through a row without gaps.
  float y[ESP_WIDTH] = {0}, add[ESP_WIDTH] = {0};
  esp_conv_store packed = *s;
  packed.y = y;
  packed.add = s->add != NULL ? add : NULL;
  packed.at[0] = 0;
  packed.lanes[0] = ESP_WIDTH;
  if (packed.bias != NULL) packed.bias += channel;
  for (esp_int i = 0; i < count; i += ESP_WIDTH) {
    const esp_int lanes = esp_at_most(count - i, ESP_WIDTH);
    const esp_int first = channel * s->plane + at + i * pitch;
    for (esp_int l = 0; l < lanes; ++l) {
      if (!s->first) y[l] = s->y[first + l * pitch];
      if (s->add != NULL) add[l] = s->add[first + l * pitch];
    }
    sum[0] = esp_load(sums + i);
    esp_conv_finish(&packed, sum, 1, 1);
    for (esp_int l = 0; l < lanes; ++l) s->y[first + l * pitch] = y[l];
  }
}

// Whether the rows of a phase are taken as one long row, with what lies between them in the copy.
ESP_INLINE int esp_conv_flat(const esp_conv_job* job, const esp_conv_phase* p, esp_int terms) {
  if (job->row_step != 1 || job->direct) return 0;
  const esp_int by_rows = p->rows * esp_divide_up(p->columns, ESP_WIDTH);
  const esp_int flat = esp_divide_up((p->rows - 1) * job->window.width + p->columns, ESP_WIDTH);
  return flat * (terms + 12) < by_rows * (terms + 2);
}

// A panel of `rows` channels at all pixels of a phase. `store` is the panel's.
ESP_OUTLINE void esp_conv_panel(const esp_conv_job* job, const esp_conv_phase* p, const float* a,
                                esp_int rows, esp_int terms, esp_conv_store* store) {
  const esp_int width = job->window.width;
  const float* const x = job->direct ? job->x : job->copy;
  const int flat = esp_conv_flat(job, p, terms);
  const int stored = flat || p->column_pitch != 1;  // first to job->sums
  const esp_int lines = flat ? 1 : p->rows;
  const esp_int columns = flat ? (p->rows - 1) * width + p->columns : p->columns;
  const esp_int row_step = job->row_step * width;
  const esp_int row_pitch = stored ? width : p->row_pitch;
  esp_conv_store s = *store;
  if (stored) {
    s.y = job->sums;
    s.add = s.bias = NULL;
    s.plane = esp_round_up(p->rows * width + ESP_PANEL, 16);
    esp_conv_store_activation(&s, ESP_ACT_NONE, 0, 0);
    esp_conv_store_stage(&s, 1, 1);
  }
  const esp_int origin = stored ? 0 : p->origin;
  const int shift = !stored && job->may_shift && columns >= ESP_WIDTH;
  esp_conv_micro_fn* const many = esp_conv_micro_of(rows, 0);
  esp_conv_micro_fn* const one = esp_conv_micro_of(rows, 1);
  const float* b[ESP_CONV_MOST_VECS];
  const int most = ESP_CONV_VECS(rows);
  int have = 0;
  for (esp_int line = 0; line < lines; ++line) {
    for (esp_int c = 0; c < columns; c += ESP_WIDTH) {
      esp_int at = c, lanes = columns - c;
      if (stored || lanes > ESP_WIDTH)
        lanes = ESP_WIDTH;
      else if (shift)
        at = columns - ESP_WIDTH, lanes = ESP_WIDTH;
      b[have] = x + line * row_step + at;
      s.at[have] = origin + line * row_pitch + at;
      s.lanes[have] = lanes;
      if (++have == most) {
        many(p->terms, terms, a, job->row_a, b, &s);
        have = 0;
      }
    }
  }
  for (int j = 0; j < have; ++j) {
    s.at[0] = s.at[j];
    s.lanes[0] = s.lanes[j];
    one(p->terms, terms, a, job->row_a, b + j, &s);
  }
  if (!stored) return;
  for (esp_int i = 0; i < rows; ++i) {
    for (esp_int r = 0; r < p->rows; ++r)
      esp_conv_finish_row(store, i, job->sums + i * s.plane + r * width,
                          p->origin + r * p->row_pitch, p->columns, p->column_pitch);
  }
}

// `kept`: the copy still holds this unit's pixels, from the call before.
ESP_OUTLINE void esp_conv_run(const esp_conv_job* given, const esp_conv_phase* phases,
                              esp_int phase_count, int kept) {
  esp_conv_job job = *given;
  const esp_int plane_x = job.window.in_h * job.window.in_w;
  esp_int c = 0;
  do {
    const esp_int channels = esp_at_most(job.block_c, job.channels - c);
    job.x = given->x + c * plane_x;
    if (!job.direct && !kept) esp_conv_copy(&job.window, job.copy, job.x, channels);
    esp_conv_store store = job.store;
    const int first = c == 0, last = c + channels >= job.channels;
    if (!first) store.add = NULL;
    esp_conv_store_stage(&store, first, last);
    for (esp_int phase = 0; phase < phase_count; ++phase) {
      const esp_conv_phase* p = phases + phase;
      if (p->rows <= 0 || p->columns <= 0) continue;
      for (esp_int m = job.m; m < job.m_end; m += ESP_ROWS) {
        esp_conv_store panel = store;
        panel.y += m * store.plane;
        if (panel.add != NULL) panel.add += m * store.plane;
        if (panel.bias != NULL) panel.bias += m;
        esp_conv_panel(&job, p, job.a + m / ESP_ROWS * job.panel_a + c * job.channel_a,
                       esp_at_most(job.m_end - m, ESP_ROWS), channels * p->taps, &panel);
      }
    }
    c += job.block_c;
  } while (c < job.channels);
}

#endif
