// SPDX-License-Identifier: Apache-2.0
#include "conv2d_grad.h"
#include "conv_backward.h"

static esp_int conv2d_grad_x_tiles(const void* args) {
  const esp_conv_geometry g = ESP_CONV_GEOMETRY(conv2d_grad_x, args);
  return esp_conv_backward_plan(&g).tiles;
}

static size_t conv2d_grad_x_scratch(const void* args) {
  const esp_conv_geometry g = ESP_CONV_GEOMETRY(conv2d_grad_x, args);
  return esp_conv_backward_scratch(&g);
}

static void conv2d_grad_x_tile(const void* args, esp_int begin, esp_int end, void* scratch) {
  const esp_conv2d_grad_x_args* c = (const esp_conv2d_grad_x_args*)args;
  const esp_conv_forward f = {ESP_CONV_GEOMETRY(conv2d_grad_x, args),
                              c->dy,
                              c->w,
                              0,
                              0,
                              c->bias,
                              c->add,
                              c->dx,
                              c->activation,
                              c->act_alpha,
                              c->act_beta};
  esp_conv_backward_tiles(&f, begin, end, scratch);
}

ESP_DEFINE_KERNEL(conv2d_grad_x, ESP_CONV2D_GRAD_X_FIELDS)
