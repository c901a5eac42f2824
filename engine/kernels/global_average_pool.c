// SPDX-License-Identifier: Apache-2.0
#include "pool2d.h"
#include "pool_window.h"

static esp_int global_average_pool_tiles(const void* args) {
  const esp_global_average_pool_args* a = (const esp_global_average_pool_args*)args;
  return esp_pool_tiles(a->planes, a->pixels);
}

static size_t global_average_pool_scratch(const void* args) {
  (void)args;
  return 0;
}

static void global_average_pool_tile(const void* args, esp_int begin, esp_int end, void* scratch) {
  const esp_global_average_pool_args* a = (const esp_global_average_pool_args*)args;
  const esp_int some = esp_pool_tile_planes(a->pixels);
  const esp_int last = end * some < a->planes ? end * some : a->planes;
  (void)scratch;
  for (esp_int p = begin * some; p < last; ++p) {
    const float* x = a->x + p * a->pixels;
    esp_vf s[4] = {esp_zero(), esp_zero(), esp_zero(), esp_zero()};
    esp_int i = 0;
    for (; i + 4 * ESP_WIDTH <= a->pixels; i += 4 * ESP_WIDTH)
      for (int j = 0; j < 4; ++j) s[j] = s[j] + esp_load(x + i + j * ESP_WIDTH);
    for (int j = 0; i < a->pixels; i += ESP_WIDTH, ++j) {
      const esp_int lanes = a->pixels - i;
      s[j] = s[j] + (lanes >= ESP_WIDTH ? esp_load(x + i) : esp_load_part(x + i, lanes));
    }
    a->y[p] = esp_sum((s[0] + s[1]) + (s[2] + s[3])) / (float)a->pixels;
  }
}

ESP_DEFINE_KERNEL(global_average_pool, ESP_GLOBAL_AVERAGE_POOL_FIELDS)

static esp_int global_average_pool_grad_tiles(const void* args) {
  const esp_global_average_pool_grad_args* a = (const esp_global_average_pool_grad_args*)args;
  return a->pixels <= 0 ? 0 : esp_pool_tiles(a->planes, a->pixels);
}

static size_t global_average_pool_grad_scratch(const void* args) {
  (void)args;
  return 0;
}

static void global_average_pool_grad_tile(const void* args, esp_int begin, esp_int end,
                                          void* scratch) {
  const esp_global_average_pool_grad_args* a = (const esp_global_average_pool_grad_args*)args;
  const esp_int some = esp_pool_tile_planes(a->pixels);
  const esp_int last = end * some < a->planes ? end * some : a->planes;
  (void)scratch;
  for (esp_int p = begin * some; p < last; ++p) {
    const float v = a->dy[p] / (float)a->pixels;
    float* dx = a->dx + p * a->pixels;
    esp_int i = 0;
    for (; i + ESP_WIDTH <= a->pixels; i += ESP_WIDTH) esp_store(dx + i, esp_set1(v));
    for (; i < a->pixels; ++i) dx[i] = v;
  }
}

ESP_DEFINE_KERNEL(global_average_pool_grad, ESP_GLOBAL_AVERAGE_POOL_GRAD_FIELDS)
