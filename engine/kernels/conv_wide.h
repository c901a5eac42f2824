// SPDX-License-Identifier: Apache-2.0
//
// Convolution by vectors of output channels: numbers of the copied input, one by one, meet vectors of
// packed weights. The sums are turned round when some rows of pixels are done.
#ifndef ESP_CONV_WIDE_H
#define ESP_CONV_WIDE_H

#include "conv_run.h"
#include "vector_transpose.h"

// sums[i * ESP_PANEL + lane] = sum over t < count of x[i * row_x + offsets[t]] *
// w[t * ESP_PANEL + lane], for i < rows and `vecs` vectors of lanes: constants.
ESP_INLINE void esp_wide_micro(const int rows, const int vecs, const int32_t* offsets,
                               esp_int count, const float* x, esp_int row_x, const float* w,
                               float* sums) {
  const int total = rows * vecs, parts = ESP_MICRO_PARTS(total);
  esp_vf acc[ESP_MICRO_MOST], vb[ESP_VECS];
  esp_micro_clear(total * parts, acc);
  const int32_t* const end = offsets + count;
  if (parts > 1) {
    for (; offsets + parts <= end; offsets += parts) {
      ESP_UNROLL for (int part = 0; part < parts; ++part) {
        ESP_UNROLL for (int j = 0; j < vecs; ++j) vb[j] = esp_load(w + j * ESP_WIDTH);
        esp_micro_step(rows, vecs, 1, x + offsets[part], row_x, vb, acc + part * total);
        w += ESP_PANEL;
      }
    }
  }
  for (; offsets < end; ++offsets) {
    ESP_UNROLL for (int j = 0; j < vecs; ++j) vb[j] = esp_load(w + j * ESP_WIDTH);
    esp_micro_step(rows, vecs, 1, x + *offsets, row_x, vb, acc);
    w += ESP_PANEL;
  }
  ESP_UNROLL for (int i = 0; i < rows; ++i) ESP_UNROLL for (int j = 0; j < vecs; ++j)
      esp_store(sums + i * ESP_PANEL + j * ESP_WIDTH, esp_micro_total(total, i * vecs + j, acc));
}

#define ESP_WIDE_ARGS \
  const int32_t *offsets, esp_int count, const float *x, esp_int row_x, const float *w, float *sums
typedef void esp_wide_micro_fn(ESP_WIDE_ARGS);

#define ESP_WIDE_MICRO(rows)                                           \
  ESP_OUTLINE void esp_wide_micro_##rows##_1(ESP_WIDE_ARGS) {          \
    esp_wide_micro(rows, 1, offsets, count, x, row_x, w, sums);        \
  }                                                                    \
  ESP_OUTLINE void esp_wide_micro_##rows##_n(ESP_WIDE_ARGS) {          \
    esp_wide_micro(rows, ESP_VECS, offsets, count, x, row_x, w, sums); \
  }
ESP_WIDE_MICRO(1)
ESP_WIDE_MICRO(2)
ESP_WIDE_MICRO(3)
ESP_WIDE_MICRO(4)
#if ESP_WIDTH >= 4
ESP_WIDE_MICRO(5)
ESP_WIDE_MICRO(6)
#endif
#if ESP_WIDTH >= 16
ESP_WIDE_MICRO(7)
ESP_WIDE_MICRO(8)
ESP_WIDE_MICRO(9)
ESP_WIDE_MICRO(10)
ESP_WIDE_MICRO(11)
ESP_WIDE_MICRO(12)
#endif

ESP_INLINE esp_wide_micro_fn* esp_wide_micro_of(esp_int rows, int one) {
  static esp_wide_micro_fn* const by_rows[][2] = {
    {esp_wide_micro_1_1, esp_wide_micro_1_n},
    {esp_wide_micro_2_1, esp_wide_micro_2_n},
    {esp_wide_micro_3_1, esp_wide_micro_3_n},
    {esp_wide_micro_4_1, esp_wide_micro_4_n},
#if ESP_WIDTH >= 4
    {esp_wide_micro_5_1, esp_wide_micro_5_n},
    {esp_wide_micro_6_1, esp_wide_micro_6_n},
#endif
#if ESP_WIDTH >= 16
    {esp_wide_micro_7_1, esp_wide_micro_7_n},
    {esp_wide_micro_8_1, esp_wide_micro_8_n},
    {esp_wide_micro_9_1, esp_wide_micro_9_n},
    {esp_wide_micro_10_1, esp_wide_micro_10_n},
    {esp_wide_micro_11_1, esp_wide_micro_11_n},
    {esp_wide_micro_12_1, esp_wide_micro_12_n},
#endif
  };
  return by_rows[rows - 1][one ? 0 : 1];
}

