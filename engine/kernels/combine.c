// SPDX-License-Identifier: Apache-2.0
#include "combine.h"

#include "map.h"

ESP_INLINE void sum_n_step(const esp_sum_n_args* a, esp_int i, esp_int n) {
  esp_vf sum = esp_load_n(a->x0 + i, n);
  if (a->x1) sum += esp_load_n(a->x1 + i, n);
  if (a->x2) sum += esp_load_n(a->x2 + i, n);
  if (a->x3) sum += esp_load_n(a->x3 + i, n);
  esp_store_n(a->y + i, sum, n);
}
ESP_MAP_KERNEL(sum_n)
ESP_DEFINE_KERNEL(sum_n, ESP_SUM_N_FIELDS)

ESP_INLINE void scale_step(const esp_scale_args* a, esp_int i, esp_int n) {
  esp_store_n(a->y + i, esp_load_n(a->x + i, n) * a->factor, n);
}
ESP_MAP_KERNEL(scale)
ESP_DEFINE_KERNEL(scale, ESP_SCALE_FIELDS)

ESP_INLINE void fill_step(const esp_fill_args* a, esp_int i, esp_int n) {
  esp_store_n(a->y + i, esp_set1(a->value), n);
}
ESP_MAP_KERNEL(fill)
ESP_DEFINE_KERNEL(fill, ESP_FILL_FIELDS)
