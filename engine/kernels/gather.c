// SPDX-License-Identifier: Apache-2.0
#include "gather.h"

#include "map.h"

#define ESP_GATHER_COLUMNS 256

static esp_int gather_index(const uint8_t* indices, esp_int size, esp_int i, esp_int axis) {
  int64_t k;
  if (size == 8) {
    memcpy(&k, indices + i * 8, 8);
  } else {
    int32_t small;
    memcpy(&small, indices + i * 4, 4);
    k = small;
  }
  if (k < 0) k += axis;
  return k < 0 ? 0 : k >= axis ? axis - 1 : (esp_int)k;
}

// ---- gather ----
static esp_int gather_rows_a_tile(esp_int inner) {
  return esp_int_max(1, ESP_CHUNK / esp_int_max(1, inner));
}
static esp_int gather_tiles(const void* args) {
  const esp_gather_args* a = args;
  if (a->inner == 0) return 0;
  return esp_ceil_div(a->outer * a->count, gather_rows_a_tile(a->inner));
}
ESP_NO_SCRATCH(gather)
static void gather_tile(const void* args, esp_int begin, esp_int end, void* scratch) {
  const esp_gather_args* a = args;
  const esp_int rows = gather_rows_a_tile(a->inner), bytes = a->inner * a->size;
  const esp_int stop = esp_int_min(end * rows, a->outer * a->count);
  (void)scratch;
  for (esp_int r = begin * rows; r < stop; ++r) {
    const esp_int o = r / a->count;
    const esp_int k = gather_index(a->indices, a->index_size, r % a->count, a->axis);
    memcpy(a->y + r * bytes, a->x + (o * a->axis + k) * bytes, (size_t)bytes);
  }
}
ESP_DEFINE_KERNEL(gather, ESP_GATHER_FIELDS)

// ---- gather_grad ----
static esp_int gather_grad_tiles(const void* args) {
  const esp_gather_grad_args* a = args;
  return a->axis == 0 ? 0 : a->outer * esp_ceil_div(a->inner, ESP_GATHER_COLUMNS);
}
ESP_NO_SCRATCH(gather_grad)
static void gather_grad_tile(const void* args, esp_int begin, esp_int end, void* scratch) {
  const esp_gather_grad_args* a = args;
  const esp_int parts = esp_ceil_div(a->inner, ESP_GATHER_COLUMNS);
  (void)scratch;
  for (esp_int t = begin; t < end; ++t) {
    const esp_int o = t / parts, from = t % parts * ESP_GATHER_COLUMNS;
    const esp_int columns = esp_int_min(ESP_GATHER_COLUMNS, a->inner - from);
    float* dx = a->dx + o * a->axis * a->inner + from;
    const float* dy = a->dy + o * a->count * a->inner + from;
    for (esp_int k = 0; k < a->axis; ++k)
      memset(dx + k * a->inner, 0, (size_t)columns * sizeof(float));
    for (esp_int i = 0; i < a->count; ++i) {
      float* to = dx + gather_index(a->indices, a->index_size, i, a->axis) * a->inner;
      for (esp_int c = 0; c < columns; ++c) to[c] += dy[i * a->inner + c];
    }
  }
}
ESP_DEFINE_KERNEL(gather_grad, ESP_GATHER_GRAD_FIELDS)
