// SPDX-License-Identifier: Apache-2.0
//
// Functions of vectors that only some kernels need.
#ifndef ESP_VECTOR_FUNCTIONS_H
#define ESP_VECTOR_FUNCTIONS_H

#include "vector.h"

// v with `f`, a function of libm, applied to each lane; compilers turn floorf and its like into
// vector instructions where there are some.
#define ESP_EACH_LANE(name, f)                                              \
  ESP_INLINE esp_vf name(esp_vf v) {                                        \
    float lanes[ESP_WIDTH];                                                 \
    esp_store(lanes, v);                                                    \
    for (int l = 0; l < ESP_WIDTH; ++l) lanes[l] = __builtin_##f(lanes[l]); \
    return esp_load(lanes);                                                 \
  }
ESP_EACH_LANE(esp_floor, floorf)
ESP_EACH_LANE(esp_ceil, ceilf)
ESP_EACH_LANE(esp_rint, rintf)
ESP_EACH_LANE(esp_sin, sinf)
ESP_EACH_LANE(esp_cos, cosf)

// The error function: x times a polynomial in x^2 up to 1, above 1 - exp(-x^2) times a polynomial in
// 1 / (1 + x / 2); both are least-squares fits. Relative error at most 3e-7.
ESP_INLINE esp_vf esp_erf(esp_vf v) {
  const esp_vf size = esp_abs(v);
  const esp_vf z = v * v;
  esp_vf p = esp_fma(esp_set1(7.88249745e-5f), z, esp_set1(-8.01885501e-4f));
  p = esp_fma(p, z, esp_set1(5.18931216e-3f));
  p = esp_fma(p, z, esp_set1(-2.68543288e-2f));
  p = esp_fma(p, z, esp_set1(1.12835974e-1f));
  p = esp_fma(p, z, esp_set1(-3.76126260e-1f));
  p = esp_fma(p, z, esp_set1(1.12837911f));
  const esp_vf t = 1.0f / (1.0f + 0.5f * size);
  esp_vf q = esp_fma(esp_set1(-2.30580233e-2f), t, esp_set1(-1.52327701e-1f));
  q = esp_fma(q, t, esp_set1(5.25925279e-1f));
  q = esp_fma(q, t, esp_set1(1.84882171e-2f));
  q = esp_fma(q, t, esp_set1(3.62044781e-1f));
  q = esp_fma(q, t, esp_set1(2.67423511e-1f));
  q = esp_fma(q, t, esp_set1(1.11190078e-3f));
  const esp_vf large = 1.0f - esp_exp(-z) * q;
  const esp_vi sign = esp_bits(v) & esp_set1i((int32_t)0x80000000u);
  return esp_select(esp_lt(size, esp_set1(1.0f)), p * v, esp_from_bits(esp_bits(large) | sign));
}

// ln(1 + exp(v)), without overflow. For large negative v, where 1 + exp(v) rounds to 1, exp(v).
ESP_INLINE esp_vf esp_softplus(esp_vf v) {
  const esp_vf e = esp_exp(-esp_abs(v));
  const esp_vf one = esp_set1(1.0f);
  const esp_vf u = one + e;
  // ln(1 + e) = e * ln(u) / (u - 1) corrects for what u lost in rounding.
  const esp_vf lost = u - one;
  const esp_vf safe = esp_select(esp_eq(lost, esp_zero()), one, lost);
  const esp_vf log1p = esp_select(esp_eq(lost, esp_zero()), e, esp_log(u) * (e / safe));
  return esp_relu(v) + log1p;
}

// exp(v) - 1: by a series near 0, where the difference would lose digits.
ESP_INLINE esp_vf esp_expm1(esp_vf v) {
  esp_vf p = esp_fma(esp_set1(1.0f / 720), v, esp_set1(1.0f / 120));
  p = esp_fma(p, v, esp_set1(1.0f / 24));
  p = esp_fma(p, v, esp_set1(1.0f / 6));
  p = esp_fma(p, v, esp_set1(0.5f));
  p = esp_fma(p * v, v, v);
  return esp_select(esp_lt(esp_abs(v), esp_set1(0.25f)), p, esp_exp(v) - 1.0f);
}

// min(1, max(0, v)); NaN stays.
ESP_INLINE esp_vf esp_unit(esp_vf v) {
  return esp_min_second(esp_set1(1.0f), esp_max_second(esp_zero(), v));
}

#endif
