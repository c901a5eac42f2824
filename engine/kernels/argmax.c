// SPDX-License-Identifier: Apache-2.0
#include "argmax.h"

#include "lines.h"

static esp_int argmax_rows(const esp_argmax_args* a) {
  return esp_int_max(1, ESP_CHUNK / esp_int_max(1, a->axis));
}

static esp_int argmax_tiles(const void* args) {
  const esp_argmax_args* a = args;
  return esp_ceil_div(a->rows, argmax_rows(a));
}
ESP_NO_SCRATCH(argmax)

static void argmax_tile(const void* args, esp_int begin, esp_int end, void* scratch) {
  const esp_argmax_args* a = args;
  const esp_int stop = esp_int_min(a->rows, end * argmax_rows(a));
  (void)scratch;
  for (esp_int r = begin * argmax_rows(a); r < stop; ++r) {
    const float* x = a->x + r * a->axis;
    const float most = esp_row_max(x, a->axis);
    const int nan = most != most;
    const esp_int by = a->select_last ? -1 : 1;
    esp_int i = a->select_last ? a->axis - 1 : 0;
    while (nan ? x[i] == x[i] : x[i] != most) i += by;
    a->y[r] = i;
  }
}
ESP_DEFINE_KERNEL(argmax, ESP_ARGMAX_FIELDS)
