// SPDX-License-Identifier: Apache-2.0
#include "unary.h"

#include "map.h"

// `value` may use x, a vector, and a, the arguments.
#define ESP_UNARY_KERNEL(name, value)                                             \
  ESP_INLINE void name##_step(const esp_##name##_args* a, esp_int i, esp_int n) { \
    const esp_vf x = esp_load_n(a->x + i, n);                                     \
    esp_store_n(a->y + i, value, n);                                              \
  }                                                                               \
  ESP_MAP_KERNEL(name)

ESP_UNARY_KERNEL(relu, esp_relu(x))
ESP_DEFINE_KERNEL(relu, ESP_UNARY_FIELDS)

ESP_UNARY_KERNEL(leaky_relu, esp_select(esp_gt(x, esp_zero()), x, x * a->alpha))
ESP_DEFINE_KERNEL(leaky_relu, ESP_LEAKY_RELU_FIELDS)

ESP_UNARY_KERNEL(sigmoid, esp_sigmoid(x))
ESP_DEFINE_KERNEL(sigmoid, ESP_UNARY_FIELDS)

ESP_UNARY_KERNEL(tanh, esp_tanh(x))
ESP_DEFINE_KERNEL(tanh, ESP_UNARY_FIELDS)

ESP_UNARY_KERNEL(exp, esp_exp(x))
ESP_DEFINE_KERNEL(exp, ESP_UNARY_FIELDS)

ESP_UNARY_KERNEL(log, esp_log(x))
ESP_DEFINE_KERNEL(log, ESP_UNARY_FIELDS)

ESP_UNARY_KERNEL(sqrt, esp_sqrt(x))
ESP_DEFINE_KERNEL(sqrt, ESP_UNARY_FIELDS)

ESP_UNARY_KERNEL(neg, -x)
ESP_DEFINE_KERNEL(neg, ESP_UNARY_FIELDS)

ESP_UNARY_KERNEL(abs, esp_abs(x))
ESP_DEFINE_KERNEL(abs, ESP_UNARY_FIELDS)

ESP_UNARY_KERNEL(reciprocal, 1.0f / x)
ESP_DEFINE_KERNEL(reciprocal, ESP_UNARY_FIELDS)
