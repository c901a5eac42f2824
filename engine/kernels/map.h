// SPDX-License-Identifier: Apache-2.0
//
// Loops over flat arrays in vectors, the last of which may be partial. A step that handles `n`
// lanes is written once, as an inline function, and gets n = ESP_WIDTH (a constant) in the loop.
#ifndef ESP_MAP_H
#define ESP_MAP_H

#include "chunk.h"
#include "vector.h"

ESP_INLINE esp_vf esp_load_n(const float* p, esp_int n) {
  return n >= ESP_WIDTH ? esp_load(p) : esp_load_part(p, n);
}

// A masked store takes some twenty times as long as these pieces on AMD's processors with AVX2.
ESP_INLINE void esp_store_n(float* p, esp_vf v, esp_int n) {
  if (n >= ESP_WIDTH) {
    esp_store(p, v);
  } else {
#if ESP_WIDTH == 8
    float lanes[ESP_WIDTH];
    esp_store(lanes, v);
    esp_copy_part(p, lanes, n);
#else
    esp_store_part(p, v, n);
#endif
  }
}

// The low n lanes of v, `rest` in the others.
ESP_INLINE esp_vf esp_low_or(esp_vf v, esp_int n, float rest) {
  if (n >= ESP_WIDTH) return v;
  return esp_select(esp_lti(esp_lane_ids(), esp_set1i((int32_t)n)), v, esp_set1(rest));
}

// n bytes as integers, 0 in the lanes from n on.
ESP_INLINE esp_vi esp_load_bytes(const uint8_t* p, esp_int n) {
#if ESP_WIDTH == 1
  return n > 0 ? *p : 0;
#else
  uint8_t bytes[ESP_WIDTH] = {0};
  if (n >= ESP_WIDTH) {
    memcpy(bytes, p, ESP_WIDTH);
  } else {
    for (esp_int l = 0; l < n; ++l) bytes[l] = p[l];
  }
#if defined(__AVX512F__) && ESP_WIDTH == 16
  return (esp_vi)_mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i*)bytes));
#elif defined(__AVX2__) && ESP_WIDTH == 8
  return (esp_vi)_mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i*)bytes));
#elif defined(__SSE2__) && ESP_WIDTH == 4
  int32_t four;
  memcpy(&four, bytes, sizeof four);
  const __m128i zero = _mm_setzero_si128();
  const __m128i eight = _mm_unpacklo_epi8(_mm_cvtsi32_si128(four), zero);
  return (esp_vi)_mm_unpacklo_epi16(eight, zero);
#else
  int32_t lanes[ESP_WIDTH];
  for (int l = 0; l < ESP_WIDTH; ++l) lanes[l] = bytes[l];
  return esp_loadi(lanes);
#endif
#endif
}

// Defines name_tiles, name_scratch and name_tile of a kernel with a field `count` from
//   ESP_INLINE void name_step(const esp_name_args* a, esp_int i, esp_int n)
// which computes elements [i, i + n), n <= ESP_WIDTH.
#define ESP_MAP_KERNEL(name)                                                             \
  static esp_int name##_tiles(const void* args) {                                        \
    return esp_chunks(((const esp_##name##_args*)args)->count);                          \
  }                                                                                      \
  static size_t name##_scratch(const void* args) {                                       \
    (void)args;                                                                          \
    return 0;                                                                            \
  }                                                                                      \
  static void name##_tile(const void* args, esp_int begin, esp_int end, void* scratch) { \
    const esp_##name##_args a = *(const esp_##name##_args*)args;                         \
    const esp_int stop = esp_chunk_end(end, a.count);                                    \
    esp_int i = begin * ESP_CHUNK;                                                       \
    (void)scratch;                                                                       \
    for (; i + ESP_WIDTH <= stop; i += ESP_WIDTH) name##_step(&a, i, ESP_WIDTH);         \
    if (i < stop) name##_step(&a, i, stop - i);                                          \
  }

// A kernel y = f(x): `value` may use x, a vector, and a, the arguments.
#define ESP_MAP_FUNCTION(name, value)                                             \
  ESP_INLINE void name##_step(const esp_##name##_args* a, esp_int i, esp_int n) { \
    const esp_vf x = esp_load_n(a->x + i, n);                                     \
    esp_store_n(a->y + i, value, n);                                              \
  }                                                                               \
  ESP_MAP_KERNEL(name)

// name_scratch of a kernel that needs none.
#define ESP_NO_SCRATCH(name)                       \
  static size_t name##_scratch(const void* args) { \
    (void)args;                                    \
    return 0;                                      \
  }

#endif
