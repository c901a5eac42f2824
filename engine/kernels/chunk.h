// SPDX-License-Identifier: Apache-2.0
//
// Cutting a flat range of elements into tiles of a fixed size. The size is a constant of the
// program, so the pieces of a sum never depend on the number of threads.
#ifndef ESP_CHUNK_H
#define ESP_CHUNK_H

#include "kernel.h"

// Elements of one tile of an elementwise kernel, and of one partial sum (64 KiB of floats).
#define ESP_CHUNK 16384

// Elements that are summed in float lanes before the sum moves on to double.
#define ESP_SUM_BLOCK 2048

static inline esp_int esp_ceil_div(esp_int a, esp_int b) { return a <= 0 ? 0 : (a + b - 1) / b; }

static inline esp_int esp_chunks(esp_int count) { return esp_ceil_div(count, ESP_CHUNK); }

// End of the chunks [.., end) within `count` elements.
static inline esp_int esp_chunk_end(esp_int end, esp_int count) {
  return end * ESP_CHUNK < count ? end * ESP_CHUNK : count;
}

static inline esp_int esp_int_min(esp_int a, esp_int b) { return a < b ? a : b; }

static inline esp_int esp_int_max(esp_int a, esp_int b) { return a > b ? a : b; }

#endif
