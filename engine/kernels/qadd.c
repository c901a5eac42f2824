// SPDX-License-Identifier: Apache-2.0
#include "map.h"
#include "quantized.h"
#include "quantized_lanes.h"

// ---- qadd ----
static esp_int qadd_tiles(const void* args) {
  return esp_chunks(((const esp_qadd_args*)args)->count);
}
ESP_NO_SCRATCH(qadd)

#define ESP_QADD_MOST 1048576.0f

ESP_INLINE float qadd_term(uint8_t byte, uint8_t flip, int32_t zero, float scale) {
  float v = (float)((int32_t)(byte ^ flip) - zero) * scale;
  v = v > -ESP_QADD_MOST ? v : -ESP_QADD_MOST;
  return v < ESP_QADD_MOST ? v : ESP_QADD_MOST;
}

static void qadd_run(const esp_qadd_args* g, const uint8_t* a, const uint8_t* b, uint8_t* y,
                     esp_int count) {
  const uint8_t flip_a = g->a_signed ? 0x80 : 0, flip_b = g->b_signed ? 0x80 : 0;
  const int32_t zero_a = (int32_t)g->a_zero_point + flip_a,
                zero_b = (int32_t)g->b_zero_point + flip_b;
  const float scale_a = g->a_scale, scale_b = g->b_scale;
  const esp_q_range r = esp_q_range_of(g->low, g->high, g->y_zero_point);
  for (esp_int i = 0; i < count; ++i) {
    float v = qadd_term(a[i], flip_a, zero_a, scale_a) + qadd_term(b[i], flip_b, zero_b, scale_b);
    v = v > r.low ? v : r.low;
    v = v < r.high ? v : r.high;
    y[i] = (uint8_t)(esp_q_nearest(v) + r.zero_point);
  }
}

static void qadd_tile(const void* args, esp_int begin, esp_int end, void* scratch) {
  const esp_qadd_args* a = args;
  const esp_int stop = esp_chunk_end(end, a->count);
  (void)scratch;
  for (esp_int i = begin * ESP_CHUNK; i < stop;) {
    const esp_int at = i % a->b_count;
    const esp_int some = a->b_count - at < stop - i ? a->b_count - at : stop - i;
    qadd_run(a, a->a + i, a->b + at, a->y + i, some);
    i += some;
  }
}
ESP_DEFINE_KERNEL(qadd, ESP_QADD_FIELDS)

// ---- qtable ----
static esp_int qtable_tiles(const void* args) {
  return esp_chunks(((const esp_qtable_args*)args)->count);
}
ESP_NO_SCRATCH(qtable)

static void qtable_tile(const void* args, esp_int begin, esp_int end, void* scratch) {
  const esp_qtable_args* a = args;
  const esp_int stop = esp_chunk_end(end, a->count);
  (void)scratch;
  for (esp_int i = begin * ESP_CHUNK; i < stop; ++i) a->y[i] = a->table[a->x[i]];
}
ESP_DEFINE_KERNEL(qtable, ESP_QTABLE_FIELDS)
