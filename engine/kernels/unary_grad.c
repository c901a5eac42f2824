// SPDX-License-Identifier: Apache-2.0
#include "unary_grad.h"

#include "map.h"

// `value` may use dy and y, vectors, and a, the arguments.
#define ESP_UNARY_GRAD_KERNEL(name, value)                                        \
  ESP_INLINE void name##_step(const esp_##name##_args* a, esp_int i, esp_int n) { \
    const esp_vf dy = esp_load_n(a->dy + i, n);                                   \
    const esp_vf y = esp_load_n(a->y + i, n);                                     \
    esp_store_n(a->dx + i, value, n);                                             \
  }                                                                               \
  ESP_MAP_KERNEL(name)

ESP_UNARY_GRAD_KERNEL(relu_grad, esp_keep(~esp_le(y, esp_zero()), dy))
ESP_DEFINE_KERNEL(relu_grad, ESP_UNARY_GRAD_FIELDS)

ESP_UNARY_GRAD_KERNEL(leaky_relu_grad, esp_select(esp_gt(y, esp_zero()), dy, dy * a->alpha))
ESP_DEFINE_KERNEL(leaky_relu_grad, ESP_LEAKY_RELU_GRAD_FIELDS)

ESP_UNARY_GRAD_KERNEL(sigmoid_grad, dy*(y*(1.0f - y)))
ESP_DEFINE_KERNEL(sigmoid_grad, ESP_UNARY_GRAD_FIELDS)

ESP_UNARY_GRAD_KERNEL(tanh_grad, dy*(1.0f - y * y))
ESP_DEFINE_KERNEL(tanh_grad, ESP_UNARY_GRAD_FIELDS)
