// SPDX-License-Identifier: Apache-2.0
#include "conv2d.h"
#include "conv_forward.h"

static int conv2d_packed_is_wide(const void* args) {
  const esp_int panel = ((const esp_conv2d_packed_args*)args)->panel;
  return ESP_WIDTH >= 4 && panel == ESP_CONV_WIDE_PANEL(ESP_WIDTH);
}

static esp_int conv2d_packed_tiles(const void* args) {
  const esp_conv_geometry g = ESP_CONV_GEOMETRY(conv2d_packed, args);
  return esp_conv_forward_tile_count(&g, conv2d_packed_is_wide(args));
}

static size_t conv2d_packed_scratch(const void* args) {
  const esp_conv_geometry g = ESP_CONV_GEOMETRY(conv2d_packed, args);
  return esp_conv_forward_scratch(&g, 1, conv2d_packed_is_wide(args));
}

static void conv2d_packed_tile(const void* args, esp_int begin, esp_int end, void* scratch) {
  const esp_conv2d_packed_args* c = (const esp_conv2d_packed_args*)args;
  const esp_conv_forward f = {ESP_CONV_GEOMETRY(conv2d_packed, args),
                              c->x,
                              c->packed,
                              1,
                              conv2d_packed_is_wide(args),
                              c->bias,
                              c->add,
                              c->y,
                              c->activation,
                              c->act_alpha,
                              c->act_beta};
  esp_conv_forward_tiles(&f, begin, end, scratch);
}

ESP_DEFINE_KERNEL(conv2d_packed, ESP_CONV2D_PACKED_FIELDS)
