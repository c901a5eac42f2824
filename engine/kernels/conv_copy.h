// SPDX-License-Identifier: Apache-2.0
//
// Copying planes into scratch with a border of zeros, so that convolutions read without asking where
// they are. With a column stride the columns are sorted by their remainder: what one output row
// needs from a row is then contiguous again.
#ifndef ESP_CONV_COPY_H
#define ESP_CONV_COPY_H

#include "vector.h"

// Element i of slot s of copied row r is element
//   [first_row + r * row_step, i * column_step + (s * slot_shift) % column_step + first_column]
// of the plane [in_h, in_w], or 0 outside of it.
typedef struct esp_conv_window {
  esp_int in_h, in_w;
  esp_int first_row, row_step;
  esp_int first_column, column_step;
  esp_int slots, slot_shift;
  // The copy of a plane is [slots][rows][width], planes `plane` floats apart.
  esp_int rows, width, plane;
} esp_conv_window;

// to[i] = from[i * step] for i < count
ESP_INLINE void esp_conv_gather(float* to, const float* from, esp_int step, esp_int count) {
  esp_int i = 0;
  if (step == 1) {
    for (; i + ESP_WIDTH <= count; i += ESP_WIDTH) esp_store(to + i, esp_load(from + i));
    if (i > 0 && i < count) {
      // The last vector again, further left: shorter than a loop over the rest.
      esp_store(to + count - ESP_WIDTH, esp_load(from + count - ESP_WIDTH));
      return;
    }
  }
#if ESP_WIDTH > 1
  if (step == 2) {
    for (; i + ESP_WIDTH < count; i += ESP_WIDTH) {
      const esp_vf a = esp_load(from + 2 * i), b = esp_load(from + 2 * i + ESP_WIDTH);
      esp_store(to + i, ESP_SHUFFLE(a, b, ESP_EVEN_IDS));
    }
    if (i > 0 && i < count) {
      // As above; from one place before, because nothing past the last number may be read.
      const float* last = from + 2 * (count - ESP_WIDTH) - 1;
      const esp_vf a = esp_load(last), b = esp_load(last + ESP_WIDTH);
      esp_store(to + count - ESP_WIDTH, ESP_SHUFFLE(a, b, ESP_ODD_IDS));
      return;
    }
  }
#endif
  for (; i < count; ++i) to[i] = from[i * step];
}

ESP_INLINE void esp_conv_clear(float* to, esp_int count) {
  esp_int i = 0;
  for (; i + ESP_WIDTH <= count; i += ESP_WIDTH) esp_store(to + i, esp_zero());
#if ESP_WIDTH > 1
  esp_store_part(to + i, esp_zero(), count - i);  // a loop would become a call of memset
#endif
}

// Copies `planes` planes, in_h * in_w apart at x.
static __attribute__((noinline, unused)) void esp_conv_copy(const esp_conv_window* w, float* to,
                                                            const float* x, esp_int planes) {
  for (esp_int slot = 0; slot < w->slots; ++slot) {
    const esp_int shift = slot * w->slot_shift % w->column_step + w->first_column;
    // Elements [left, right) come from the plane.
    esp_int left = shift >= 0 ? 0 : (-shift + w->column_step - 1) / w->column_step;
    esp_int right = shift >= w->in_w ? 0 : (w->in_w - shift - 1) / w->column_step + 1;
    if (left > w->width) left = w->width;
    if (right > w->width) right = w->width;
    if (right < left) right = left;
    for (esp_int p = 0; p < planes; ++p) {
      const float* plane = x + p * w->in_h * w->in_w;
      float* row = to + p * w->plane + slot * w->rows * w->width;
      for (esp_int r = 0; r < w->rows; ++r, row += w->width) {
        const esp_int y = w->first_row + r * w->row_step;
        if (y < 0 || y >= w->in_h) {
          esp_conv_clear(row, w->width);
          continue;
        }
        esp_conv_clear(row, left);
        esp_conv_gather(row + left, plane + y * w->in_w + left * w->column_step + shift,
                        w->column_step, right - left);
        esp_conv_clear(row + right, w->width - right);
      }
    }
  }
}

#endif
