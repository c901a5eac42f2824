// SPDX-License-Identifier: Apache-2.0
//
// Vectors of ESP_WIDTH floats by the vector extensions of GCC and Clang. With ESP_WIDTH 1 they are
// plain numbers. +, -, *, / and, on esp_vi, the bit operators work on vectors as they stand; all
// else is a function here. The few intrinsics below are for what neither compiler finds by itself.
#ifndef ESP_VECTOR_LANES_H
#define ESP_VECTOR_LANES_H

// All functions are static: how vectors are passed is nobody else's business.
#ifdef __GNUC__
#pragma GCC diagnostic ignored "-Wpsabi"
#endif

#include <stdint.h>
#include <string.h>

#include "kernel.h"
#include "vector_shuffle.h"

#if defined(__SSE2__) && ESP_WIDTH > 1
#include <immintrin.h>
#endif

#define ESP_INLINE static inline __attribute__((always_inline, unused))

#if ESP_WIDTH == 1
typedef float esp_vf;
typedef int32_t esp_vi;
#else
typedef float esp_vf __attribute__((vector_size(ESP_WIDTH * 4)));
typedef int32_t esp_vi __attribute__((vector_size(ESP_WIDTH * 4)));
#endif

// ---- constants, bits ----
ESP_INLINE esp_vf esp_zero(void) {
#if ESP_WIDTH == 1
  return 0.0f;
#else
  return (esp_vf){0};
#endif
}

ESP_INLINE esp_vf esp_set1(float v) { return v - esp_zero(); }

ESP_INLINE esp_vi esp_set1i(int32_t v) {
#if ESP_WIDTH == 1
  return v;
#else
  return v - (esp_vi){0};
#endif
}

// 0, 1, 2, ...
ESP_INLINE esp_vi esp_lane_ids(void) {
  const esp_vi ids = {ESP_LANE_IDS};
  return ids;
}

ESP_INLINE esp_vi esp_bits(esp_vf v) {
  esp_vi bits;
  memcpy(&bits, &v, sizeof bits);
  return bits;
}

ESP_INLINE esp_vf esp_from_bits(esp_vi bits) {
  esp_vf v;
  memcpy(&v, &bits, sizeof v);
  return v;
}

// Nearest numbers of the other kind; floats are cut towards zero and must fit.
ESP_INLINE esp_vi esp_to_int(esp_vf v) {
#if ESP_WIDTH == 1
  return (int32_t)v;
#else
  return __builtin_convertvector(v, esp_vi);
#endif
}

ESP_INLINE esp_vf esp_to_float(esp_vi v) {
#if ESP_WIDTH == 1
  return (float)v;
#else
  return __builtin_convertvector(v, esp_vf);
#endif
}

// ---- comparisons: lanes of all ones or all zeros; unordered is false, but true for esp_ne ----
#if ESP_WIDTH == 1
#define ESP_COMPARE(op, a, b) (-(esp_vi)((a)op(b)))
#else
#define ESP_COMPARE(op, a, b) ((esp_vi)((a)op(b)))
#endif
ESP_INLINE esp_vi esp_lt(esp_vf a, esp_vf b) { return ESP_COMPARE(<, a, b); }
ESP_INLINE esp_vi esp_le(esp_vf a, esp_vf b) { return ESP_COMPARE(<=, a, b); }
ESP_INLINE esp_vi esp_gt(esp_vf a, esp_vf b) { return ESP_COMPARE(>, a, b); }
ESP_INLINE esp_vi esp_ge(esp_vf a, esp_vf b) { return ESP_COMPARE(>=, a, b); }
ESP_INLINE esp_vi esp_eq(esp_vf a, esp_vf b) { return ESP_COMPARE(==, a, b); }
ESP_INLINE esp_vi esp_ne(esp_vf a, esp_vf b) { return ESP_COMPARE(!=, a, b); }
ESP_INLINE esp_vi esp_lti(esp_vi a, esp_vi b) { return ESP_COMPARE(<, a, b); }

// mask ? a : b, lane by lane; mask is all ones or all zeros.
ESP_INLINE esp_vf esp_select(esp_vi mask, esp_vf a, esp_vf b) {
#if defined(__AVX512F__) && ESP_WIDTH == 16
  return esp_from_bits((mask & esp_bits(a)) | (~mask & esp_bits(b)));
#elif defined(__AVX__) && ESP_WIDTH == 8
  return (esp_vf)_mm256_blendv_ps((__m256)b, (__m256)a, (__m256)esp_from_bits(mask));
#else
  return esp_from_bits((mask & esp_bits(a)) | (~mask & esp_bits(b)));
#endif
}

