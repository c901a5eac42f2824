// SPDX-License-Identifier: Apache-2.0
#include "batch_norm_infer.h"

#include "map.h"

// Rows of stride 1 that are handled at once: planes, or if S is 1 rows of channels.
static esp_int batch_norm_infer_row(const esp_batch_norm_infer_args* a) {
  return a->spatial == 1 ? a->channels : a->spatial;
}

static esp_int batch_norm_infer_rows(const esp_batch_norm_infer_args* a) {
  return a->spatial == 1 ? a->batch : a->batch * a->channels;
}

static esp_int batch_norm_infer_per_tile(const esp_batch_norm_infer_args* a) {
  return esp_int_max(1, ESP_CHUNK / esp_int_max(1, batch_norm_infer_row(a)));
}

static esp_int batch_norm_infer_tiles(const void* args) {
  const esp_batch_norm_infer_args* a = args;
  if (batch_norm_infer_row(a) == 0) return 0;
  return esp_ceil_div(batch_norm_infer_rows(a), batch_norm_infer_per_tile(a));
}

// Factor and summand of every channel, if they are needed side by side.
static size_t batch_norm_infer_scratch(const void* args) {
  const esp_batch_norm_infer_args* a = args;
  return a->spatial == 1 ? 2 * (size_t)a->channels * sizeof(float) : 0;
}

static void batch_norm_infer_affine(const esp_batch_norm_infer_args* a, esp_int c, float* factor,
                                    float* summand) {
  *factor = a->scale[c];
  *summand = a->bias[c];
  if (!a->mean) return;
  *factor /= __builtin_sqrtf(a->var[c] + a->epsilon);
  *summand -= a->mean[c] * *factor;
}

ESP_INLINE void batch_norm_infer_step(const esp_batch_norm_infer_args* a, esp_int i, esp_int n,
                                      esp_vf factor, esp_vf summand) {
  esp_vf v = esp_fma(esp_load_n(a->x + i, n), factor, summand);
  if (a->residual) v += esp_load_n(a->residual + i, n);
  esp_store_n(a->y + i, esp_activate(v, a->activation, a->act_alpha, a->act_beta), n);
}

static void batch_norm_infer_plane(const esp_batch_norm_infer_args* args, esp_int i, esp_int stop,
                                   float factor, float summand) {
  const esp_batch_norm_infer_args a = *args;
  const esp_vf f = esp_set1(factor), s = esp_set1(summand);
  for (; i + ESP_WIDTH <= stop; i += ESP_WIDTH) batch_norm_infer_step(&a, i, ESP_WIDTH, f, s);
  if (i < stop) batch_norm_infer_step(&a, i, stop - i, f, s);
}

static void batch_norm_infer_columns(const esp_batch_norm_infer_args* args, esp_int row,
                                     const float* factor, const float* summand) {
  const esp_batch_norm_infer_args a = *args;
  const esp_int at = row * a.channels;
  esp_int c = 0;
  for (; c + ESP_WIDTH <= a.channels; c += ESP_WIDTH)
    batch_norm_infer_step(&a, at + c, ESP_WIDTH, esp_load(factor + c), esp_load(summand + c));
  if (c < a.channels) {
    const esp_int n = a.channels - c;
    batch_norm_infer_step(&a, at + c, n, esp_load_part(factor + c, n),
                          esp_load_part(summand + c, n));
  }
}

static void batch_norm_infer_tile(const void* args, esp_int begin, esp_int end, void* scratch) {
  const esp_batch_norm_infer_args* a = args;
  const esp_int per_tile = batch_norm_infer_per_tile(a);
  const esp_int stop = esp_int_min(end * per_tile, batch_norm_infer_rows(a));
  float* factor = scratch;
  float* summand = factor ? factor + a->channels : 0;
  if (a->spatial == 1)
    for (esp_int c = 0; c < a->channels; ++c)
      batch_norm_infer_affine(a, c, factor + c, summand + c);
  for (esp_int row = begin * per_tile; row < stop; ++row) {
    if (a->spatial == 1) {
      batch_norm_infer_columns(a, row, factor, summand);
    } else {
      float f, s;
      batch_norm_infer_affine(a, row % a->channels, &f, &s);
      batch_norm_infer_plane(a, row * a->spatial, (row + 1) * a->spatial, f, s);
    }
  }
}
ESP_DEFINE_KERNEL(batch_norm_infer, ESP_BATCH_NORM_INFER_FIELDS)
