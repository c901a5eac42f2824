// SPDX-License-Identifier: Apache-2.0
#include "mse.h"

#include "map.h"
#include "sum_block.h"

ESP_INLINE void mse_step(const esp_mse_args* a, esp_int i, esp_int n) {
  const esp_vf difference = esp_load_n(a->a + i, n) - esp_load_n(a->b + i, n);
  esp_store_n(a->y + i, difference * difference, n);
}
ESP_MAP_KERNEL(mse)
ESP_DEFINE_KERNEL(mse, ESP_MSE_FIELDS)

ESP_INLINE esp_vf mse_term(const float* a, const float* b, esp_int n) {
  const esp_vf difference = esp_load_n(a, n) - esp_load_n(b, n);
  return difference * difference;
}

static float mse_block(const float* a, const float* b, esp_int count) {
  ESP_SUM_TERMS(count, mse_term(a + i, b + i, n))
}

static esp_int mse_sum_tiles(const void* args) {
  return esp_chunks(((const esp_mse_sum_args*)args)->count);
}
ESP_NO_SCRATCH(mse_sum)
static void mse_sum_tile(const void* args, esp_int begin, esp_int end, void* scratch) {
  const esp_mse_sum_args* a = args;
  (void)scratch;
  for (esp_int t = begin; t < end; ++t) {
    const esp_int stop = esp_chunk_end(t + 1, a->count);
    double sum = 0.0;
    for (esp_int i = t * ESP_CHUNK; i < stop; i += ESP_SUM_BLOCK)
      sum += mse_block(a->a + i, a->b + i, esp_int_min(stop - i, ESP_SUM_BLOCK));
    a->partial[t] = sum;
  }
}
ESP_DEFINE_KERNEL(mse_sum, ESP_MSE_SUM_FIELDS)

ESP_INLINE void mse_grad_step(const esp_mse_grad_args* a, esp_int i, esp_int n) {
  const esp_vf dloss = a->dloss_per_element ? esp_load_n(a->dloss + i, n) : esp_set1(a->dloss[0]);
  const esp_vf difference = esp_load_n(a->a + i, n) - esp_load_n(a->b + i, n);
  const esp_vf grad = difference * (2.0f * a->scale) * dloss;
  if (a->da) esp_store_n(a->da + i, grad, n);
  if (a->db) esp_store_n(a->db + i, -grad, n);
}
ESP_MAP_KERNEL(mse_grad)
ESP_DEFINE_KERNEL(mse_grad, ESP_MSE_GRAD_FIELDS)
