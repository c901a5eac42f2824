// SPDX-License-Identifier: Apache-2.0
#ifndef ESP_VECTOR_TRANSPOSE_H
#define ESP_VECTOR_TRANSPOSE_H

#include "vector_lanes.h"

// Transposes the ESP_WIDTH x ESP_WIDTH numbers in v[0 .. ESP_WIDTH).
ESP_INLINE void esp_transpose(esp_vf* v) {
#if ESP_WIDTH == 8
  // Within halves first: shuffles across them are the slow ones.
  esp_vf a[8], b[8];
  for (int i = 0; i < 4; ++i) {
    a[2 * i] = ESP_SHUFFLE(v[2 * i], v[2 * i + 1], 0, 8, 1, 9, 4, 12, 5, 13);
    a[2 * i + 1] = ESP_SHUFFLE(v[2 * i], v[2 * i + 1], 2, 10, 3, 11, 6, 14, 7, 15);
  }
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 2; ++j) {
      b[4 * i + 2 * j] = ESP_SHUFFLE(a[4 * i + j], a[4 * i + j + 2], 0, 1, 8, 9, 4, 5, 12, 13);
      b[4 * i + 2 * j + 1] =
          ESP_SHUFFLE(a[4 * i + j], a[4 * i + j + 2], 2, 3, 10, 11, 6, 7, 14, 15);
    }
  }
  for (int i = 0; i < 4; ++i) {
    v[i] = ESP_SHUFFLE(b[i], b[i + 4], 0, 1, 2, 3, 8, 9, 10, 11);
    v[i + 4] = ESP_SHUFFLE(b[i], b[i + 4], 4, 5, 6, 7, 12, 13, 14, 15);
  }
#elif ESP_WIDTH > 1
  // Each round interleaves the first half of the vectors with the second.
  esp_vf w[ESP_WIDTH];
  for (int round = 1; round < ESP_WIDTH; round *= 2) {
    for (int i = 0; i < ESP_WIDTH / 2; ++i) {
      w[2 * i] = ESP_SHUFFLE(v[i], v[i + ESP_WIDTH / 2], ESP_ZIP_LOW_IDS);
      w[2 * i + 1] = ESP_SHUFFLE(v[i], v[i + ESP_WIDTH / 2], ESP_ZIP_HIGH_IDS);
    }
    for (int i = 0; i < ESP_WIDTH; ++i) v[i] = w[i];
  }
#else
  (void)v;
#endif
}

// to[j * ld_to + i] = from[i * ld_from + j] for i < rows, j < columns; not overlapping. With `pad`,
// rows are rounded up to whole vectors, and what is past the last is zero.
static __attribute__((noinline, unused)) void esp_transpose_copy(float* to, esp_int ld_to,
                                                                 const float* from, esp_int ld_from,
                                                                 esp_int rows, esp_int columns,
                                                                 int pad) {
  for (esp_int i = 0; i < rows; i += ESP_WIDTH) {
    const esp_int height = rows - i < ESP_WIDTH ? rows - i : ESP_WIDTH;
    for (esp_int j = 0; j < columns; j += ESP_WIDTH) {
      const esp_int width = columns - j < ESP_WIDTH ? columns - j : ESP_WIDTH;
      const float* source = from + i * ld_from + j;
      float* target = to + j * ld_to + i;
      esp_vf v[ESP_WIDTH];
      if (width == ESP_WIDTH && height == ESP_WIDTH) {
        for (int r = 0; r < ESP_WIDTH; ++r) v[r] = esp_load(source + r * ld_from);
      } else {
        for (int r = 0; r < ESP_WIDTH; ++r)
          v[r] = r < height ? esp_load_part(source + r * ld_from, width) : esp_zero();
      }
      esp_transpose(v);
      if (height == ESP_WIDTH || pad) {
        if (width == ESP_WIDTH)
          for (int r = 0; r < ESP_WIDTH; ++r) esp_store(target + r * ld_to, v[r]);
        else
          for (int r = 0; r < width; ++r) esp_store(target + r * ld_to, v[r]);
      } else {
        for (int r = 0; r < width; ++r) esp_store_part(target + r * ld_to, v[r], height);
      }
    }
  }
}

#endif
