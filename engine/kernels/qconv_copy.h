// SPDX-License-Identifier: Apache-2.0
//
// What goes into and comes out of the inner loop of qconv2d: rows of the input with a border that stands
// for 0, channels side by side as products take them; and results from pixel by pixel to plane by plane.
#ifndef ESP_QCONV_COPY_H
#define ESP_QCONV_COPY_H

#include "quantized_micro.h"

// Pixel [r, q] of the copy is [first_row + r, first_column + q] of the plane [in_h, in_w].
typedef struct esp_qconv_window {
  esp_int in_h, in_w, first_row, first_column;
  esp_int rows, width;
} esp_qconv_window;

// to[i * ESP_Q_EACH + e] = channel e at x[e][i], for i < count.
ESP_INLINE void esp_qconv_interleave(const uint8_t* const* x, esp_int count, const esp_q_input* in,
                                     esp_qx* to) {
  esp_int i = 0;
#if defined(__SSE2__) && ESP_WIDTH > 1
  const __m128i flip = _mm_set1_epi8((char)in->flip);
#if ESP_Q_EACH == 2
  const __m128i zero = _mm_set1_epi16((short)in->zero), none = _mm_setzero_si128();
  for (; i + 16 <= count; i += 16) {
    const __m128i a = _mm_xor_si128(_mm_loadu_si128((const __m128i*)(x[0] + i)), flip);
    const __m128i b = _mm_xor_si128(_mm_loadu_si128((const __m128i*)(x[1] + i)), flip);
    const __m128i pairs[2] = {_mm_unpacklo_epi8(a, b), _mm_unpackhi_epi8(a, b)};
    for (int h = 0; h < 2; ++h) {
      __m128i* at = (__m128i*)(to + 2 * i + 16 * h);
      _mm_storeu_si128(at, _mm_sub_epi16(_mm_unpacklo_epi8(pairs[h], none), zero));
      _mm_storeu_si128(at + 1, _mm_sub_epi16(_mm_unpackhi_epi8(pairs[h], none), zero));
    }
  }
#else
  for (; i + 16 <= count; i += 16) {
    __m128i v[4];
    for (int e = 0; e < 4; ++e)
      v[e] = _mm_xor_si128(_mm_loadu_si128((const __m128i*)(x[e] + i)), flip);
    const __m128i ab[2] = {_mm_unpacklo_epi8(v[0], v[1]), _mm_unpackhi_epi8(v[0], v[1])};
    const __m128i cd[2] = {_mm_unpacklo_epi8(v[2], v[3]), _mm_unpackhi_epi8(v[2], v[3])};
    for (int h = 0; h < 2; ++h) {
      __m128i* at = (__m128i*)(to + 4 * i + 32 * h);
      _mm_storeu_si128(at, _mm_unpacklo_epi16(ab[h], cd[h]));
      _mm_storeu_si128(at + 1, _mm_unpackhi_epi16(ab[h], cd[h]));
    }
  }
#endif
#endif
  for (; i < count; ++i)
    for (int e = 0; e < ESP_Q_EACH; ++e) to[i * ESP_Q_EACH + e] = esp_q_element(x[e][i], in);
}

ESP_INLINE void esp_qconv_clear(esp_qx* to, esp_int count, esp_qx with) {
  for (esp_int i = 0; i < count; ++i) to[i] = with;
}

// Copies `channels` planes from x on: [channels / each][rows][width][each] where they lie side by side,
// a last incomplete group filled up with its first channel (its weights are 0); else [channels][rows]
// [width].
ESP_OUTLINE void esp_qconv_copy(const esp_qconv_window* w, const uint8_t* x, esp_int channels,
                                int side_by_side, const esp_q_input* in, esp_qx* to) {
  const esp_int each = side_by_side ? ESP_Q_EACH : 1, plane = w->in_h * w->in_w;
  const esp_qx nothing = esp_q_nothing(in);
  // Pixels [left, right) of a row come from the plane.
  esp_int left = -w->first_column, right = w->in_w - w->first_column;
  if (left < 0) left = 0;
  if (left > w->width) left = w->width;
  if (right > w->width) right = w->width;
  if (right < left) right = left;
  for (esp_int c = 0; c < channels; c += each) {
    for (esp_int r = 0; r < w->rows; ++r, to += w->width * each) {
      const esp_int row = w->first_row + r;
      if (row < 0 || row >= w->in_h) {
        esp_qconv_clear(to, w->width * each, nothing);
        continue;
      }
      const uint8_t* from[ESP_Q_EACH];
      for (esp_int e = 0; e < ESP_Q_EACH; ++e)
        from[e] =
            x + (c + e < channels ? c + e : c) * plane + row * w->in_w + left + w->first_column;
      esp_qconv_clear(to, left * each, nothing);
      if (side_by_side)
        esp_qconv_interleave(from, right - left, in, to + left * each);
      else
        for (esp_int i = left; i < right; ++i) to[i] = esp_q_element(from[0][i - left], in);
      esp_qconv_clear(to + right * each, (w->width - right) * each, nothing);
    }
  }
}

// y[c * plane + p] = strip[p * ESP_Q_PANEL + c], c < channels, p < pixels.
ESP_OUTLINE void esp_qconv_turn(const uint8_t* strip, esp_int pixels, esp_int channels, uint8_t* y,
                                esp_int plane) {
  esp_int p = 0;
#if defined(__SSE2__) && ESP_WIDTH >= 8
  for (; p + 16 <= pixels; p += 16) {
    for (esp_int c = 0; c < channels; c += 16) {
      __m128i v[16], to[16];
      for (int i = 0; i < 16; ++i)
        v[i] = _mm_loadu_si128((const __m128i*)(strip + (p + i) * ESP_Q_PANEL + c));
      // Each round moves one bit of a byte's place from the column to the row.
      for (int round = 0; round < 4; ++round) {
        for (int i = 0; i < 8; ++i) {
          to[2 * i] = _mm_unpacklo_epi8(v[i], v[i + 8]);
          to[2 * i + 1] = _mm_unpackhi_epi8(v[i], v[i + 8]);
        }
        memcpy(v, to, sizeof v);
      }
      for (esp_int i = 0; i < 16 && c + i < channels; ++i)
        _mm_storeu_si128((__m128i*)(y + (c + i) * plane + p), v[i]);
    }
  }
#endif
  for (esp_int c = 0; c < channels; ++c)
    for (esp_int i = p; i < pixels; ++i) y[c * plane + i] = strip[i * ESP_Q_PANEL + c];
}

#endif
