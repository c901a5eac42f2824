// SPDX-License-Identifier: Apache-2.0
//
// The recurrence of one direction of an LSTM, after the inputs of all steps have been multiplied:
//   z = xw[t, n] + h R^T, in four parts of `hidden` in the order i, o, f, c
//   i = f(z_i + p_i c), f = f(z_f + p_f c) or, with input_forget, 1 - i, g = g(z_c)
//   c = f c + i g,      o = f(z_o + p_o c),  h = o h(c)
// What goes into a function is first cut to +-clip where clip > 0.
//
//   xw   the products of the inputs, with the bias: (t, n) begins at t * xw_step + n * xw_row
//   rt   R transposed, [hidden, 4 * hidden], contiguous
//   p    peepholes [3 * hidden] in the order i, o, f, or null
//   lens how many steps each row has, or null for all; y is 0 behind them
//   h0, c0  the first states, rows state_row apart, or null for 0
//   y, y_h, y_c  each may be null: h of every step, (t, n) at t * y_step + n * y_row, and the last h
//        and c, rows state_row apart
//   backwards  from the last step of each row to the first
//   f, g, h    values of esp_activation without parameters
//
// Sums: over `hidden` in ascending order, by fused multiply-adds from xw on. A tile is ESP_LSTM_ROWS
// rows of the batch through all steps. Nothing overlaps.
#ifndef ESP_LSTM_H
#define ESP_LSTM_H

#include "epilogue.h"
#include "kernel.h"

#define ESP_LSTM_ROWS 4

// clang-format off
#define ESP_LSTM_FIELDS(IN, OUT, INT, INTS, REAL)                                            \
  IN(float, xw) IN(float, rt) IN(float, p) IN(int32_t, lens) IN(float, h0) IN(float, c0)     \
  OUT(float, y) OUT(float, y_h) OUT(float, y_c) INT(steps) INT(batch) INT(hidden)            \
  INT(xw_step) INT(xw_row) INT(y_step) INT(y_row) INT(state_row) INT(backwards)              \
  INT(input_forget) INT(f) INT(g) INT(h) REAL(clip)
// clang-format on
ESP_DECLARE_KERNEL(lstm, ESP_LSTM_FIELDS)

#endif
