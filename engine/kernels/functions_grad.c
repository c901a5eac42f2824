// SPDX-License-Identifier: Apache-2.0
#include "functions.h"
#include "map.h"
#include "vector_functions.h"

// `value` may use dy and x, vectors, and a, the arguments.
#define ESP_SLOPE_KERNEL(name, value)                                             \
  ESP_INLINE void name##_step(const esp_##name##_args* a, esp_int i, esp_int n) { \
    const esp_vf dy = esp_load_n(a->dy + i, n);                                   \
    const esp_vf x = esp_load_n(a->x + i, n);                                     \
    (void)x;                                                                      \
    esp_store_n(a->dx + i, value, n);                                             \
  }                                                                               \
  ESP_MAP_KERNEL(name)

ESP_SLOPE_KERNEL(exp_grad, dy* esp_exp(x))
ESP_DEFINE_KERNEL(exp_grad, ESP_SLOPE_FIELDS)

ESP_SLOPE_KERNEL(log_grad, dy / x)
ESP_DEFINE_KERNEL(log_grad, ESP_SLOPE_FIELDS)

ESP_SLOPE_KERNEL(sqrt_grad, dy * 0.5f / esp_sqrt(x))
ESP_DEFINE_KERNEL(sqrt_grad, ESP_SLOPE_FIELDS)

ESP_SLOPE_KERNEL(reciprocal_grad, -dy / (x * x))
ESP_DEFINE_KERNEL(reciprocal_grad, ESP_SLOPE_FIELDS)

ESP_SLOPE_KERNEL(neg_grad, -dy)
ESP_DEFINE_KERNEL(neg_grad, ESP_SLOPE_FIELDS)

ESP_SLOPE_KERNEL(abs_grad, esp_select(esp_gt(x, esp_zero()), dy,
                                      esp_select(esp_lt(x, esp_zero()), -dy, esp_zero())))
ESP_DEFINE_KERNEL(abs_grad, ESP_SLOPE_FIELDS)

ESP_SLOPE_KERNEL(erf_grad, dy * 1.12837917f * esp_exp(-x * x))
ESP_DEFINE_KERNEL(erf_grad, ESP_SLOPE_FIELDS)

ESP_SLOPE_KERNEL(sin_grad, dy* esp_cos(x))
ESP_DEFINE_KERNEL(sin_grad, ESP_SLOPE_FIELDS)

ESP_SLOPE_KERNEL(cos_grad, -dy* esp_sin(x))
ESP_DEFINE_KERNEL(cos_grad, ESP_SLOPE_FIELDS)

ESP_SLOPE_KERNEL(softplus_grad, dy* esp_sigmoid(x))
ESP_DEFINE_KERNEL(softplus_grad, ESP_SLOPE_FIELDS)

ESP_SLOPE_KERNEL(softsign_grad, dy / ((1.0f + esp_abs(x)) * (1.0f + esp_abs(x))))
ESP_DEFINE_KERNEL(softsign_grad, ESP_SLOPE_FIELDS)

ESP_INLINE esp_vf hard_sigmoid_slope(esp_vf x, float alpha, float beta) {
  const esp_vf v = x * alpha + beta;
  return esp_keep(esp_gt(v, esp_zero()) & esp_lt(v, esp_set1(1.0f)), esp_set1(alpha));
}
ESP_SLOPE_KERNEL(hard_sigmoid_grad, dy* hard_sigmoid_slope(x, a->alpha, a->beta))
ESP_DEFINE_KERNEL(hard_sigmoid_grad, ESP_SLOPE_FIELDS)

ESP_INLINE esp_vf hard_swish_slope(esp_vf x) {
  const esp_vf middle = x * (1.0f / 3.0f) + 0.5f;
  return esp_select(esp_le(x, esp_set1(-3.0f)), esp_zero(),
                    esp_select(esp_ge(x, esp_set1(3.0f)), esp_set1(1.0f), middle));
}
ESP_SLOPE_KERNEL(hard_swish_grad, dy* hard_swish_slope(x))
ESP_DEFINE_KERNEL(hard_swish_grad, ESP_SLOPE_FIELDS)

ESP_SLOPE_KERNEL(elu_grad,
                 dy* esp_select(esp_gt(x, esp_zero()), esp_set1(1.0f), esp_exp(x) * a->alpha))
ESP_DEFINE_KERNEL(elu_grad, ESP_SLOPE_FIELDS)

ESP_SLOPE_KERNEL(selu_grad,
                 dy * a->beta *
                     esp_select(esp_gt(x, esp_zero()), esp_set1(1.0f), esp_exp(x) * a->alpha))
ESP_DEFINE_KERNEL(selu_grad, ESP_SLOPE_FIELDS)

ESP_INLINE esp_vf gelu_slope(esp_vf x) {
  const esp_vf density = 0.398942280f * esp_exp(-0.5f * x * x);
  return 0.5f * (1.0f + esp_erf(x * 0.707106781f)) + x * density;
}
ESP_SLOPE_KERNEL(gelu_grad, dy* gelu_slope(x))
ESP_DEFINE_KERNEL(gelu_grad, ESP_SLOPE_FIELDS)

ESP_INLINE esp_vf gelu_tanh_slope(esp_vf x) {
  const esp_vf t = esp_tanh(0.797884561f * x * (1.0f + 0.044715f * x * x));
  const esp_vf inner = 0.797884561f * (1.0f + 3.0f * 0.044715f * x * x);
  return 0.5f * (1.0f + t) + 0.5f * x * (1.0f - t * t) * inner;
}
ESP_SLOPE_KERNEL(gelu_tanh_grad, dy* gelu_tanh_slope(x))
ESP_DEFINE_KERNEL(gelu_tanh_grad, ESP_SLOPE_FIELDS)
