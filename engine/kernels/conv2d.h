// SPDX-License-Identifier: Apache-2.0
//
// Two-dimensional convolution (cross-correlation, as ONNX has it). A one-dimensional one is the
// same with in_h = out_h = kernel_h = 1.
#ifndef ESP_KERNEL_CONV2D_H
#define ESP_KERNEL_CONV2D_H

#include "epilogue.h"
#include "kernel.h"

// The geometry, shared by conv2d, its gradients and the depthwise kernels. Padding below and to the
// right is not named: the output size says where windows end, and whatever lies outside of the
// input counts as zero, be it before or after. Pads may be 0 or more, also larger than the kernel.
// Channels per group: in_channels / group and out_channels / group, both without remainder.
// clang-format off
#define ESP_CONV2D_GEOMETRY(INT)                                                          \
  INT(batch) INT(in_channels) INT(in_h) INT(in_w) INT(out_channels) INT(out_h) INT(out_w) \
  INT(kernel_h) INT(kernel_w) INT(stride_h) INT(stride_w) INT(dilation_h) INT(dilation_w) \
  INT(pad_top) INT(pad_left) INT(group)
// clang-format on

// ---- conv2d ----
// y[n, m, oy, ox] = act(bias[m] + add[n, m, oy, ox] + sum over c, ky, kx of
//     w[m, c, ky, kx] * x[n, g(m) + c, oy * stride_h - pad_top + ky * dilation_h,
//                                      ox * stride_w - pad_left + kx * dilation_w])
//   x     [batch, in_channels, in_h, in_w]
//   w     [out_channels, in_channels / group, kernel_h, kernel_w]
//   bias  [out_channels] or NULL
//   add   [batch, out_channels, out_h, out_w] or NULL; may be y itself
//   y     [batch, out_channels, out_h, out_w]; must not overlap x, w or bias
// Everything is dense. Order of additions for one element: (c, ky, kx) ascending in blocks of whole
// channels, at most ESP_CONV_BLOCK_K terms unless one channel has more; a block is summed by fused
// multiply-adds from zero and added to (bias + add), or to the sum so far.
// clang-format off
#define ESP_CONV2D_FIELDS(IN, OUT, INT, INTS, REAL)                       \
  IN(float, x) IN(float, w) IN(float, bias) IN(float, add) OUT(float, y)  \
  ESP_CONV2D_GEOMETRY(INT) INT(activation) REAL(act_alpha) REAL(act_beta)
// clang-format on
ESP_DECLARE_KERNEL(conv2d, ESP_CONV2D_FIELDS)

// ---- conv2d_pack ----
// Packs w for conv2d_packed:
//   packed  [group][ceil(out_channels / group / panel)][terms][panel],
//           terms = in_channels / group * kernel_h * kernel_w; channels past the last are zeros.
// panel is what esp_conv2d_panel() says for the vector width of the object that will run
// conv2d_packed, or ESP_CONV_PANEL(width), which is always possible and sometimes slower.
// clang-format off
#define ESP_CONV2D_PACK_FIELDS(IN, OUT, INT, INTS, REAL)                             \
  IN(float, w) OUT(float, packed) INT(group) INT(out_channels) INT(terms) INT(panel)
// clang-format on
ESP_DECLARE_KERNEL(conv2d_pack, ESP_CONV2D_PACK_FIELDS)

// ---- conv2d_packed ----
// conv2d with the weights as conv2d_pack left them.
// clang-format off
#define ESP_CONV2D_PACKED_FIELDS(IN, OUT, INT, INTS, REAL)                           \
  IN(float, x) IN(float, packed) IN(float, bias) IN(float, add) OUT(float, y)        \
  ESP_CONV2D_GEOMETRY(INT) INT(panel) INT(activation) REAL(act_alpha) REAL(act_beta)
// clang-format on
ESP_DECLARE_KERNEL(conv2d_packed, ESP_CONV2D_PACKED_FIELDS)

// Output channels in a panel of packed weights for vectors of `width` floats, where vectors are made of
// neighbouring pixels.
#define ESP_CONV_PANEL(width) ((width) >= 16 ? 12 : (width) >= 4 ? 6 : 4)

// Terms that are summed in registers before they are added to the result (see above).
#define ESP_CONV_BLOCK_K 512

// ... and where vectors are made of output channels.
#define ESP_CONV_WIDE_PANEL(width) (2 * (width))

// Cycles for one term of `m` channels at `pixels` vectors of pixels; a block's channels are `rows`.
static inline double esp_conv2d_pixel_cost(esp_int m, esp_int rows, double vectors) {
  double cost = 0;
  for (; m > 0; m -= rows) {
    const double r = (double)(m < rows ? m : rows);
    cost += vectors * (r > 3 ? r + 1.5 : r + 0.8) / 2;
  }
  return cost;
}

// The better panel for a convolution of which a group has `channels` inputs and `m` outputs, by an
// estimate from its shape: vectors of pixels fit badly where rows of the output are short.
static inline esp_int esp_conv2d_panel(esp_int width, esp_int channels, esp_int m, esp_int out_h,
                                       esp_int out_w, esp_int kernel_h, esp_int kernel_w,
                                       esp_int stride_h, esp_int stride_w) {
  const esp_int rows = ESP_CONV_PANEL(width), wide = ESP_CONV_WIDE_PANEL(width);
  const esp_int terms = channels * kernel_h * kernel_w;
  esp_int line = out_w, lines = out_h;
  if (width < 4 || terms <= 0 || m <= width / 2) return rows;
  if (kernel_h == 1 && kernel_w == 1 && stride_h == 1 && stride_w == 1) line *= lines, lines = 1;
  double vectors = (double)(lines * ((line + width - 1) / width));
  if (stride_h == 1 || kernel_h == 1) {  // rows may be taken together
    const double flat = (double)((lines - 1) * (line + kernel_w - 1) + line) / (double)width + 1;
    if (flat < vectors) vectors = flat;
  }
  const double by_pixels = esp_conv2d_pixel_cost(m, rows, vectors);
  double by_channels = 0;
  const esp_int blocks = (line + rows - 1) / rows;
  for (esp_int left = m; left > 0; left -= wide) {
    const double vecs = left > width ? 2 : 1;
    by_channels += (double)lines * ((double)line * vecs / 2 + (double)blocks * 1.2);
  }
  by_channels += 0.5 * (double)(line * lines * m) / (double)terms;  // turning the result round
  return by_channels < 0.9 * by_pixels ? wide : rows;
}

static inline size_t esp_conv2d_packed_floats(esp_int group, esp_int out_channels, esp_int terms,
                                              esp_int panel) {
  return (size_t)(group * ((out_channels / group + panel - 1) / panel)) * (size_t)(terms * panel);
}

#endif
