// SPDX-License-Identifier: Apache-2.0
#include "pool2d.h"
#include "pool_window.h"

static esp_int max_pool2d_grad_tiles(const void* args) {
  const esp_max_pool2d_grad_args* a = (const esp_max_pool2d_grad_args*)args;
  const esp_int plane = a->in_h * a->in_w;
  return plane <= 0 ? 0 : esp_pool_tiles(a->planes, plane);
}

static size_t max_pool2d_grad_scratch(const void* args) {
  (void)args;
  return 0;
}

static void max_pool2d_grad_tile(const void* args, esp_int begin, esp_int end, void* scratch) {
  const esp_max_pool2d_grad_args* a = (const esp_max_pool2d_grad_args*)args;
  const esp_int in_plane = a->in_h * a->in_w, out_plane = a->out_h * a->out_w;
  const esp_int some = esp_pool_tile_planes(in_plane);
  const esp_int last = end * some < a->planes ? end * some : a->planes;
  (void)scratch;
  for (esp_int p = begin * some; p < last; ++p) {
    float* dx = a->dx + p * in_plane;
    const float* dy = a->dy + p * out_plane;
    const int32_t* index = a->index + p * out_plane;
    memset(dx, 0, (size_t)in_plane * sizeof *dx);
    for (esp_int i = 0; i < out_plane; ++i)
      if (index[i] >= 0) dx[index[i]] += dy[i];
  }
}

ESP_DEFINE_KERNEL(max_pool2d_grad, ESP_MAX_POOL2D_GRAD_FIELDS)
