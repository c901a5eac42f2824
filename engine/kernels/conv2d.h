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
// Everything is dense. Order of additions for one element: (c, ky, kx) ascending by fused multiply-adds
// from zero, in up to four chains where few elements are summed at once. By vectors of pixels
// (ESP_CONV_PANEL below), blocks of whole channels, at most ESP_CONV_BLOCK_K terms unless one channel
// has more, are summed so and added to (bias + add), or to the sum so far. By vectors of channels
// (ESP_CONV_WIDE_PANEL) the sum goes on from block to block, terms that meet the padding are left out,
// and bias + add comes last.
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

// Cycles by vectors of pixels: `vectors` of them meet `m` channels, `rows` at a time.
static inline double esp_conv2d_pixel_cost(esp_int m, esp_int rows, double vectors, double terms) {
  double cost = 0;
  for (; m > 0; m -= rows) {
    const double r = (double)(m < rows ? m : rows);
    cost += vectors * (terms * (r > 3 ? r + 1.5 : r + 0.8) / 2 + 15);
  }
  return cost;
}

// Cycles by vectors of channels, two at a time, for `pixels`; the sums are turned round at the end.
static inline double esp_conv2d_wide_cost(esp_int m, esp_int width, double pixels, double terms) {
  double cost = 0;
  for (; m > 0; m -= 2 * width) cost += pixels * (m > width ? terms * 1.15 + 18 : terms * 0.8 + 14);
  return cost;
}

// The better panel for a convolution of which a group has `channels` inputs and `m` outputs, by an
// estimate from its shape, in cycles that were measured with AVX2. Vectors of pixels need a copy of the
// input and fit badly where rows of the output are short.
static inline esp_int esp_conv2d_panel(esp_int width, esp_int channels, esp_int m, esp_int out_h,
                                       esp_int out_w, esp_int kernel_h, esp_int kernel_w,
                                       esp_int stride_h, esp_int stride_w) {
  const esp_int rows = ESP_CONV_PANEL(width);
  const esp_int terms = channels * kernel_h * kernel_w;
  esp_int line = out_w, lines = out_h;
  if (width < 4 || terms <= 0 || m <= width / 2) return rows;
  const int pointwise = kernel_h == 1 && kernel_w == 1 && stride_h == 1 && stride_w == 1;
  if (pointwise) line *= lines, lines = 1;
  double vectors = (double)(lines * ((line + width - 1) / width)), copy = 0;
  if (stride_h == 1 || kernel_h == 1) {  // rows may be taken together
    const double flat = (double)((lines - 1) * (line + kernel_w - 1) + line) / (double)width + 1;
    if (flat < vectors) vectors = flat;
  }
  if (!pointwise)
    copy = 1.5 * (double)(channels * (lines * stride_h + kernel_h)) *
           (10 + 3 * (double)(line * stride_w) / (double)width);
  const double pixels = (double)(lines * line);
  // With more planes than pages are at hand at once, numbers of one pixel come slowly.
  const int far =
      kernel_h * kernel_w == 1 && channels > 64 && pixels * (double)(stride_h * stride_w) >= 1024;
  return esp_conv2d_wide_cost(m, width, pixels, (double)terms * (far ? 1.3 : 1)) <
                 copy + esp_conv2d_pixel_cost(m, rows, vectors, (double)terms)
             ? ESP_CONV_WIDE_PANEL(width)
             : rows;
}

static inline size_t esp_conv2d_packed_floats(esp_int group, esp_int out_channels, esp_int terms,
                                              esp_int panel) {
  return (size_t)(group * ((out_channels / group + panel - 1) / panel)) * (size_t)(terms * panel);
}

#endif
