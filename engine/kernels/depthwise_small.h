// SPDX-License-Identifier: Apache-2.0
//
// Planes narrower than a vector under one kernel of 3 x 3 with stride 1: a plane is copied with its
// padding between the rows, and then vectors run over it as over one long row. What they compute between
// the rows is dropped.
#ifndef ESP_DEPTHWISE_SMALL_H
#define ESP_DEPTHWISE_SMALL_H

#include "depthwise_plane.h"

#define ESP_SMALL_FLOATS 256  // of a padded plane, with what vectors reach beyond it
#define ESP_SMALL_PLANES 8    // at once, so that nothing is loaded right after it was stored

// The padded plane, and where vectors go.
typedef struct esp_depthwise_small {
  esp_int width;    // of a padded row
  esp_int vectors;  // over one plane
} esp_depthwise_small;

ESP_INLINE esp_depthwise_small esp_depthwise_small_of(const esp_conv_geometry* g) {
  esp_depthwise_small s;
  s.width = g->out_w + 2;
  s.vectors = esp_divide_up((g->out_h - 1) * s.width + g->out_w, ESP_WIDTH);
  return s;
}

// Where rows are less than a vector, and the padding surrounds the whole plane.
ESP_INLINE int esp_depthwise_is_small(const esp_conv_geometry* g) {
  if (g->stride_h != 1 || g->out_h <= 0 || g->in_w > ESP_WIDTH || g->out_w >= ESP_WIDTH) return 0;
  const esp_depthwise_small s = esp_depthwise_small_of(g);
  return g->pad_top >= 0 && g->pad_left >= 0 && g->pad_top + g->in_h <= g->out_h + 2 &&
         g->pad_left + g->in_w <= s.width &&
         s.vectors * ESP_WIDTH + 2 * s.width + 2 + ESP_WIDTH <= ESP_SMALL_FLOATS;
}

// Padded planes, and what vectors make of them.
#define ESP_SMALL_SCRATCH (2 * ESP_SMALL_PLANES * ESP_SMALL_FLOATS * sizeof(float))

// One padded plane at `x` under p's kernel, to whole vectors at `to`.
ESP_INLINE void esp_depthwise_small_plane(const esp_depthwise_plane* p, esp_depthwise_small s,
                                          const float* x, float* to) {
  const esp_vf low = esp_set1(p->store.low), high = esp_set1(p->store.high);
  const esp_vf bias = esp_set1(p->bias);
  esp_vf w[9];
  ESP_UNROLL for (int i = 0; i < 9; ++i) w[i] = esp_set1(p->w[i]);
  for (esp_int v = 0; v < s.vectors; ++v) {
    esp_vf sum = bias;
    ESP_UNROLL for (int ky = 0; ky < 3; ++ky) {
      const float* row = x + v * ESP_WIDTH + ky * s.width;
      ESP_UNROLL for (int kx = 0; kx < 3; ++kx) sum =
          esp_fma(w[ky * 3 + kx], esp_load(row + kx), sum);
    }
    esp_store(to + v * ESP_WIDTH, esp_min_second(high, esp_max_second(low, sum)));
  }
}

// Output planes [first, last); `p` has what does not change from plane to plane, with x, w and y of plane
// 0 and channel 0; `bias`: by channel, or NULL; scratch: ESP_SMALL_SCRATCH bytes.
ESP_OUTLINE void esp_depthwise_small_run(const esp_conv_geometry* g, esp_depthwise_plane* p,
                                         const float* x, const float* w, const float* bias,
                                         float* y, esp_int first, esp_int last, void* scratch) {
  const esp_depthwise_small s = esp_depthwise_small_of(g);
  const esp_int in = g->in_h * g->in_w, out = g->out_h * g->out_w;
  const esp_int multiplier = g->out_channels / g->in_channels;
  const esp_lanes row = esp_lanes_of(0, g->in_w);
  const float* end = y + last * out;
  float(*padded)[ESP_SMALL_FLOATS] = (float(*)[ESP_SMALL_FLOATS])scratch;
  float(*sums)[ESP_SMALL_FLOATS] = padded + ESP_SMALL_PLANES;
  memset(padded, 0, ESP_SMALL_SCRATCH / 2);
  for (esp_int from = first; from < last; from += ESP_SMALL_PLANES) {
    const esp_int count = esp_at_most(ESP_SMALL_PLANES, last - from);
    for (esp_int i = 0; i < count; ++i) {
      const esp_int image = (from + i) / g->out_channels, c = (from + i) % g->out_channels;
      const float* plane = x + (image * g->in_channels + c / multiplier) * in;
      float* to = padded[i] + g->pad_top * s.width + g->pad_left;
      // What a row's vector writes beyond it is zero: padding, or what the next row overwrites.
      for (esp_int r = 0; r < g->in_h; ++r, to += s.width)
        esp_store(to, esp_load_lanes(plane + r * g->in_w, &row));
    }
    for (esp_int i = 0; i < count; ++i) {
      const esp_int c = (from + i) % g->out_channels;
      memcpy(p->w, w + c * 9, sizeof p->w);
      p->bias = bias != NULL ? bias[c] : 0.0f;
      esp_depthwise_small_plane(p, s, padded[i], sums[i]);
    }
    for (esp_int i = 0; i < count; ++i) {
      float* to = y + (from + i) * out;
      for (esp_int r = 0; r < g->out_h; ++r, to += g->out_w) {
        const esp_vf v = esp_load(sums[i] + r * s.width);
        if (to + ESP_WIDTH <= end)
          esp_store(to, v);
        else
          esp_store_part(to, v, g->out_w);
      }
    }
  }
}

#endif
