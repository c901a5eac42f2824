// SPDX-License-Identifier: Apache-2.0
#include "conv2d.h"
#include "conv_forward.h"

static esp_int conv2d_packed_tiles(const void* args) {
  const esp_conv_geometry g = ESP_CONV_GEOMETRY(conv2d_packed, args);
  return esp_conv_forward_plan(&g).tiles;
}

static size_t conv2d_packed_scratch(const void* args) {
  const esp_conv_geometry g = ESP_CONV_GEOMETRY(conv2d_packed, args);
  const esp_conv_plan p = esp_conv_forward_plan(&g);
  return esp_conv_plan_scratch(&p);
}

static void conv2d_packed_tile(const void* args, esp_int begin, esp_int end, void* scratch) {
  const esp_conv2d_packed_args* c = (const esp_conv2d_packed_args*)args;
  const esp_conv_forward f = {ESP_CONV_GEOMETRY(conv2d_packed, args),
                              c->x,
                              c->packed,
                              1,
                              c->bias,
                              c->add,
                              c->y,
                              c->activation,
                              c->act_alpha,
                              c->act_beta};
  esp_conv_forward_tiles(&f, begin, end, scratch);
}

ESP_DEFINE_KERNEL(conv2d_packed, ESP_CONV2D_PACKED_FIELDS)
