// SPDX-License-Identifier: Apache-2.0
#include "partial.h"

#include "map.h"
#include "sum_block.h"

// ---- sum_squares ----
ESP_INLINE esp_vf sum_squares_term(const float* x, esp_int n) {
  const esp_vf v = esp_load_n(x, n);
  return v * v;
}

static float sum_squares_block(const float* x, esp_int count) {
  ESP_SUM_TERMS(count, sum_squares_term(x + i, n))
}

static esp_int sum_squares_tiles(const void* args) {
  return esp_chunks(((const esp_sum_squares_args*)args)->count);
}
ESP_NO_SCRATCH(sum_squares)
static void sum_squares_tile(const void* args, esp_int begin, esp_int end, void* scratch) {
  const esp_sum_squares_args* a = args;
  (void)scratch;
  for (esp_int t = begin; t < end; ++t) {
    const esp_int stop = esp_chunk_end(t + 1, a->count);
    double sum = 0.0;
    for (esp_int i = t * ESP_CHUNK; i < stop; i += ESP_SUM_BLOCK)
      sum += sum_squares_block(a->x + i, esp_int_min(stop - i, ESP_SUM_BLOCK));
    a->partial[t] = sum;
  }
}
ESP_DEFINE_KERNEL(sum_squares, ESP_SUM_SQUARES_FIELDS)

// ---- sum_partials, clip_factor ----
static double esp_sum_partials(const double* partial, esp_int count) {
  double sum = 0.0;
  for (esp_int i = 0; i < count; ++i) sum += partial[i];
  return sum;
}

static esp_int sum_partials_tiles(const void* args) {
  (void)args;
  return 1;
}
ESP_NO_SCRATCH(sum_partials)
static void sum_partials_tile(const void* args, esp_int begin, esp_int end, void* scratch) {
  const esp_sum_partials_args* a = args;
  (void)scratch;
  if (begin < end) a->y[0] = (float)(esp_sum_partials(a->partial, a->count) * (double)a->scale);
}
ESP_DEFINE_KERNEL(sum_partials, ESP_SUM_PARTIALS_FIELDS)

static esp_int clip_factor_tiles(const void* args) {
  (void)args;
  return 1;
}
ESP_NO_SCRATCH(clip_factor)
static void clip_factor_tile(const void* args, esp_int begin, esp_int end, void* scratch) {
  const esp_clip_factor_args* a = args;
  (void)scratch;
  if (begin >= end) return;
  const double norm = __builtin_sqrt(esp_sum_partials(a->partial, a->count));
  const double factor = (double)a->max_norm / (norm + 1e-6);
  a->norm[0] = (float)norm;
  a->factor[0] = a->max_norm <= 0.0f || factor > 1.0 ? 1.0f : (float)factor;
}
ESP_DEFINE_KERNEL(clip_factor, ESP_CLIP_FACTOR_FIELDS)

// ---- first_non_finite, first_index ----
// Whether one of the `count` floats at x is NaN or infinite: v - v is 0 for every other number.
static int has_non_finite(const float* x, esp_int count) {
  esp_vf odd = esp_zero();
  esp_int i = 0;
  for (; i + ESP_WIDTH <= count; i += ESP_WIDTH) {
    const esp_vf v = esp_load(x + i);
    odd += v - v;
  }
  if (i < count) {
    const esp_vf v = esp_load_part(x + i, count - i);
    odd += v - v;
  }
  return esp_sum(odd) != 0.0f;
}

static esp_int first_non_finite_tiles(const void* args) {
  return esp_chunks(((const esp_first_non_finite_args*)args)->count);
}
ESP_NO_SCRATCH(first_non_finite)
static void first_non_finite_tile(const void* args, esp_int begin, esp_int end, void* scratch) {
  const esp_first_non_finite_args* a = args;
  (void)scratch;
  for (esp_int t = begin; t < end; ++t) {
    const esp_int start = t * ESP_CHUNK, stop = esp_chunk_end(t + 1, a->count);
    a->partial[t] = -1;
    if (!has_non_finite(a->x + start, stop - start)) continue;
    esp_int i = start;
    while (i < stop && a->x[i] - a->x[i] == 0.0f) ++i;
    a->partial[t] = a->base + i;
  }
}
ESP_DEFINE_KERNEL(first_non_finite, ESP_FIRST_NON_FINITE_FIELDS)

static esp_int first_index_tiles(const void* args) {
  (void)args;
  return 1;
}
ESP_NO_SCRATCH(first_index)
static void first_index_tile(const void* args, esp_int begin, esp_int end, void* scratch) {
  const esp_first_index_args* a = args;
  int64_t first = -1;
  (void)scratch;
  if (begin >= end) return;
  for (esp_int i = 0; i < a->count; ++i)
    if (a->partial[i] >= 0 && (first < 0 || a->partial[i] < first)) first = a->partial[i];
  a->index[0] = first;
}
ESP_DEFINE_KERNEL(first_index, ESP_FIRST_INDEX_FIELDS)
