// SPDX-License-Identifier: Apache-2.0
#include "functions.h"

#include "map.h"
#include "vector_functions.h"

// `value` may use x, a vector, and a, the arguments.
#define ESP_FUNCTION_KERNEL(name, value)                                          \
  ESP_INLINE void name##_step(const esp_##name##_args* a, esp_int i, esp_int n) { \
    const esp_vf x = esp_load_n(a->x + i, n);                                     \
    esp_store_n(a->y + i, value, n);                                              \
  }                                                                               \
  ESP_MAP_KERNEL(name)

ESP_FUNCTION_KERNEL(floor, esp_floor(x))
ESP_DEFINE_KERNEL(floor, ESP_FUNCTION_FIELDS)

ESP_FUNCTION_KERNEL(ceil, esp_ceil(x))
ESP_DEFINE_KERNEL(ceil, ESP_FUNCTION_FIELDS)

ESP_FUNCTION_KERNEL(round, esp_rint(x))
ESP_DEFINE_KERNEL(round, ESP_FUNCTION_FIELDS)

ESP_INLINE esp_vf sign_of(esp_vf x) {
  const esp_vf one = esp_set1(1.0f);
  return esp_select(esp_gt(x, esp_zero()), one, esp_select(esp_lt(x, esp_zero()), -one, x));
}
ESP_FUNCTION_KERNEL(sign, sign_of(x))
ESP_DEFINE_KERNEL(sign, ESP_FUNCTION_FIELDS)

ESP_FUNCTION_KERNEL(erf, esp_erf(x))
ESP_DEFINE_KERNEL(erf, ESP_FUNCTION_FIELDS)

ESP_FUNCTION_KERNEL(sin, esp_sin(x))
ESP_DEFINE_KERNEL(sin, ESP_FUNCTION_FIELDS)

ESP_FUNCTION_KERNEL(cos, esp_cos(x))
ESP_DEFINE_KERNEL(cos, ESP_FUNCTION_FIELDS)

ESP_FUNCTION_KERNEL(softplus, esp_softplus(x))
ESP_DEFINE_KERNEL(softplus, ESP_FUNCTION_FIELDS)

ESP_FUNCTION_KERNEL(softsign, x / (1.0f + esp_abs(x)))
ESP_DEFINE_KERNEL(softsign, ESP_FUNCTION_FIELDS)

ESP_FUNCTION_KERNEL(hard_sigmoid, esp_unit(x * a->alpha + a->beta))
ESP_DEFINE_KERNEL(hard_sigmoid, ESP_FUNCTION_FIELDS)

ESP_FUNCTION_KERNEL(hard_swish, x* esp_unit(x*(1.0f / 6.0f) + 0.5f))
ESP_DEFINE_KERNEL(hard_swish, ESP_FUNCTION_FIELDS)

ESP_FUNCTION_KERNEL(elu, esp_select(esp_gt(x, esp_zero()), x, esp_expm1(x) * a->alpha))
ESP_DEFINE_KERNEL(elu, ESP_FUNCTION_FIELDS)

ESP_FUNCTION_KERNEL(selu, a->beta* esp_select(esp_gt(x, esp_zero()), x, esp_expm1(x) * a->alpha))
ESP_DEFINE_KERNEL(selu, ESP_FUNCTION_FIELDS)

ESP_FUNCTION_KERNEL(clip, esp_min_second(esp_set1(a->beta), esp_max_second(esp_set1(a->alpha), x)))
ESP_DEFINE_KERNEL(clip, ESP_FUNCTION_FIELDS)

ESP_FUNCTION_KERNEL(gelu, 0.5f * x * (1.0f + esp_erf(x * 0.707106781f)))
ESP_DEFINE_KERNEL(gelu, ESP_FUNCTION_FIELDS)

ESP_INLINE esp_vf gelu_tanh_of(esp_vf x) {
  return esp_tanh(0.797884561f * x * (1.0f + 0.044715f * x * x));
}
ESP_FUNCTION_KERNEL(gelu_tanh, 0.5f * x * (1.0f + gelu_tanh_of(x)))
ESP_DEFINE_KERNEL(gelu_tanh, ESP_FUNCTION_FIELDS)
