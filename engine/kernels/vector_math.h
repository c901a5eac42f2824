// SPDX-License-Identifier: Apache-2.0
//
// exp, log, tanh and sigmoid of vectors, the same formulas for every width and target. Relative
// error at most 3e-7 over the whole range (sigmoid and tanh: 5e-7), infinities, NaN and denormal
// results included. A target without fused multiply-add may differ in the last bit.
#ifndef ESP_VECTOR_MATH_H
#define ESP_VECTOR_MATH_H

#include "vector_lanes.h"

// 2^n for -126 <= n <= 127.
ESP_INLINE esp_vf esp_exp2_int(esp_vi n) { return esp_from_bits((n + 127) << 23); }

// exp(v): 0 below -104, +inf above 88.8; between them v = n ln 2 + r, |r| <= ln 2 / 2, and a
// polynomial in r. 2^n is applied in two halves, so that results may be denormal.
ESP_INLINE esp_vf esp_exp(esp_vf v) {
  const esp_vf magic = esp_set1(12582912.0f);  // 1.5 * 2^23: adding it rounds to a whole number
  v = esp_min_second(esp_set1(89.0f), esp_max_second(esp_set1(-105.0f), v));  // keeps NaN
  const esp_vf shifted = v * 1.44269504f + magic;
  const esp_vi n = esp_bits(shifted) - esp_bits(magic);
  const esp_vf whole = shifted - magic;
  const esp_vf r = (v - whole * 0.693359375f) - whole * -2.12194440e-4f;
  esp_vf p = esp_fma(esp_set1(1.39261818e-3f), r, esp_set1(8.36317763e-3f));
  p = esp_fma(p, r, esp_set1(4.16665546e-2f));
  p = esp_fma(p, r, esp_set1(1.66665770e-1f));
  p = esp_fma(p, r, esp_set1(0.5f));
  p = esp_fma(p, r * r, r) + 1.0f;
  const esp_vi half = n >> 1;
  return p * esp_exp2_int(half) * esp_exp2_int(n - half);
}

// Natural logarithm: -inf for 0, NaN below.
ESP_INLINE esp_vf esp_log(esp_vf v) {
  const esp_vi tiny = esp_lt(v, esp_set1(1.17549435e-38f));
  const esp_vf scaled = esp_select(tiny, v * 8388608.0f, v);
  // Exponent such that the mantissa lies in [sqrt(1/2), sqrt(2)).
  const esp_vi bits = esp_bits(esp_abs(scaled)) - 0x3f3504f3;  // below 0 the result is NaN anyway
  const esp_vf e = esp_to_float((bits >> 23) - (tiny & 23));
  const esp_vf f = esp_from_bits((bits & 0x7fffff) + 0x3f3504f3) - 1.0f;
  esp_vf p = esp_fma(esp_set1(6.97161147e-2f), f, esp_set1(-1.14797338e-1f));
  p = esp_fma(p, f, esp_set1(1.16854199e-1f));
  p = esp_fma(p, f, esp_set1(-1.24256873e-1f));
  p = esp_fma(p, f, esp_set1(1.42490576e-1f));
  p = esp_fma(p, f, esp_set1(-1.66678023e-1f));
  p = esp_fma(p, f, esp_set1(2.00007157e-1f));
  p = esp_fma(p, f, esp_set1(-2.49999970e-1f));
  p = esp_fma(p, f, esp_set1(3.33333312e-1f));
  const esp_vf f2 = f * f;
  p = p * f * f2;
  p = esp_fma(e, esp_set1(-2.12194440e-4f), p);
  p = esp_fma(f2, esp_set1(-0.5f), p);
  esp_vf log = esp_fma(e, esp_set1(0.693359375f), f + p);
  const esp_vf infinity = esp_set1(__builtin_inff());
  log = esp_select(esp_lt(v, infinity), log, v);  // +inf and NaN are their own logarithm
  log = esp_select(esp_eq(v, esp_zero()), -infinity, log);
  return esp_select(esp_lt(v, esp_zero()), esp_set1(__builtin_nanf("")), log);
}

ESP_INLINE esp_vf esp_tanh(esp_vf v) {
  const esp_vf size = esp_abs(v);
  const esp_vf z = v * v;
  esp_vf p = esp_fma(esp_set1(-6.09671416e-3f), z, esp_set1(2.09971790e-2f));
  p = esp_fma(p, z, esp_set1(-5.38509096e-2f));
  p = esp_fma(p, z, esp_set1(1.33327697e-1f));
  p = esp_fma(p, z, esp_set1(-3.33333289e-1f));
  const esp_vf small = esp_fma(p * z, v, v);
  const esp_vf large = 1.0f - 2.0f / (esp_exp(size + size) + 1.0f);
  const esp_vi sign = esp_bits(v) & esp_set1i((int32_t)0x80000000u);
  return esp_select(esp_lt(size, esp_set1(0.625f)), small, esp_from_bits(esp_bits(large) | sign));
}

// 1 / (1 + exp(-v)), without loss for large negative v.
ESP_INLINE esp_vf esp_sigmoid(esp_vf v) {
  const esp_vf e = esp_exp(-esp_abs(v));
  return esp_select(esp_lt(v, esp_zero()), e, esp_set1(1.0f)) / (e + 1.0f);
}

#endif
