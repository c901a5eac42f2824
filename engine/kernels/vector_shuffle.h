// SPDX-License-Identifier: Apache-2.0
//
// Shuffles of vectors: the lane numbers that each ESP_WIDTH needs. Macros only.
#ifndef ESP_VECTOR_SHUFFLE_H
#define ESP_VECTOR_SHUFFLE_H

#ifndef ESP_WIDTH
#define ESP_WIDTH 1
#endif

// Lanes of (a, b), numbered through: a's first, then b's. The numbers are constants.
#ifdef __clang__
#define ESP_SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define ESP_SHUFFLE(a, b, ...) __builtin_shuffle(a, b, (esp_vi){__VA_ARGS__})
#endif

// Per width: all lane numbers; even and odd lanes of a pair; interleaved low and high halves of a
// pair; and, in ESP_FOLD_*, lanes moved down by half, a quarter, ... of a vector.
#if ESP_WIDTH == 1
#define ESP_LANE_IDS 0
#elif ESP_WIDTH == 2
#define ESP_LANE_IDS 0, 1
#define ESP_EVEN_IDS 0, 2
#define ESP_ODD_IDS 1, 3
#define ESP_ZIP_LOW_IDS 0, 2
#define ESP_ZIP_HIGH_IDS 1, 3
#define ESP_FOLD_1 1, 0
#elif ESP_WIDTH == 4
#define ESP_LANE_IDS 0, 1, 2, 3
#define ESP_EVEN_IDS 0, 2, 4, 6
#define ESP_ODD_IDS 1, 3, 5, 7
#define ESP_ZIP_LOW_IDS 0, 4, 1, 5
#define ESP_ZIP_HIGH_IDS 2, 6, 3, 7
#define ESP_FOLD_2 2, 3, 0, 1
#define ESP_FOLD_1 1, 0, 3, 2
#elif ESP_WIDTH == 8
#define ESP_LANE_IDS 0, 1, 2, 3, 4, 5, 6, 7
#define ESP_EVEN_IDS 0, 2, 4, 6, 8, 10, 12, 14
#define ESP_ODD_IDS 1, 3, 5, 7, 9, 11, 13, 15
#define ESP_ZIP_LOW_IDS 0, 8, 1, 9, 2, 10, 3, 11
#define ESP_ZIP_HIGH_IDS 4, 12, 5, 13, 6, 14, 7, 15
#define ESP_FOLD_4 4, 5, 6, 7, 0, 1, 2, 3
#define ESP_FOLD_2 2, 3, 0, 1, 6, 7, 4, 5
#define ESP_FOLD_1 1, 0, 3, 2, 5, 4, 7, 6
#elif ESP_WIDTH == 16
#define ESP_LANE_IDS 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
#define ESP_EVEN_IDS 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30
#define ESP_ODD_IDS 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31
#define ESP_ZIP_LOW_IDS 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23
#define ESP_ZIP_HIGH_IDS 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31
#define ESP_FOLD_8 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7
#define ESP_FOLD_4 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11
#define ESP_FOLD_2 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13
#define ESP_FOLD_1 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14
#else
#error "ESP_WIDTH must be 1, 2, 4, 8 or 16"
#endif

// Even and odd lanes of a pair in whichever order is quick, the same for both; ESP_TIGHTEN puts a
// vector of them in order.
#if ESP_WIDTH == 8
#define ESP_LOOSE_EVEN_IDS 0, 2, 8, 10, 4, 6, 12, 14
#define ESP_LOOSE_ODD_IDS 1, 3, 9, 11, 5, 7, 13, 15
#define ESP_TIGHTEN(v) ESP_SHUFFLE(v, v, 0, 1, 4, 5, 2, 3, 6, 7)
#elif ESP_WIDTH > 1
#define ESP_LOOSE_EVEN_IDS ESP_EVEN_IDS
#define ESP_LOOSE_ODD_IDS ESP_ODD_IDS
#define ESP_TIGHTEN(v) (v)
#endif

#if ESP_WIDTH == 1
#define ESP_LANE_0(v) (v)
#else
// The upper half onto the lower, then the upper quarter onto the lower, and so on: a fixed order.
#if ESP_WIDTH >= 16
#define ESP_FOLD_STEP_8(v, op) v = op(v, ESP_SHUFFLE(v, v, ESP_FOLD_8));
#else
#define ESP_FOLD_STEP_8(v, op)
#endif
#if ESP_WIDTH >= 8
#define ESP_FOLD_STEP_4(v, op) v = op(v, ESP_SHUFFLE(v, v, ESP_FOLD_4));
#else
#define ESP_FOLD_STEP_4(v, op)
#endif
#if ESP_WIDTH >= 4
#define ESP_FOLD_STEP_2(v, op) v = op(v, ESP_SHUFFLE(v, v, ESP_FOLD_2));
#else
#define ESP_FOLD_STEP_2(v, op)
#endif
#define ESP_FOLD_ALL(v, op) \
  ESP_FOLD_STEP_8(v, op)    \
  ESP_FOLD_STEP_4(v, op) ESP_FOLD_STEP_2(v, op) v = op(v, ESP_SHUFFLE(v, v, ESP_FOLD_1));
#define ESP_LANE_0(v) ((v)[0])
#endif

#endif