// a where mask is set, else 0.
ESP_INLINE esp_vf esp_keep(esp_vi mask, esp_vf a) { return esp_from_bits(mask & esp_bits(a)); }

// ---- memory: any alignment, never a byte past what is named ----
ESP_INLINE esp_vf esp_load(const float* p) {
  esp_vf v;
  memcpy(&v, p, sizeof v);
  return v;
}

ESP_INLINE void esp_store(float* p, esp_vf v) { memcpy(p, &v, sizeof v); }

ESP_INLINE esp_vi esp_loadi(const int32_t* p) {
  esp_vi v;
  memcpy(&v, p, sizeof v);
  return v;
}

ESP_INLINE void esp_storei(int32_t* p, esp_vi v) { memcpy(p, &v, sizeof v); }

// Copies the `count` low floats (0 <= count <= ESP_WIDTH) between arrays that do not overlap.
ESP_INLINE void esp_copy_part(float* to, const float* from, esp_int count) {
  esp_int at = 0;
  if (count >= ESP_WIDTH) {
    memcpy(to, from, ESP_WIDTH * sizeof *to);
    return;
  }
  if (ESP_WIDTH > 8 && count & 8) memcpy(to, from, 32), at = 8;
  if (ESP_WIDTH > 4 && count & 4) memcpy(to + at, from + at, 16), at += 4;
  if (ESP_WIDTH > 2 && count & 2) memcpy(to + at, from + at, 8), at += 2;
  if (ESP_WIDTH > 1 && count & 1) memcpy(to + at, from + at, 4);
}

// The `count` low lanes from p, the rest 0; 0 <= count <= ESP_WIDTH.
ESP_INLINE esp_vf esp_load_part(const float* p, esp_int count) {
#if defined(__AVX512F__) && ESP_WIDTH == 16
  return (esp_vf)_mm512_maskz_loadu_ps((__mmask16)((1u << count) - 1u), p);
#elif defined(__AVX2__) && ESP_WIDTH == 8
  return (esp_vf)_mm256_maskload_ps(p, (__m256i)esp_lti(esp_lane_ids(), esp_set1i((int32_t)count)));
#elif ESP_WIDTH == 1
  return count > 0 ? *p : 0.0f;
#else
  float lanes[ESP_WIDTH] = {0};
  esp_copy_part(lanes, p, count);
  return esp_load(lanes);
#endif
}

// Some lanes of a vector, [from, to): made once, for many loads.
typedef struct esp_lanes {
  int from, to;
#if defined(__AVX2__) && ESP_WIDTH == 8
  esp_vi mask;
#endif
} esp_lanes;

ESP_INLINE esp_lanes esp_lanes_of(esp_int from, esp_int to) {
  esp_lanes l;
  l.from = from < 0 ? 0 : from > ESP_WIDTH ? ESP_WIDTH : (int)from;
  l.to = to < l.from ? l.from : to > ESP_WIDTH ? ESP_WIDTH : (int)to;
#if defined(__AVX2__) && ESP_WIDTH == 8
  l.mask = esp_lti(esp_lane_ids(), esp_set1i(l.to)) & ~esp_lti(esp_lane_ids(), esp_set1i(l.from));
#endif
  return l;
}

// These lanes from p, the rest 0; p itself may lie outside of the array.
ESP_INLINE esp_vf esp_load_lanes(const float* p, const esp_lanes* l) {
#if defined(__AVX512F__) && ESP_WIDTH == 16
  return (esp_vf)_mm512_maskz_loadu_ps((__mmask16)((1u << l->to) - (1u << l->from)), p);
#elif defined(__AVX2__) && ESP_WIDTH == 8
  return (esp_vf)_mm256_maskload_ps(p, (__m256i)l->mask);
#elif ESP_WIDTH == 1
  return l->from < l->to ? *p : 0.0f;
#else
  if (l->to - l->from == ESP_WIDTH) return esp_load(p);
  float lanes[ESP_WIDTH] = {0};
  esp_copy_part(lanes + l->from, p + l->from, l->to - l->from);
  return esp_load(lanes);
#endif
}

