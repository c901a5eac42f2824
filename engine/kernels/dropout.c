// SPDX-License-Identifier: Apache-2.0
#include "dropout.h"

#include "map.h"
#include "philox.h"

static float dropout_scale(float ratio) {
  if (ratio <= 0.0f) return 1.0f;
  return ratio < 1.0f ? 1.0f / (1.0f - ratio) : 0.0f;
}

static esp_int dropout_tiles(const void* args) {
  return esp_chunks(((const esp_dropout_args*)args)->count);
}
ESP_NO_SCRATCH(dropout)

// esp_philox_group in vectors of 64-bit lanes. Multiplications take the low half of a lane, so that
// the upper half may hold anything.
#if ESP_WIDTH >= 4 && defined(__SSE2__)
typedef uint64_t esp_wide __attribute__((vector_size(ESP_WIDTH * 4)));

ESP_INLINE esp_wide dropout_multiply(esp_wide a, uint32_t b) {
#if defined(__AVX512F__) && ESP_WIDTH == 16
  return (esp_wide)_mm512_mul_epu32((__m512i)a, _mm512_set1_epi64((int64_t)b));
#elif defined(__AVX2__) && ESP_WIDTH == 8
  return (esp_wide)_mm256_mul_epu32((__m256i)a, _mm256_set1_epi64x((int64_t)b));
#elif ESP_WIDTH == 4
  return (esp_wide)_mm_mul_epu32((__m128i)a, _mm_set1_epi64x((int64_t)b));
#else
  return (a & 0xffffffffu) * (uint64_t)b;
#endif
}

static void dropout_words(uint64_t seed, uint64_t node, uint64_t step, uint32_t group,
                          uint32_t* words) {
  static const uint64_t ids[ESP_PHILOX_GROUP] = {0, 1, 2,  3,  4,  5,  6,  7,
                                                 8, 9, 10, 11, 12, 13, 14, 15};
  uint64_t lanes[ESP_PHILOX_WORDS];
  for (int l = 0; l < ESP_PHILOX_GROUP; l += ESP_WIDTH / 2) {
    const esp_wide zero = {0};
    esp_wide c0, c1 = zero + step, c2 = zero + node, c3 = zero + (node >> 32);
    uint32_t k0 = (uint32_t)seed, k1 = (uint32_t)(seed >> 32);
    memcpy(&c0, ids + l, sizeof c0);
    c0 += (uint64_t)group * ESP_PHILOX_GROUP;
    for (int round = 0; round < 10; ++round) {
      const esp_wide p0 = dropout_multiply(c0, 0xD2511F53u), p1 = dropout_multiply(c2, 0xCD9E8D57u);
      c0 = (p1 >> 32) ^ c1 ^ (uint64_t)k0;
      c2 = (p0 >> 32) ^ c3 ^ (uint64_t)k1;
      c1 = p1;
      c3 = p0;
      k0 += 0x9E3779B9u;
      k1 += 0xBB67AE85u;
    }
    memcpy(lanes + l, &c0, sizeof c0);
    memcpy(lanes + ESP_PHILOX_GROUP + l, &c1, sizeof c1);
    memcpy(lanes + 2 * ESP_PHILOX_GROUP + l, &c2, sizeof c2);
    memcpy(lanes + 3 * ESP_PHILOX_GROUP + l, &c3, sizeof c3);
  }
  for (int i = 0; i < ESP_PHILOX_WORDS; ++i) words[i] = (uint32_t)lanes[i];
}
#else
#define dropout_words esp_philox_group
#endif

// A chunk is a whole number of groups of random words.
static void dropout_tile(const void* args, esp_int begin, esp_int end, void* scratch) {
  const esp_dropout_args* a = args;
  const esp_int stop = esp_chunk_end(end, a->count);
  const uint64_t seed = (uint64_t)a->seed[0], step = (uint64_t)a->step[0];
  const uint64_t node = (uint64_t)(int64_t)a->node;
  const int some = a->ratio < 1.0f;
  const uint32_t limit = a->ratio > 0.0f && some ? (uint32_t)((double)a->ratio * 4294967296.0) : 0;
  const float scale = dropout_scale(a->ratio);
  // Unsigned numbers are compared as signed ones with the top bit turned.
  const esp_vi top = esp_set1i((int32_t)0x80000000u);
  const esp_vi signed_limit = esp_set1i((int32_t)limit) ^ top, kept = esp_set1i(-some);
  (void)scratch;
  for (esp_int i = begin * ESP_CHUNK; i < stop; i += ESP_PHILOX_WORDS) {
    uint32_t words[ESP_PHILOX_WORDS];
    uint8_t keep[ESP_PHILOX_WORDS];
    const esp_int count = esp_int_min(stop - i, ESP_PHILOX_WORDS);
    dropout_words(seed, node, step, (uint32_t)(i / ESP_PHILOX_WORDS), words);
    for (int j = 0; j < ESP_PHILOX_WORDS; ++j) keep[j] = (words[j] >= limit) & some;
    memcpy(a->mask + i, keep, (size_t)count);
    for (esp_int j = 0; j < count; j += ESP_WIDTH) {
      const esp_int n = esp_int_min(count - j, ESP_WIDTH);
      const esp_vi word = esp_loadi((const int32_t*)words + j) ^ top;
      const esp_vf x = esp_load_n(a->x + i + j, n);
      esp_store_n(a->y + i + j, esp_keep(kept & ~esp_lti(word, signed_limit), x * scale), n);
    }
  }
}
ESP_DEFINE_KERNEL(dropout, ESP_DROPOUT_FIELDS)

ESP_INLINE void dropout_grad_step(const esp_dropout_grad_args* a, esp_int i, esp_int n) {
  const esp_vi dropped = esp_eq(esp_to_float(esp_load_bytes(a->mask + i, n)), esp_zero());
  const esp_vf dy = esp_load_n(a->dy + i, n);
  esp_store_n(a->dx + i, esp_keep(~dropped, dy * dropout_scale(a->ratio)), n);
}
ESP_MAP_KERNEL(dropout_grad)
ESP_DEFINE_KERNEL(dropout_grad, ESP_DROPOUT_GRAD_FIELDS)
