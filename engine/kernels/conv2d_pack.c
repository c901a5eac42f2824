// SPDX-License-Identifier: Apache-2.0
#include "conv2d.h"

// A tile is one panel.
static esp_int conv2d_pack_tiles(const void* args) {
  const esp_conv2d_pack_args* c = (const esp_conv2d_pack_args*)args;
  if (c->group <= 0 || c->out_channels <= 0 || c->terms <= 0) return 0;
  return c->group * ((c->out_channels / c->group + c->panel - 1) / c->panel);
}

static size_t conv2d_pack_scratch(const void* args) {
  (void)args;
  return 0;
}

static void conv2d_pack_tile(const void* args, esp_int begin, esp_int end, void* scratch) {
  const esp_conv2d_pack_args* c = (const esp_conv2d_pack_args*)args;
  const esp_int channels = c->out_channels / c->group;
  const esp_int panels = (channels + c->panel - 1) / c->panel;
  (void)scratch;
  for (esp_int tile = begin; tile < end; ++tile) {
    const float* w = c->w + tile / panels * channels * c->terms;
    const esp_int first = tile % panels * c->panel;
    float* to = c->packed + tile * c->terms * c->panel;
    for (esp_int t = 0; t < c->terms; ++t) {
      for (esp_int i = 0; i < c->panel; ++i) {
        const esp_int channel = first + i;
        *to++ = channel < channels ? w[channel * c->terms + t] : 0.0f;
      }
    }
  }
}

ESP_DEFINE_KERNEL(conv2d_pack, ESP_CONV2D_PACK_FIELDS)
