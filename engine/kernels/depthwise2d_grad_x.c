// SPDX-License-Identifier: Apache-2.0
//
// Without a stride and with one output channel a plane, this is the forward kernel with the weights
// turned round.
#include "conv_backward.h"
#include "depthwise2d.h"
#include "depthwise_plane.h"

static int depthwise2d_grad_x_fast(const esp_conv_geometry* g) {
  return esp_depthwise_fast(g) && g->stride_h == 1 && g->out_channels == g->in_channels &&
         g->out_h > 0 && g->out_w > 0;
}

static esp_depthwise_cut depthwise2d_grad_x_cut(const esp_conv_geometry* g) {
  return esp_depthwise_cut_of(g->batch * g->in_channels, g->in_h, g->in_w);
}

static esp_int depthwise2d_grad_x_tiles(const void* args) {
  const esp_conv_geometry g = ESP_CONV_GEOMETRY(depthwise2d_grad_x, args);
  return depthwise2d_grad_x_fast(&g) ? depthwise2d_grad_x_cut(&g).tiles
                                     : esp_conv_backward_plan(&g).tiles;
}

static size_t depthwise2d_grad_x_scratch(const void* args) {
  const esp_conv_geometry g = ESP_CONV_GEOMETRY(depthwise2d_grad_x, args);
  return depthwise2d_grad_x_fast(&g) ? 0 : esp_conv_backward_scratch(&g);
}

static void depthwise2d_grad_x_tile(const void* args, esp_int begin, esp_int end, void* scratch) {
  const esp_depthwise2d_grad_x_args* d = (const esp_depthwise2d_grad_x_args*)args;
  const esp_conv_forward f = {ESP_CONV_GEOMETRY(depthwise2d_grad_x, args),
                              d->dy,
                              d->w,
                              0,
                              0,
                              d->bias,
                              d->add,
                              d->dx,
                              d->activation,
                              d->act_alpha,
                              d->act_beta};
  const esp_conv_geometry* g = &f.g;
  if (!depthwise2d_grad_x_fast(g)) {
    esp_conv_backward_tiles(&f, begin, end, scratch);
    return;
  }
  const esp_depthwise_cut cut = depthwise2d_grad_x_cut(g);
  esp_depthwise_plane p;
  memset(&p, 0, sizeof p);
  p.in_h = g->out_h;
  p.in_w = g->out_w;
  p.out_w = g->in_w;
  p.stride = 1;
  p.top = 2 - g->pad_top;
  p.left = 2 - g->pad_left;
  p.store.add = d->add;
  esp_conv_store_activation(&p.store, d->activation, d->act_alpha, d->act_beta);
  esp_conv_store_stage(&p.store, 1, 1);
  for (esp_int tile = begin; tile < end; ++tile) {
    const esp_int y = tile % cut.blocks * cut.block_rows;
    const esp_int y_end = esp_at_most(y + cut.block_rows, cut.rows);
    const esp_int first = tile / cut.blocks * cut.tile_planes;
    const esp_int last = esp_at_most(first + cut.tile_planes, cut.planes);
    for (esp_int plane = first; plane < last; ++plane) {
      const esp_int channel = plane % g->in_channels, out = plane * g->in_h * g->in_w;
      p.x = d->dy + plane * g->out_h * g->out_w;
      for (int i = 0; i < 9; ++i) p.w[i] = d->w[channel * 9 + 8 - i];
      p.store.y = d->dx + out;
      p.store.add = d->add != NULL ? d->add + out : NULL;
      p.store.bias = d->bias != NULL ? d->bias + channel : NULL;
      p.bias = d->bias != NULL ? d->bias[channel] : 0.0f;
      esp_depthwise_run(&p, y, y_end);
    }
  }
}

ESP_DEFINE_KERNEL(depthwise2d_grad_x, ESP_DEPTHWISE2D_GRAD_X_FIELDS)
