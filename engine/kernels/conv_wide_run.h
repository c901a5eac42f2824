// SPDX-License-Identifier: Apache-2.0
//
// Convolution by vectors of output channels: the loops around conv_wide.h.
#ifndef ESP_CONV_WIDE_RUN_H
#define ESP_CONV_WIDE_RUN_H

#include "conv_wide.h"
#include "conv_wide_plan.h"

typedef struct esp_wide_list {
  esp_int tap_y, tap_y_end, tap_x, tap_x_end;  // what it was made for; a tap_y_end of 0: nothing
  esp_wide_term* terms;
} esp_wide_list;

typedef struct esp_wide_job {
  const esp_wide_plan* plan;
  const float* x;        // planes of the unit
  const float* weights;  // of the unit, packed in panels of ESP_PANEL
  esp_conv_store store;  // of output channel 0 of the unit, first and last stage
  int may_shift;         // pixels may be stored twice
  float* sums;
  esp_wide_list lists[ESP_WIDE_LISTS];
} esp_wide_job;

// The terms of one block of channels where taps of `y` and `x` are met, from the first of them on.
ESP_INLINE const esp_wide_term* esp_wide_terms(esp_wide_job* job, const esp_wide_span* y,
                                               const esp_wide_span* x) {
  const esp_wide_plan* p = job->plan;
  esp_wide_list* list = &job->lists[y->kind * 3 + x->kind];
  if (list->tap_y == y->tap && list->tap_y_end == y->tap_end && list->tap_x == x->tap &&
      list->tap_x_end == x->tap_end)
    return list->terms;
  list->tap_y = y->tap;
  list->tap_y_end = y->tap_end;
  list->tap_x = x->tap;
  list->tap_x_end = x->tap_end;
  esp_wide_term* to = list->terms;
  for (esp_int ky = y->tap; ky < y->tap_end; ++ky) {
    for (esp_int kx = x->tap; kx < x->tap_end; ++kx, ++to) {
      to->pixel = (int32_t)((ky - y->tap) * p->rows.dilation * p->columns.in +
                            (kx - x->tap) * p->columns.dilation);
      to->weight = (int32_t)((ky * p->columns.kernel + kx) * ESP_PANEL);
    }
  }
  // Each further channel is like the one before, a plane on.
  const esp_int taps = to - list->terms;
  const int32_t plane = (int32_t)(p->rows.in * p->columns.in);
  const int32_t weights = (int32_t)(p->taps * ESP_PANEL);
  for (esp_int i = 0; i < (p->block_c - 1) * taps; ++i) {
    to[i].pixel = to[i - taps].pixel + plane;
    to[i].weight = to[i - taps].weight + weights;
  }
  return list->terms;
}

// What a rectangle of pixels with the same terms is computed from.
typedef struct esp_wide_operands {
  const esp_wide_term* terms;
  esp_int count;
  const float *x, *w;
  int one, first;
} esp_wide_operands;

// Sums of a x b pixels, blocks of pixels being taken along b; steps to the next pixel in x and sums.
ESP_INLINE void esp_wide_lines(const esp_wide_operands* o, esp_int a, esp_int b, esp_int x_a,
                               esp_int x_b, float* sums, esp_int sums_a, esp_int sums_b) {
  for (esp_int line = 0; line < a; ++line) {
    const float* x = o->x + line * x_a;
    float* to = sums + line * sums_a;
    esp_int left = b;
    for (esp_int blocks = esp_divide_up(b, ESP_ROWS); blocks > 0; --blocks) {
      const esp_int rows = esp_divide_up(left, blocks);
      esp_wide_micro_of(rows, o->one)(o->terms, o->count, x, x_b, o->w, to, sums_b, o->first);
      x += rows * x_b;
      to += rows * sums_b;
      left -= rows;
    }
  }
}

// Adds the terms of input channels [c, c + channels) to the sums of a panel, at output rows [y, y_end)
// and columns [x, x_end).
ESP_OUTLINE void esp_wide_block(esp_wide_job* job, const float* w, int one, esp_int c,
                                esp_int channels, esp_int y, esp_int y_end, esp_int x,
                                esp_int x_end) {
  const esp_wide_plan* p = job->plan;
  const esp_wide_axis *ay = &p->rows, *ax = &p->columns;
  const esp_int pitch = (x_end - x) * ESP_PANEL;
  const float* const planes = job->x + c * ay->in * ax->in;
  esp_wide_span sy, sx;
  for (esp_int row = y; row < y_end; row = sy.end) {
    sy = esp_wide_span_at(ay, row, y_end);
    for (esp_int column = x; column < x_end; column = sx.end) {
      sx = esp_wide_span_at(ax, column, x_end);
      esp_wide_operands o;
      o.terms = esp_wide_terms(job, &sy, &sx);
      o.count = channels * (sy.tap_end - sy.tap) * (sx.tap_end - sx.tap);
      o.x = planes;
      if (o.count > 0)
        o.x += (row * ay->stride - ay->pad + sy.tap * ay->dilation) * ax->in +
               (column * ax->stride - ax->pad + sx.tap * ax->dilation);
      o.w = w + c * p->taps * ESP_PANEL;
      o.one = one;
      o.first = c == 0;
      float* sums = job->sums + (row - y) * pitch + (column - x) * ESP_PANEL;
      const esp_int rows = sy.end - row, columns = sx.end - column;
      if (rows * esp_divide_up(columns, ESP_ROWS) <= columns * esp_divide_up(rows, ESP_ROWS))
        esp_wide_lines(&o, rows, columns, ay->stride * ax->in, ax->stride, sums, pitch, ESP_PANEL);
      else
        esp_wide_lines(&o, columns, rows, ax->stride, ay->stride * ax->in, sums, ESP_PANEL, pitch);
    }
  }
}

// Output channels [m, m_end) of the unit at output rows [y, y_end) and columns [x, x_end).
ESP_OUTLINE void esp_wide_run(esp_wide_job* job, esp_int m, esp_int m_end, esp_int y, esp_int y_end,
                              esp_int x, esp_int x_end) {
  const esp_wide_plan* p = job->plan;
  const esp_int columns = x_end - x, width = p->columns.out;
  for (; m < m_end; m += ESP_PANEL) {
    const esp_int some = esp_at_most(m_end - m, ESP_PANEL);
    const float* w = job->weights + m * p->channels * p->taps;
    esp_int c = 0;
    do {
      const esp_int channels = esp_at_most(p->block_c, p->channels - c);
      esp_wide_block(job, w, some <= ESP_WIDTH, c, channels, y, y_end, x, x_end);
      c += p->block_c;
    } while (c < p->channels);
    esp_conv_store panel = job->store;
    panel.y += m * panel.plane;
    if (panel.add != NULL) panel.add += m * panel.plane;
    if (panel.bias != NULL) panel.bias += m;
    if (columns == width) {  // all rows are one
      esp_wide_finish(&panel, job->sums, some, y * width, (y_end - y) * width, job->may_shift);
      continue;
    }
    for (esp_int row = y; row < y_end; ++row)
      esp_wide_finish(&panel, job->sums + (row - y) * columns * ESP_PANEL, some, row * width + x,
                      columns, job->may_shift);
  }
}

#endif
