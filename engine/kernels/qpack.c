// SPDX-License-Identifier: Apache-2.0
#include "quantized.h"

// A tile is one panel.
static esp_int qpack_panels(const esp_qpack_args* a) {
  return (a->out_channels / a->group + a->panel - 1) / a->panel;
}

static esp_int qpack_tiles(const void* args) {
  const esp_qpack_args* a = (const esp_qpack_args*)args;
  if (a->group <= 0 || a->out_channels <= 0) return 0;
  return a->group * qpack_panels(a);
}

static size_t qpack_scratch(const void* args) {
  (void)args;
  return 0;
}

// The weight of output channel m of all, channel c of its group and column kx of row ky; 0 outside.
static int8_t qpack_weight(const esp_qpack_args* a, esp_int m, esp_int c, esp_int ky, esp_int kx) {
  if (c >= a->channels || kx >= a->kernel_w) return 0;
  if (a->columns) return a->w[c * a->out_channels + m];
  return a->w[((m * a->channels + c) * a->kernel_h + ky) * a->kernel_w + kx];
}

// One panel's channel: its weights to every panel-th place from `to` on. Returns their sum.
static int32_t qpack_channel(const esp_qpack_args* a, esp_int m, int8_t* to) {
  const esp_int step_c = a->by_columns ? 1 : a->each, step_x = a->by_columns ? a->each : 1;
  int32_t sum = 0;
  for (esp_int c = 0; c < a->channels; c += step_c) {
    for (esp_int ky = 0; ky < a->kernel_h; ++ky) {
      for (esp_int kx = 0; kx < a->kernel_w; kx += step_x) {
        for (esp_int e = 0; e < a->each; ++e) {
          to[e] =
              a->by_columns ? qpack_weight(a, m, c, ky, kx + e) : qpack_weight(a, m, c + e, ky, kx);
          sum += to[e];
        }
        to += a->panel * a->each;
      }
    }
  }
  return sum;
}

static void qpack_tile(const void* args, esp_int begin, esp_int end, void* scratch) {
  const esp_qpack_args* a = (const esp_qpack_args*)args;
  const esp_int channels = a->out_channels / a->group, panels = qpack_panels(a);
  const esp_int steps =
      esp_qpack_steps(a->channels, a->kernel_h, a->kernel_w, a->each, a->by_columns);
  (void)scratch;
  for (esp_int tile = begin; tile < end; ++tile) {
    int8_t* to = a->packed + tile * steps * a->panel * a->each;
    for (esp_int lane = 0; lane < a->panel; ++lane, to += a->each) {
      const esp_int in_group = tile % panels * a->panel + lane, at = tile * a->panel + lane;
      if (in_group >= channels) {
        for (esp_int s = 0; s < steps; ++s)
          for (esp_int e = 0; e < a->each; ++e) to[s * a->panel * a->each + e] = 0;
        a->start[at] = 0;
        a->scale[at] = 0.0f;
        continue;
      }
      const esp_int m = tile / panels * channels + in_group;
      const int32_t sum = qpack_channel(a, m, to);
      a->start[at] = (a->bias ? a->bias[m] : 0) - (int32_t)a->offset * sum;
      a->scale[at] = a->x_scale * a->w_scale[a->w_scales == 1 ? 0 : m] / a->y_scale;
    }
  }
}

ESP_DEFINE_KERNEL(qpack, ESP_QPACK_FIELDS)
