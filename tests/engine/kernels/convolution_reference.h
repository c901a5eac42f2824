// SPDX-License-Identifier: Apache-2.0
//
// Convolutions and their gradients by plain loops in double precision.
#pragma once

#include <vector>

#include "engine/kernels/conv2d.h"
#include "tests/engine/kernels/guarded.h"

namespace espalier::testing {

struct Geometry {
  esp_int batch = 1, in_channels = 1, in_h = 1, in_w = 1, out_channels = 1;
  esp_int kernel_h = 1, kernel_w = 1, stride_h = 1, stride_w = 1, dilation_h = 1, dilation_w = 1;
  esp_int pad_top = 0, pad_left = 0, pad_bottom = 0, pad_right = 0, group = 1;

  esp_int out_h() const {
    return (in_h + pad_top + pad_bottom - (kernel_h - 1) * dilation_h - 1) / stride_h + 1;
  }
  esp_int out_w() const {
    return (in_w + pad_left + pad_right - (kernel_w - 1) * dilation_w - 1) / stride_w + 1;
  }
  size_t x_size() const { return static_cast<size_t>(batch * in_channels * in_h * in_w); }
  size_t y_size() const { return static_cast<size_t>(batch * out_channels * out_h() * out_w()); }
  size_t w_size() const {
    return static_cast<size_t>(out_channels * (in_channels / group) * kernel_h * kernel_w);
  }
  std::string text() const {
    std::string s;
    for (esp_int v :
         {batch, in_channels, in_h, in_w, out_channels, kernel_h, kernel_w, stride_h, stride_w,
          dilation_h, dilation_w, pad_top, pad_left, pad_bottom, pad_right, group})
      s += std::to_string(v) + " ";
    return s;
  }
};

// Calls f(x index, w index, y index, n, m, oy, ox) for each product of a convolution.
template <class F> void for_each_product(const Geometry& g, F f) {
  const esp_int per_in = g.in_channels / g.group, per_out = g.out_channels / g.group;
  const esp_int oh = g.out_h(), ow = g.out_w();
  for (esp_int n = 0; n < g.batch; ++n)
    for (esp_int m = 0; m < g.out_channels; ++m)
      for (esp_int oy = 0; oy < oh; ++oy)
        for (esp_int ox = 0; ox < ow; ++ox)
          for (esp_int c = 0; c < per_in; ++c)
            for (esp_int ky = 0; ky < g.kernel_h; ++ky)
              for (esp_int kx = 0; kx < g.kernel_w; ++kx) {
                const esp_int iy = oy * g.stride_h - g.pad_top + ky * g.dilation_h;
                const esp_int ix = ox * g.stride_w - g.pad_left + kx * g.dilation_w;
                if (iy < 0 || iy >= g.in_h || ix < 0 || ix >= g.in_w) continue;
                const esp_int channel = m / per_out * per_in + c;
                f(static_cast<size_t>(((n * g.in_channels + channel) * g.in_h + iy) * g.in_w + ix),
                  static_cast<size_t>(((m * per_in + c) * g.kernel_h + ky) * g.kernel_w + kx),
                  static_cast<size_t>(((n * g.out_channels + m) * oh + oy) * ow + ox));
              }
}

template <class Args> void set_geometry(Args& a, const Geometry& g) {
  a.batch = g.batch;
  a.in_channels = g.in_channels;
  a.in_h = g.in_h;
  a.in_w = g.in_w;
  a.out_channels = g.out_channels;
  a.out_h = g.out_h();
  a.out_w = g.out_w();
  a.kernel_h = g.kernel_h;
  a.kernel_w = g.kernel_w;
  a.stride_h = g.stride_h;
  a.stride_w = g.stride_w;
  a.dilation_h = g.dilation_h;
  a.dilation_w = g.dilation_w;
  a.pad_top = g.pad_top;
  a.pad_left = g.pad_left;
  a.group = g.group;
}

// Shapes that each convolution kernel is tried with.
inline std::vector<Geometry> geometries(bool depthwise) {
  std::vector<Geometry> all = {
      {.in_channels = 3,
       .in_h = 9,
       .in_w = 11,
       .out_channels = 5,
       .kernel_h = 3,
       .kernel_w = 3,
       .pad_top = 1,
       .pad_left = 1,
       .pad_bottom = 1,
       .pad_right = 1},
      {.batch = 3,
       .in_h = 28,
       .in_w = 28,
       .out_channels = 6,
       .kernel_h = 5,
       .kernel_w = 5,
       .pad_top = 2,
       .pad_left = 2,
       .pad_bottom = 2,
       .pad_right = 2},
      {.batch = 2,
       .in_channels = 6,
       .in_h = 14,
       .in_w = 14,
       .out_channels = 16,
       .kernel_h = 5,
       .kernel_w = 5},
      // Uneven everything.
      {.batch = 2,
       .in_channels = 4,
       .in_h = 13,
       .in_w = 10,
       .out_channels = 7,
       .kernel_h = 3,
       .kernel_w = 2,
       .stride_h = 2,
       .stride_w = 3,
       .dilation_h = 2,
       .dilation_w = 3,
       .pad_top = 1,
       .pad_left = 3,
       .pad_bottom = 2},
      {.in_channels = 2,
       .in_h = 20,
       .in_w = 19,
       .out_channels = 3,
       .kernel_h = 4,
       .kernel_w = 3,
       .stride_h = 2,
       .stride_w = 2,
       .pad_top = 2,
       .pad_left = 0,
       .pad_bottom = 1,
       .pad_right = 2},
      {.in_channels = 2,
       .in_h = 17,
       .in_w = 40,
       .out_channels = 4,
       .kernel_h = 3,
       .kernel_w = 5,
       .stride_w = 4,
       .dilation_w = 2,
       .pad_left = 4,
       .pad_right = 3},
      // Strides beyond the kernel, so that some pixels are never read.
      {.in_channels = 3, .in_h = 11, .in_w = 23, .out_channels = 4, .stride_h = 2, .stride_w = 2},
      {.in_channels = 2,
       .in_h = 16,
       .in_w = 17,
       .out_channels = 5,
       .kernel_h = 2,
       .kernel_w = 2,
       .stride_h = 3,
       .stride_w = 4},
      {.in_channels = 2, .in_h = 3, .in_w = 2, .out_channels = 2, .stride_h = 5, .stride_w = 4},
      // A kernel that is larger than the input; pads that are larger than the kernel.
      {.in_channels = 2,
       .in_h = 3,
       .in_w = 2,
       .out_channels = 3,
       .kernel_h = 5,
       .kernel_w = 5,
       .pad_top = 2,
       .pad_left = 2,
       .pad_bottom = 2,
       .pad_right = 2},
      {.in_channels = 1,
       .in_h = 4,
       .in_w = 5,
       .out_channels = 2,
       .kernel_h = 2,
       .kernel_w = 3,
       .pad_top = 4,
       .pad_left = 9,
       .pad_bottom = 3,
       .pad_right = 12},
      // One pixel, one row, one column.
      {.in_channels = 5, .out_channels = 3},
      {.batch = 2,
       .in_channels = 3,
       .in_w = 53,
       .out_channels = 4,
       .kernel_w = 7,
       .pad_left = 3,
       .pad_right = 3},
      {.in_channels = 2,
       .in_w = 2300,
       .out_channels = 3,
       .kernel_w = 9,
       .stride_w = 2,
       .pad_left = 4},
      {.in_channels = 3, .in_h = 40, .out_channels = 2, .kernel_h = 3, .stride_h = 2},
      // No image.
      {.batch = 0,
       .in_channels = 3,
       .in_h = 5,
       .in_w = 5,
       .out_channels = 2,
       .kernel_h = 3,
       .kernel_w = 3},
      // Output rows of less than a vector.
      {.batch = 2,
       .in_channels = 8,
       .in_h = 5,
       .in_w = 5,
       .out_channels = 9,
       .kernel_h = 3,
       .kernel_w = 3,
       .pad_top = 1,
       .pad_left = 1,
       .pad_bottom = 1,
       .pad_right = 1},
      {.in_channels = 4,
       .in_h = 25,
       .in_w = 5,
       .out_channels = 6,
       .kernel_h = 3,
       .kernel_w = 3,
       .pad_top = 1,
       .pad_left = 1,
       .pad_bottom = 1,
       .pad_right = 1},
  };
  if (depthwise) {
    for (Geometry& g : all) {
      g.group = g.in_channels;
      g.out_channels = g.in_channels * (g.in_h % 2 + 1);
    }
    return all;
  }
  std::vector<Geometry> more = {
      // Pointwise: whole vectors, a shifted last vector, less than a vector.
      {.batch = 2, .in_channels = 17, .in_h = 4, .in_w = 8, .out_channels = 25},
      {.in_channels = 20, .in_h = 25, .in_w = 5, .out_channels = 14},
      {.batch = 2, .in_channels = 33, .in_h = 3, .in_w = 3, .out_channels = 30},
      {.in_channels = 3, .in_h = 40, .in_w = 61, .out_channels = 2},
      // Several blocks of channels.
      {.in_channels = 130,
       .in_h = 7,
       .in_w = 9,
       .out_channels = 20,
       .kernel_h = 3,
       .kernel_w = 3,
       .pad_top = 1,
       .pad_left = 1,
       .pad_bottom = 1,
       .pad_right = 1},
      {.in_channels = 1100, .in_h = 4, .in_w = 5, .out_channels = 15},
      {.in_channels = 3, .in_h = 30, .in_w = 30, .out_channels = 8, .kernel_h = 23, .kernel_w = 23},
      // Groups.
      {.batch = 2,
       .in_channels = 6,
       .in_h = 8,
       .in_w = 9,
       .out_channels = 15,
       .kernel_h = 3,
       .kernel_w = 3,
       .pad_top = 1,
       .pad_left = 1,
       .group = 3},
      {.batch = 2,
       .in_channels = 8,
       .in_h = 8,
       .in_w = 9,
       .out_channels = 16,
       .kernel_h = 3,
       .kernel_w = 3,
       .stride_h = 2,
       .stride_w = 2,
       .group = 8},
      // Enough work to be cut in each direction.
      {.in_channels = 24,
       .in_h = 66,
       .in_w = 70,
       .out_channels = 27,
       .kernel_h = 3,
       .kernel_w = 3,
       .pad_top = 1,
       .pad_left = 1,
       .pad_bottom = 1,
       .pad_right = 1},
      {.batch = 70,
       .in_channels = 3,
       .in_h = 6,
       .in_w = 7,
       .out_channels = 4,
       .kernel_h = 3,
       .kernel_w = 3,
       .pad_top = 1,
       .pad_left = 1},
  };
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

}  // namespace espalier::testing
