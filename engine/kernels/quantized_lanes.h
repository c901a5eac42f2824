// SPDX-License-Identifier: Apache-2.0
//
// Vectors for kernels on 8-bit integers: products summed exactly in 32 bits, and the one way in which
// all instruction sets bring a sum back to 8 bits (quantized.h says it in words).
//
// Products are taken ESP_Q_EACH at a time: with AVX-512 four of unsigned times signed bytes, which
// vpdpbusd adds without saturation; elsewhere two of 16-bit numbers (vpmaddwd), whose sum fits in 32
// bits whatever they are. vpmaddubsw, which saturates at 16 bits, is not used.
#ifndef ESP_QUANTIZED_LANES_H
#define ESP_QUANTIZED_LANES_H

#include "quantized.h"
#include "vector.h"

// ---- rounding ----
// The nearest integer, ties to even, for |v| <= 2^21: adding 1.5 * 2^23 leaves no bits behind the point.
#define ESP_Q_MAGIC 12582912.0f
#define ESP_Q_MAGIC_BITS 0x4B400000

ESP_INLINE int32_t esp_q_nearest(float v) {
  const float moved = v + ESP_Q_MAGIC;
  int32_t bits;
  memcpy(&bits, &moved, sizeof bits);
  return bits - ESP_Q_MAGIC_BITS;
}

ESP_INLINE esp_vi esp_q_nearest_vector(esp_vf v) {
  return esp_bits(v + esp_set1(ESP_Q_MAGIC)) - esp_set1i(ESP_Q_MAGIC_BITS);
}

// Sums to integers of the result, in [low, high]: nearest(sum * scale) + zero_point. The clamp stands
// between product and sum, so that no compiler joins them.
typedef struct esp_q_range {
  float low, high;  // of the result, less zero_point
  int32_t zero_point;
} esp_q_range;

ESP_INLINE esp_q_range esp_q_range_of(esp_int low, esp_int high, esp_int zero_point) {
  const esp_q_range r = {(float)(low - zero_point), (float)(high - zero_point),
                         (int32_t)zero_point};
  return r;
}

ESP_INLINE int32_t esp_q_scaled(int32_t sum, float scale, const esp_q_range* r) {
  float v = (float)sum * scale;
  v = v > r->low ? v : r->low;
  v = v < r->high ? v : r->high;
  return esp_q_nearest(v) + r->zero_point;
}

ESP_INLINE esp_vi esp_q_scaled_vector(esp_vi sum, esp_vf scale, const esp_q_range* r) {
  const esp_vf v = esp_max_second(esp_to_float(sum) * scale, esp_set1(r->low));
  return esp_q_nearest_vector(esp_min_second(v, esp_set1(r->high))) + esp_set1i(r->zero_point);
}

// ---- products ----
#define ESP_Q_EACH ESP_QUANTIZED_EACH(ESP_WIDTH)
#define ESP_Q_PANEL ESP_QUANTIZED_PANEL(ESP_WIDTH)
#define ESP_Q_VECS (ESP_Q_PANEL / ESP_WIDTH)

#if ESP_Q_EACH == 4
typedef uint8_t esp_qx;  // an input as products take it: as it is, 0 at the zero point's bits
#else
typedef int16_t esp_qx;  // less its zero point
#endif

// One vector of weights, ESP_Q_EACH for each lane, as products take them.
#if ESP_Q_EACH == 4 && defined(__AVX512VNNI__)
typedef __m512i esp_qw;
#elif ESP_Q_EACH == 2 && defined(__AVX2__) && ESP_WIDTH == 8
typedef __m256i esp_qw;
#elif ESP_Q_EACH == 2 && defined(__SSE2__) && ESP_WIDTH == 4
typedef __m128i esp_qw;
#else
#define ESP_Q_PLAIN 1
typedef struct esp_qw {
  int8_t v[ESP_WIDTH * ESP_Q_EACH];
} esp_qw;
#endif

ESP_INLINE esp_qw esp_q_weights(const int8_t* p) {
#if defined(ESP_Q_PLAIN)
  esp_qw w;
  memcpy(w.v, p, sizeof w.v);
  return w;
#elif ESP_Q_EACH == 4
  return _mm512_loadu_si512(p);
#elif defined(__AVX2__) && ESP_WIDTH == 8
  return _mm256_cvtepi8_epi16(_mm_loadu_si128((const __m128i*)p));
#else
  const __m128i bytes = _mm_loadl_epi64((const __m128i*)p);
  return _mm_srai_epi16(_mm_unpacklo_epi8(bytes, bytes), 8);
#endif
}

// sum + products of ESP_Q_EACH inputs from x on with each lane's weights.
ESP_INLINE esp_vi esp_q_dot(esp_vi sum, const esp_qx* x, esp_qw w) {
#if defined(ESP_Q_PLAIN)
  int32_t lanes[ESP_WIDTH];
  memcpy(lanes, &sum, sizeof lanes);
  for (int l = 0; l < ESP_WIDTH; ++l)
    for (int e = 0; e < ESP_Q_EACH; ++e)
      lanes[l] += (int32_t)x[e] * (int32_t)w.v[l * ESP_Q_EACH + e];
  memcpy(&sum, lanes, sizeof sum);
  return sum;
#else
  int32_t some;  // ESP_Q_EACH inputs are 32 bits
  memcpy(&some, x, sizeof some);
#if ESP_Q_EACH == 4
  return (esp_vi)_mm512_dpbusd_epi32((__m512i)sum, _mm512_set1_epi32(some), w);
#elif defined(__AVX2__) && ESP_WIDTH == 8
  return sum + (esp_vi)_mm256_madd_epi16(_mm256_set1_epi32(some), w);
#else
  return sum + (esp_vi)_mm_madd_epi16(_mm_set1_epi32(some), w);
#endif
#endif
}

// The low byte of each lane.
ESP_INLINE void esp_q_store(uint8_t* to, esp_vi v) {
#if defined(__AVX512F__) && ESP_WIDTH == 16
  _mm_storeu_si128((__m128i*)to, _mm512_cvtepi32_epi8((__m512i)v));
#elif defined(__AVX2__) && ESP_WIDTH == 8
  const __m256i low = _mm256_and_si256((__m256i)v, _mm256_set1_epi32(255));
  const __m256i words = _mm256_packs_epi32(low, low);
  const __m128i eight =
      _mm_unpacklo_epi64(_mm256_castsi256_si128(words), _mm256_extracti128_si256(words, 1));
  _mm_storel_epi64((__m128i*)to, _mm_packus_epi16(eight, eight));
#elif defined(__SSE2__) && ESP_WIDTH == 4
  const __m128i low = _mm_and_si128((__m128i)v, _mm_set1_epi32(255));
  const __m128i words = _mm_packs_epi32(low, low);
  const int32_t four = _mm_cvtsi128_si32(_mm_packus_epi16(words, words));
  memcpy(to, &four, sizeof four);
#else
  int32_t lanes[ESP_WIDTH];
  memcpy(lanes, &v, sizeof lanes);
  for (int l = 0; l < ESP_WIDTH; ++l) to[l] = (uint8_t)lanes[l];
#endif
}

#endif
