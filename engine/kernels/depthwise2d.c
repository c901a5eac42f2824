// SPDX-License-Identifier: Apache-2.0
#include "depthwise2d.h"

#include "depthwise_plane.h"
#include "depthwise_small.h"

static esp_depthwise_cut depthwise2d_cut(const esp_conv_geometry* g) {
  return esp_depthwise_cut_of(g->batch * g->out_channels, g->out_h, g->out_w);
}

static esp_int depthwise2d_tiles(const void* args) {
  const esp_conv_geometry g = ESP_CONV_GEOMETRY(depthwise2d, args);
  return esp_depthwise_fast(&g) ? depthwise2d_cut(&g).tiles : esp_conv_forward_plan(&g).tiles;
}

static size_t depthwise2d_scratch(const void* args) {
  const esp_conv_geometry g = ESP_CONV_GEOMETRY(depthwise2d, args);
  if (esp_depthwise_fast(&g)) return esp_depthwise_is_small(&g) ? ESP_SMALL_SCRATCH : 0;
  return esp_conv_forward_scratch(&g, 0, 0);
}

static void depthwise2d_tile(const void* args, esp_int begin, esp_int end, void* scratch) {
  const esp_depthwise2d_args* d = (const esp_depthwise2d_args*)args;
  const esp_conv_forward f = {ESP_CONV_GEOMETRY(depthwise2d, args),
                              d->x,
                              d->w,
                              0,
                              0,
                              d->bias,
                              d->add,
                              d->y,
                              d->activation,
                              d->act_alpha,
                              d->act_beta};
  const esp_conv_geometry* g = &f.g;
  if (!esp_depthwise_fast(g)) {
    esp_conv_forward_tiles(&f, begin, end, scratch);
    return;
  }
  const esp_depthwise_cut cut = depthwise2d_cut(g);
  const esp_int multiplier = g->out_channels / g->in_channels;
  esp_depthwise_plane p;
  memset(&p, 0, sizeof p);
  p.in_h = g->in_h;
  p.in_w = g->in_w;
  p.out_w = g->out_w;
  p.stride = g->stride_h;
  p.top = g->pad_top;
  p.left = g->pad_left;
  p.store.add = d->add;
  esp_conv_store_activation(&p.store, d->activation, d->act_alpha, d->act_beta);
  esp_conv_store_stage(&p.store, 1, 1);
  const int small = p.store.plain && esp_depthwise_is_small(g);
  for (esp_int tile = begin; tile < end; ++tile) {
    const esp_int y = tile % cut.blocks * cut.block_rows;
    const esp_int y_end = esp_at_most(y + cut.block_rows, cut.rows);
    const esp_int first = tile / cut.blocks * cut.tile_planes;
    const esp_int last = esp_at_most(first + cut.tile_planes, cut.planes);
    if (small) {
      esp_depthwise_small_run(g, &p, d->x, d->w, d->bias, d->y, first, last, scratch);
      continue;
    }
    for (esp_int plane = first; plane < last; ++plane) {
      const esp_int image = plane / g->out_channels, channel = plane % g->out_channels;
      const esp_int out = plane * g->out_h * g->out_w;
      p.x = d->x + (image * g->in_channels + channel / multiplier) * g->in_h * g->in_w;
      memcpy(p.w, d->w + channel * 9, sizeof p.w);
      p.store.y = d->y + out;
      p.store.add = d->add != NULL ? d->add + out : NULL;
      p.store.bias = d->bias != NULL ? d->bias + channel : NULL;
      p.bias = d->bias != NULL ? d->bias[channel] : 0.0f;
      esp_depthwise_run(&p, y, y_end);
    }
  }
}

ESP_DEFINE_KERNEL(depthwise2d, ESP_DEPTHWISE2D_FIELDS)