// Stores sums [pixels][ESP_PANEL] of `channels` channels as rows of pixels from store->y + at on.
ESP_OUTLINE void esp_wide_finish(const esp_conv_store* store, const float* sums, esp_int channels,
                                 esp_int at, esp_int pixels, int may_shift) {
  esp_conv_store s = *store;
  const esp_vf low = esp_set1(s.low), high = esp_set1(s.high);
  for (esp_int c = 0; c < channels; c += ESP_WIDTH) {
    const esp_int some = esp_at_most(channels - c, ESP_WIDTH);
    for (esp_int p = 0; p < pixels; p += ESP_WIDTH) {
      esp_int from = p, lanes = pixels - p;
      if (lanes < ESP_WIDTH && may_shift && pixels >= ESP_WIDTH) from = pixels - ESP_WIDTH;
      lanes = esp_at_most(pixels - from, ESP_WIDTH);
      esp_vf v[ESP_WIDTH];
      for (int i = 0; i < ESP_WIDTH; ++i) v[i] = esp_load(sums + (from + i) * ESP_PANEL + c);
      esp_transpose(v);
      float* y = s.y + c * s.plane + at + from;
      if (s.plain && lanes == ESP_WIDTH) {
        for (esp_int i = 0; i < some; ++i, y += s.plane) {
          const esp_vf sum = v[i] + esp_set1(s.bias != NULL ? s.bias[c + i] : 0.0f);
          esp_store(y, esp_min_second(high, esp_max_second(low, sum)));
        }
        continue;
      }
      s.at[0] = at + from;
      s.lanes[0] = lanes;
      esp_conv_store part = s;
      part.y += c * s.plane;
      if (part.add != NULL) part.add += c * s.plane;
      if (part.bias != NULL) part.bias += c;
      esp_conv_finish(&part, v, some, 1);
    }
  }
}

// Sums of pixels [column, column + columns) of one row.
ESP_INLINE float* esp_wide_row(const int32_t* offsets, esp_int terms, const float* x,
                               esp_int column_step, esp_int columns, const float* w, int one,
                               float* sums) {
  for (esp_int blocks = esp_divide_up(columns, ESP_ROWS); blocks > 0; --blocks) {
    const esp_int rows = esp_divide_up(columns, blocks);
    esp_wide_micro_of(rows, one)(offsets, terms, x, column_step, w, sums);
    x += rows * column_step;
    sums += rows * ESP_PANEL;
    columns -= rows;
  }
  return sums;
}

// As esp_conv_run, for one phase; offsets are those of the terms' pixels for a block of channels.
// job->a is packed in panels of ESP_PANEL.
ESP_OUTLINE void esp_wide_run(const esp_conv_job* job, const esp_conv_phase* p,
                              const int32_t* offsets, esp_int column_step, int kept) {
  const esp_int plane_x = job->window.in_h * job->window.in_w;
  const esp_int row_step = job->row_step * job->window.width;
  // Short rows that are neighbours in memory are finished together, long ones in segments.
  const esp_int together = p->columns == p->row_pitch && p->columns < ESP_WIDE_PIXELS
                               ? esp_divide_up(ESP_WIDE_PIXELS, p->columns)
                               : 1;
  esp_int c = 0;
  do {
    const esp_int channels = esp_at_most(job->block_c, job->channels - c);
    const esp_int terms = channels * p->taps;
    const float* const x = job->direct ? job->x + c * plane_x : job->copy;
    if (!job->direct && !kept)
      esp_conv_copy(&job->window, job->copy, job->x + c * plane_x, channels);
    esp_conv_store store = job->store;
    if (c > 0) store.add = NULL;
    esp_conv_store_stage(&store, c == 0, c + channels >= job->channels);
    for (esp_int m = job->m; m < job->m_end; m += ESP_PANEL) {
      const esp_int some = esp_at_most(job->m_end - m, ESP_PANEL);
      const int one = some <= ESP_WIDTH;
      const float* w = job->a + m / ESP_PANEL * job->panel_a + c * job->channel_a;
      esp_conv_store panel = store;
      panel.y += m * store.plane;
      if (panel.add != NULL) panel.add += m * store.plane;
      if (panel.bias != NULL) panel.bias += m;
      for (esp_int row = 0; row < p->rows; row += together) {
        const esp_int last = esp_at_most(row + together, p->rows);
        const esp_int at = p->origin + row * p->row_pitch;
        if (together > 1) {
          float* sums = job->sums;
          for (esp_int r = row; r < last; ++r)
            sums = esp_wide_row(offsets, terms, x + r * row_step, column_step, p->columns, w, one,
                                sums);
          esp_wide_finish(&panel, job->sums, some, at, (last - row) * p->columns, job->may_shift);
          continue;
        }
        for (esp_int i = 0; i < p->columns; i += ESP_WIDE_SEGMENT) {
          const esp_int columns = esp_at_most(p->columns - i, ESP_WIDE_SEGMENT);
          esp_wide_row(offsets, terms, x + row * row_step + i * column_step, column_step, columns,
                       w, one, job->sums);
          esp_wide_finish(&panel, job->sums, some, at + i, columns, job->may_shift);
        }
      }
    }
    c += job->block_c;
  } while (c < job->channels);
}

#endif
