// SPDX-License-Identifier: Apache-2.0
#include "sum_chunks.h"

#include "vector.h"

// Elements of a tile.
#define ESP_SUM_CHUNKS_TILE 4096

static esp_int sum_chunks_tiles(const void* args) {
  const esp_sum_chunks_args* s = (const esp_sum_chunks_args*)args;
  return s->count <= 0 ? 0 : (s->count + ESP_SUM_CHUNKS_TILE - 1) / ESP_SUM_CHUNKS_TILE;
}

static size_t sum_chunks_scratch(const void* args) {
  (void)args;
  return 0;
}

static void sum_chunks_tile(const void* args, esp_int begin, esp_int end, void* scratch) {
  const esp_sum_chunks_args* s = (const esp_sum_chunks_args*)args;
  (void)scratch;
  const esp_int last = end * ESP_SUM_CHUNKS_TILE < s->count ? end * ESP_SUM_CHUNKS_TILE : s->count;
  const int start = s->accumulate || s->chunks <= 0;
  esp_int i = begin * ESP_SUM_CHUNKS_TILE;
  for (; i < last; i += ESP_WIDTH) {
    const esp_int lanes = last - i;
    const int full = lanes >= ESP_WIDTH;
    esp_vf sum = esp_zero();
    if (s->accumulate) sum = full ? esp_load(s->sum + i) : esp_load_part(s->sum + i, lanes);
    for (esp_int chunk = 0; chunk < s->chunks; ++chunk) {
      const float* from = s->partial + chunk * s->count + i;
      const esp_vf v = full ? esp_load(from) : esp_load_part(from, lanes);
      sum = chunk == 0 && !start ? v : sum + v;
    }
    if (full)
      esp_store(s->sum + i, sum);
    else
      esp_store_part(s->sum + i, sum, lanes);
  }
}

ESP_DEFINE_KERNEL(sum_chunks, ESP_SUM_CHUNKS_FIELDS)
