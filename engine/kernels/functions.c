// SPDX-License-Identifier: Apache-2.0
#include "functions.h"

#include "map.h"
#include "vector_functions.h"

ESP_MAP_FUNCTION(floor, esp_floor(x))
ESP_DEFINE_KERNEL(floor, ESP_FUNCTION_FIELDS)

ESP_MAP_FUNCTION(ceil, esp_ceil(x))
ESP_DEFINE_KERNEL(ceil, ESP_FUNCTION_FIELDS)

ESP_MAP_FUNCTION(round, esp_rint(x))
ESP_DEFINE_KERNEL(round, ESP_FUNCTION_FIELDS)

ESP_INLINE esp_vf sign_of(esp_vf x) {
  const esp_vf one = esp_set1(1.0f);
  return esp_select(esp_gt(x, esp_zero()), one, esp_select(esp_lt(x, esp_zero()), -one, x));
}
ESP_MAP_FUNCTION(sign, sign_of(x))
ESP_DEFINE_KERNEL(sign, ESP_FUNCTION_FIELDS)

ESP_MAP_FUNCTION(erf, esp_erf(x))
ESP_DEFINE_KERNEL(erf, ESP_FUNCTION_FIELDS)

ESP_MAP_FUNCTION(sin, esp_sin(x))
ESP_DEFINE_KERNEL(sin, ESP_FUNCTION_FIELDS)

ESP_MAP_FUNCTION(cos, esp_cos(x))
ESP_DEFINE_KERNEL(cos, ESP_FUNCTION_FIELDS)

ESP_MAP_FUNCTION(softplus, esp_softplus(x))
ESP_DEFINE_KERNEL(softplus, ESP_FUNCTION_FIELDS)

ESP_MAP_FUNCTION(softsign, x / (1.0f + esp_abs(x)))
ESP_DEFINE_KERNEL(softsign, ESP_FUNCTION_FIELDS)

ESP_MAP_FUNCTION(hard_sigmoid, esp_unit(x * a->alpha + a->beta))
ESP_DEFINE_KERNEL(hard_sigmoid, ESP_FUNCTION_FIELDS)

ESP_MAP_FUNCTION(hard_swish, x* esp_unit(x*(1.0f / 6.0f) + 0.5f))
ESP_DEFINE_KERNEL(hard_swish, ESP_FUNCTION_FIELDS)

ESP_MAP_FUNCTION(elu, esp_select(esp_gt(x, esp_zero()), x, esp_expm1(x) * a->alpha))
ESP_DEFINE_KERNEL(elu, ESP_FUNCTION_FIELDS)

ESP_MAP_FUNCTION(selu, a->beta* esp_select(esp_gt(x, esp_zero()), x, esp_expm1(x) * a->alpha))
ESP_DEFINE_KERNEL(selu, ESP_FUNCTION_FIELDS)

ESP_MAP_FUNCTION(clip, esp_min_second(esp_set1(a->beta), esp_max_second(esp_set1(a->alpha), x)))
ESP_DEFINE_KERNEL(clip, ESP_FUNCTION_FIELDS)

ESP_MAP_FUNCTION(gelu, 0.5f * x * (1.0f + esp_erf(x * 0.707106781f)))
ESP_DEFINE_KERNEL(gelu, ESP_FUNCTION_FIELDS)

ESP_INLINE esp_vf gelu_tanh_of(esp_vf x) {
  return esp_tanh(0.797884561f * x * (1.0f + 0.044715f * x * x));
}
ESP_MAP_FUNCTION(gelu_tanh, 0.5f * x * (1.0f + gelu_tanh_of(x)))
ESP_DEFINE_KERNEL(gelu_tanh, ESP_FUNCTION_FIELDS)
