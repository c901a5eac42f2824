// SPDX-License-Identifier: Apache-2.0
#include "layer_norm.h"

#include "sum_block.h"

static esp_int layer_norm_rows_a_tile(esp_int size) {
  return esp_int_max(1, ESP_CHUNK / 4 / esp_int_max(1, size));
}

static double layer_norm_sum(const float* x, esp_int size) {
  double sum = 0;
  for (esp_int i = 0; i < size; i += ESP_SUM_BLOCK)
    sum += esp_sum_block(x + i, esp_int_min(ESP_SUM_BLOCK, size - i));
  return sum;
}

ESP_INLINE esp_vf layer_norm_square(const float* x, esp_int i, esp_int n, esp_vf mean) {
  const esp_vf d = esp_low_or(esp_load_n(x + i, n) - mean, n, 0);
  return d * d;
}
ESP_INLINE float layer_norm_squares(const float* x, esp_int count, esp_vf mean) {
  ESP_SUM_TERMS(count, layer_norm_square(x, i, n, mean))
}

// ---- forward ----
static esp_int layer_norm_tiles(const void* args) {
  const esp_layer_norm_args* a = args;
  return a->size == 0 ? 0 : esp_ceil_div(a->rows, layer_norm_rows_a_tile(a->size));
}
ESP_NO_SCRATCH(layer_norm)
static void layer_norm_tile(const void* args, esp_int begin, esp_int end, void* scratch) {
  const esp_layer_norm_args* a = args;
  const esp_int size = a->size, rows = layer_norm_rows_a_tile(size);
  const esp_int stop = esp_int_min(a->rows, end * rows);
  (void)scratch;
  for (esp_int r = begin * rows; r < stop; ++r) {
    const float* x = a->x + r * size;
    float* y = a->y + r * size;
    const float mean = (float)(layer_norm_sum(x, size) / (double)size);
    double squares = 0;
    for (esp_int i = 0; i < size; i += ESP_SUM_BLOCK)
      squares += layer_norm_squares(x + i, esp_int_min(ESP_SUM_BLOCK, size - i), esp_set1(mean));
    const float inv = (float)(1.0 / __builtin_sqrt(squares / (double)size + (double)a->epsilon));
    for (esp_int i = 0; i < size; i += ESP_WIDTH) {
      const esp_int n = esp_int_min(ESP_WIDTH, size - i);
      esp_vf v = (esp_load_n(x + i, n) - mean) * inv * esp_load_n(a->scale + i, n);
      if (a->bias) v += esp_load_n(a->bias + i, n);
      esp_store_n(y + i, v, n);
    }
    if (a->mean) a->mean[r] = mean;
    if (a->inv_std) a->inv_std[r] = inv;
  }
}
ESP_DEFINE_KERNEL(layer_norm, ESP_LAYER_NORM_FIELDS)

// ---- backward ----
static esp_int layer_norm_grad_tiles(const void* args) {
  const esp_layer_norm_grad_args* a = args;
  return a->size == 0 ? 0 : esp_ceil_div(a->rows, layer_norm_rows_a_tile(a->size));
}
ESP_NO_SCRATCH(layer_norm_grad)

ESP_INLINE esp_vf layer_norm_product(const float* p, const float* q, esp_int i, esp_int n) {
  return esp_load_n(p + i, n) * esp_load_n(q + i, n);
}
ESP_INLINE float layer_norm_products(const float* p, const float* q, esp_int count){
    ESP_SUM_TERMS(count, layer_norm_product(p, q, i, n))} ESP_INLINE esp_vf
    layer_norm_term(const float* dy, const float* scale, const float* x, esp_int i, esp_int n,
                    float mean, float inv) {
  return layer_norm_product(dy, scale, i, n) * ((esp_load_n(x + i, n) - mean) * inv);
}
ESP_INLINE float layer_norm_terms(const float* dy, const float* scale, const float* x,
                                  esp_int count, float mean, float inv) {
  ESP_SUM_TERMS(count, layer_norm_term(dy, scale, x, i, n, mean, inv))
}

static void layer_norm_grad_tile(const void* args, esp_int begin, esp_int end, void* scratch) {
  const esp_layer_norm_grad_args* a = args;
  const esp_int size = a->size, rows = layer_norm_rows_a_tile(size);
  const esp_int stop = esp_int_min(a->rows, end * rows);
  (void)scratch;
  for (esp_int r = begin * rows; r < stop; ++r) {
    const float *x = a->x + r * size, *dy = a->dy + r * size;
    const float mean = a->mean[r], inv = a->inv_std[r];
    double sum = 0, product = 0;
    for (esp_int i = 0; i < size; i += ESP_SUM_BLOCK) {
      const esp_int n = esp_int_min(ESP_SUM_BLOCK, size - i);
      sum += layer_norm_products(dy + i, a->scale + i, n);
      product += layer_norm_terms(dy + i, a->scale + i, x + i, n, mean, inv);
    }
    const float middle = (float)(sum / (double)size), tilt = (float)(product / (double)size);
    for (esp_int i = 0; i < size; i += ESP_WIDTH) {
      const esp_int n = esp_int_min(ESP_WIDTH, size - i);
      const esp_vf flow = esp_load_n(dy + i, n);
      const esp_vf normal = (esp_load_n(x + i, n) - mean) * inv;
      const esp_vf g = flow * esp_load_n(a->scale + i, n);
      if (a->dy_x) esp_store_n(a->dy_x + r * size + i, flow * normal, n);
      esp_store_n(a->dx + r * size + i, (g - middle - normal * tilt) * inv, n);
    }
  }
}
ESP_DEFINE_KERNEL(layer_norm_grad, ESP_LAYER_NORM_GRAD_FIELDS)