// Stores the `count` low lanes; 0 <= count <= ESP_WIDTH.
ESP_INLINE void esp_store_part(float* p, esp_vf v, esp_int count) {
#if defined(__AVX512F__) && ESP_WIDTH == 16
  _mm512_mask_storeu_ps(p, (__mmask16)((1u << count) - 1u), (__m512)v);
#elif defined(__AVX__) && ESP_WIDTH == 8
  // Not by a masked store, which takes some 40 steps on AMD's processors.
  if (count >= 8) {
    esp_store(p, v);
    return;
  }
  __m128 part = _mm256_castps256_ps128((__m256)v);
  if (count & 4) {
    _mm_storeu_ps(p, part);
    part = _mm256_extractf128_ps((__m256)v, 1);
    p += 4;
  }
  if (count & 2) {
    _mm_storel_pi((__m64*)p, part);
    part = _mm_movehl_ps(part, part);
    p += 2;
  }
  if (count & 1) _mm_store_ss(p, part);
#elif ESP_WIDTH == 1
  if (count > 0) *p = v;
#else
  float lanes[ESP_WIDTH];
  esp_store(lanes, v);
  esp_copy_part(p, lanes, count);
#endif
}

// ---- arithmetic ----
// a * b + c, rounded once where the target can.
ESP_INLINE esp_vf esp_fma(esp_vf a, esp_vf b, esp_vf c) { return a * b + c; }

ESP_INLINE esp_vf esp_abs(esp_vf v) { return esp_from_bits(esp_bits(v) & esp_set1i(0x7fffffff)); }

// a > b ? a : b; so b if either is NaN.
ESP_INLINE esp_vf esp_max_second(esp_vf a, esp_vf b) {
#if defined(__AVX512F__) && ESP_WIDTH == 16
  return (esp_vf)_mm512_max_ps((__m512)a, (__m512)b);
#elif defined(__AVX__) && ESP_WIDTH == 8
  return (esp_vf)_mm256_max_ps((__m256)a, (__m256)b);
#elif defined(__SSE2__) && ESP_WIDTH == 4
  return (esp_vf)_mm_max_ps((__m128)a, (__m128)b);
#elif ESP_WIDTH == 1
  return a > b ? a : b;
#else
  return esp_select(esp_gt(a, b), a, b);
#endif
}

// a < b ? a : b; so b if either is NaN.
ESP_INLINE esp_vf esp_min_second(esp_vf a, esp_vf b) {
#if defined(__AVX512F__) && ESP_WIDTH == 16
  return (esp_vf)_mm512_min_ps((__m512)a, (__m512)b);
#elif defined(__AVX__) && ESP_WIDTH == 8
  return (esp_vf)_mm256_min_ps((__m256)a, (__m256)b);
#elif defined(__SSE2__) && ESP_WIDTH == 4
  return (esp_vf)_mm_min_ps((__m128)a, (__m128)b);
#elif ESP_WIDTH == 1
  return a < b ? a : b;
#else
  return esp_select(esp_lt(a, b), a, b);
#endif
}

// Greatest and least; NaN if either is NaN.
ESP_INLINE esp_vf esp_max(esp_vf a, esp_vf b) {
  return esp_select(esp_ne(a, a), a, esp_max_second(a, b));
}
ESP_INLINE esp_vf esp_min(esp_vf a, esp_vf b) {
  return esp_select(esp_ne(a, a), a, esp_min_second(a, b));
}

ESP_INLINE esp_vf esp_sqrt(esp_vf v) {
#if defined(__AVX512F__) && ESP_WIDTH == 16
  return (esp_vf)_mm512_sqrt_ps((__m512)v);
#elif defined(__AVX__) && ESP_WIDTH == 8
  return (esp_vf)_mm256_sqrt_ps((__m256)v);
#elif defined(__SSE2__) && ESP_WIDTH == 4
  return (esp_vf)_mm_sqrt_ps((__m128)v);
#else
  float lanes[ESP_WIDTH];
  esp_store(lanes, v);
  for (int i = 0; i < ESP_WIDTH; ++i) lanes[i] = __builtin_sqrtf(lanes[i]);
  return esp_load(lanes);
#endif
}

// ---- across lanes ----
ESP_INLINE esp_vf esp_add(esp_vf a, esp_vf b) { return a + b; }

// Sum, greatest and least of the lanes; NaN if a lane is NaN.
ESP_INLINE float esp_sum(esp_vf v) {
#if ESP_WIDTH > 1
  ESP_FOLD_ALL(v, esp_add)
#endif
  return ESP_LANE_0(v);
}

ESP_INLINE float esp_max_lane(esp_vf v) {
#if ESP_WIDTH > 1
  ESP_FOLD_ALL(v, esp_max)
#endif
  return ESP_LANE_0(v);
}

ESP_INLINE float esp_min_lane(esp_vf v) {
#if ESP_WIDTH > 1
  ESP_FOLD_ALL(v, esp_min)
#endif
  return ESP_LANE_0(v);
}

#endif
