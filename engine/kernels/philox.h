// SPDX-License-Identifier: Apache-2.0
//
// Philox4x32-10, the counter-based random numbers of Salmon, Moraes, Dror and Shaw, "Parallel
// random numbers: as easy as 1, 2, 3" (2011). Also included by the engine's C++.
//
// A random word of the program is a pure function of (seed, node, step, index):
//   key     = low and high half of seed
//   counter = (block, low half of step, low and high half of node)
// Blocks go in groups of ESP_PHILOX_GROUP: word w of block 16 g + l has the index 64 g + 16 w + l.
// (So a group is made as vectors without shuffling.) Indices are below 2^34; steps repeat after
// 2^32.
#ifndef ESP_PHILOX_H
#define ESP_PHILOX_H

#include <stdint.h>

#define ESP_PHILOX_GROUP 16                      // blocks
#define ESP_PHILOX_WORDS (4 * ESP_PHILOX_GROUP)  // words of a group

// One of ten rounds; between them the key advances by the golden ratio and sqrt(3) - 1.
static inline void esp_philox_round(uint32_t* c0, uint32_t* c1, uint32_t* c2, uint32_t* c3,
                                    uint32_t k0, uint32_t k1) {
  const uint64_t p0 = (uint64_t)0xD2511F53u * *c0;
  const uint64_t p1 = (uint64_t)0xCD9E8D57u * *c2;
  const uint32_t n0 = (uint32_t)(p1 >> 32) ^ *c1 ^ k0;
  const uint32_t n2 = (uint32_t)(p0 >> 32) ^ *c3 ^ k1;
  *c0 = n0;
  *c1 = (uint32_t)p1;
  *c2 = n2;
  *c3 = (uint32_t)p0;
}

// The generator itself, as in the paper: out = philox(counter, key).
static inline void esp_philox4x32(const uint32_t counter[4], const uint32_t key[2],
                                  uint32_t out[4]) {
  uint32_t k0 = key[0], k1 = key[1];
  for (int i = 0; i < 4; ++i) out[i] = counter[i];
  for (int round = 0; round < 10; ++round) {
    esp_philox_round(&out[0], &out[1], &out[2], &out[3], k0, k1);
    k0 += 0x9E3779B9u;
    k1 += 0xBB67AE85u;
  }
}

// The ESP_PHILOX_WORDS words with indices [ESP_PHILOX_WORDS * group, ...).
static inline void esp_philox_group(uint64_t seed, uint64_t node, uint64_t step, uint32_t group,
                                    uint32_t* words) {
  // Ten rounds within the loop over lanes, so that compilers keep the lanes in vectors.
  for (uint32_t l = 0; l < ESP_PHILOX_GROUP; ++l) {
    uint32_t c0 = group * ESP_PHILOX_GROUP + l, c1 = (uint32_t)step;
    uint32_t c2 = (uint32_t)node, c3 = (uint32_t)(node >> 32);
    uint32_t k0 = (uint32_t)seed, k1 = (uint32_t)(seed >> 32);
    for (int round = 0; round < 10; ++round) {
      esp_philox_round(&c0, &c1, &c2, &c3, k0, k1);
      k0 += 0x9E3779B9u;
      k1 += 0xBB67AE85u;
    }
    words[l] = c0;
    words[ESP_PHILOX_GROUP + l] = c1;
    words[2 * ESP_PHILOX_GROUP + l] = c2;
    words[3 * ESP_PHILOX_GROUP + l] = c3;
  }
}

// A single word; for a few of them.
static inline uint32_t esp_philox_word(uint64_t seed, uint64_t node, uint64_t step,
                                       uint64_t index) {
  const uint64_t in_group = index % ESP_PHILOX_WORDS;
  const uint64_t block = index / ESP_PHILOX_WORDS * ESP_PHILOX_GROUP + in_group % ESP_PHILOX_GROUP;
  const uint32_t counter[4] = {(uint32_t)block, (uint32_t)step, (uint32_t)node,
                               (uint32_t)(node >> 32)};
  const uint32_t key[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
  uint32_t out[4];
  esp_philox4x32(counter, key, out);
  return out[in_group / ESP_PHILOX_GROUP];
}

// Uniform in [0, 1) with 24 bits.
static inline float esp_philox_uniform(uint32_t word) {
  return (float)(word >> 8) * (1.0f / 16777216.0f);
}

#endif
