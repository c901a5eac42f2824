// SPDX-License-Identifier: Apache-2.0
//
// Gradients of conv2d. in_* is always x's side and out_* always y's side, as in the forward kernel.
#ifndef ESP_KERNEL_CONV2D_GRAD_H
#define ESP_KERNEL_CONV2D_GRAD_H

#include "conv2d.h"
#include "kernel.h"

// ---- conv2d_grad_x ----
// dx[n, c, iy, ix] = act(bias[c] + add[n, c, iy, ix] + sum of w[m, c, ky, kx] * dy[n, m, oy, ox]
// over all m, ky, kx, oy, ox with iy = oy * stride_h - pad_top + ky * dilation_h, and so for ix).
//   dy    [batch, out_channels, out_h, out_w]
//   w     [out_channels, in_channels / group, kernel_h, kernel_w]
//   bias  [in_channels] or NULL; add [batch, in_channels, in_h, in_w] or NULL, may be dx itself
//   dx    [batch, in_channels, in_h, in_w]; must not overlap dy, w or bias. Where no window
//         reaches: act(bias + add).
// For a gradient bias is NULL and activation none. The same kernel is a transposed convolution: dy
// is its input, dx its output, w as ONNX has it ([inputs, outputs / group, kh, kw]). Order of
// additions for one element: (m, ky, kx) ascending over the taps that reach it, in blocks of whole
// output channels as in conv2d.
#define ESP_CONV2D_GRAD_X_FIELDS(IN, OUT, INT, INTS, REAL) \
  IN(float, dy)                                            \
  IN(float, w)                                             \
  IN(float, bias)                                          \
  IN(float, add)                                           \
  OUT(float, dx) ESP_CONV2D_GEOMETRY(INT) INT(activation) REAL(act_alpha) REAL(act_beta)
ESP_DECLARE_KERNEL(conv2d_grad_x, ESP_CONV2D_GRAD_X_FIELDS)

// ---- conv2d_grad_w ----
// dw[j, m, c, ky, kx] = sum over the output pixels (n, oy, ox) of chunk j of dy[n, m, oy, ox] *
//                       x[n, g(m) + c, ...as in conv2d]
// db[j, m]            = sum over the same pixels of dy[n, m, oy, ox]
//   dw  [chunks, out_channels, in_channels / group, kernel_h, kernel_w]
//   db  [chunks, out_channels] or NULL
// Chunk j covers rows [j * rows / chunks, (j + 1) * rows / chunks) of the batch * out_h rows (n,
// oy), division rounding down. With chunks = 1 dw and db are the gradients; otherwise sum_chunks
// adds up each of them. Choose chunks by esp_conv2d_grad_w_chunks(), which looks at the shape only.
// An empty batch gives zeros. Order of additions within a chunk: (n, oy, ox) ascending, in blocks
// of whole rows; some kernels use two chains of sums within a block, for even and odd pixels, and db
// uses four.
#define ESP_CONV2D_GRAD_W_FIELDS(IN, OUT, INT, INTS, REAL) \
  IN(float, x) IN(float, dy) OUT(float, dw) OUT(float, db) ESP_CONV2D_GEOMETRY(INT) INT(chunks)
ESP_DECLARE_KERNEL(conv2d_grad_w, ESP_CONV2D_GRAD_W_FIELDS)

// Chunks for conv2d_grad_w: enough for 16 threads where the work is worth it, 1 for small nets.
static inline esp_int esp_conv2d_grad_w_chunks(esp_int batch, esp_int in_channels,
                                               esp_int out_channels, esp_int out_h, esp_int out_w,
                                               esp_int kernel_h, esp_int kernel_w, esp_int group) {
  double weights = (double)out_channels * (double)(in_channels / (group > 0 ? group : 1)) *
                   (double)(kernel_h * kernel_w);
  double by_work = weights * (double)batch * (double)out_h * (double)out_w / (1 << 19);
  double by_size = 4.0 * (double)(1 << 17) / (weights > 0 ? weights : 1);
  esp_int rows = batch * out_h, chunks = 16;
  while (chunks > 1 && ((double)chunks > by_work || (double)chunks > by_size || chunks > rows))
    chunks /= 2;
  return chunks;
}

#endif
