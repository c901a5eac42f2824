// SPDX-License-Identifier: Apache-2.0
#include "conv2d.h"

#include "conv_forward.h"

static esp_int conv2d_tiles(const void* args) {
  const esp_conv_geometry g = ESP_CONV_GEOMETRY(conv2d, args);
  return esp_conv_forward_tile_count(&g, esp_conv_forward_is_wide(&g));
}

static size_t conv2d_scratch(const void* args) {
  const esp_conv_geometry g = ESP_CONV_GEOMETRY(conv2d, args);
  return esp_conv_forward_scratch(&g, 0, esp_conv_forward_is_wide(&g));
}

static void conv2d_tile(const void* args, esp_int begin, esp_int end, void* scratch) {
  const esp_conv2d_args* c = (const esp_conv2d_args*)args;
  const esp_conv_geometry g = ESP_CONV_GEOMETRY(conv2d, args);
  const esp_conv_forward f = {
      g,    c->x,          c->w,         0,          esp_conv_forward_is_wide(&g), c->bias, c->add,
      c->y, c->activation, c->act_alpha, c->act_beta};
  esp_conv_forward_tiles(&f, begin, end, scratch);
}

ESP_DEFINE_KERNEL(conv2d, ESP_CONV2D_FIELDS)
