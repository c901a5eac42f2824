// SPDX-License-Identifier: Apache-2.0
//
// Pooling over planes [in_h, in_w] -> [out_h, out_w], as engine/kernels/pool2d.h has it; an item an
// element of the result.
#define GEOMETRY                                                                                  \
  int planes, int in_h, int in_w, int out_h, int out_w, int kernel_h, int kernel_w, int stride_h, \
      int stride_w, int dilation_h, int dilation_w, int pad_top, int pad_left

KERNEL(max_pool)(MEM(x), MEM(y), MEM(index), GEOMETRY) {
  INPUT(float, x);
  OUTPUT(float, y);
  OUTPUT(int, index);
  const int i = GLOBAL_ID, pixels = out_h * out_w;
  if (i >= planes * pixels) return;
  const int plane = i / pixels, oy = i % pixels / out_w, ox = i % out_w;
  const GLOBAL(float) from = x + plane * in_h * in_w;
  float best = -INFINITE;
  int found = -1;
  for (int ky = 0; ky < kernel_h; ++ky) {
    const int iy = oy * stride_h - pad_top + ky * dilation_h;
    if (iy < 0 || iy >= in_h) continue;
    for (int kx = 0; kx < kernel_w; ++kx) {
      const int ix = ox * stride_w - pad_left + kx * dilation_w;
      if (ix < 0 || ix >= in_w) continue;
      const float v = from[iy * in_w + ix];
      if (found < 0 || v > best || (v != v && best == best)) {
        best = v;
        found = iy * in_w + ix;
      }
    }
  }
  y[i] = best;
  if (index) index[i] = found;
}

/* Windows may overlap: an item takes a plane, so that additions have an order. */
KERNEL(max_pool_grad)(MEM(dy), MEM(index), MEM(dx), int planes, int in_size, int out_size) {
  INPUT(float, dy);
  INPUT(int, index);
  OUTPUT(float, dx);
  const int plane = GLOBAL_ID;
  if (plane >= planes) return;
  for (int i = 0; i < in_size; ++i) dx[plane * in_size + i] = 0.0f;
  for (int i = plane * out_size; i < (plane + 1) * out_size; ++i)
    if (index[i] >= 0) dx[plane * in_size + index[i]] += dy[i];
}

/* What a window's sum is divided by: elements of x, or of the padded x, but nothing beyond it. */
DEVICE int pool_extent(int begin, int taps, int dilation, int low, int high) {
  int n = 0;
  for (int k = 0; k < taps; ++k) {
    const int at = begin + k * dilation;
    if (at >= low && at < high) ++n;
  }
  return n;
}

DEVICE float pool_divisor(int top, int left, int in_h, int in_w, int kernel_h, int kernel_w,
                          int dilation_h, int dilation_w, int pad_top, int pad_left, int pad_bottom,
                          int pad_right, int with_pad) {
  const int rows = pool_extent(top, kernel_h, dilation_h, with_pad ? -pad_top : 0,
                               with_pad ? in_h + pad_bottom : in_h);
  const int columns = pool_extent(left, kernel_w, dilation_w, with_pad ? -pad_left : 0,
                                  with_pad ? in_w + pad_right : in_w);
  return (float)(rows * columns);
}

#define DIVISOR(top, left)                                                                 \
  pool_divisor(top, left, in_h, in_w, kernel_h, kernel_w, dilation_h, dilation_w, pad_top, \
               pad_left, pad_bottom, pad_right, with_pad)

KERNEL(average_pool)(MEM(x), MEM(y), GEOMETRY, int pad_bottom, int pad_right, int with_pad) {
  INPUT(float, x);
  OUTPUT(float, y);
  const int i = GLOBAL_ID, pixels = out_h * out_w;
  if (i >= planes * pixels) return;
  const int plane = i / pixels, top = i % pixels / out_w * stride_h - pad_top;
  const int left = i % out_w * stride_w - pad_left;
  float sum = 0.0f;
  for (int ky = 0; ky < kernel_h; ++ky) {
    const int iy = top + ky * dilation_h;
    if (iy < 0 || iy >= in_h) continue;
    for (int kx = 0; kx < kernel_w; ++kx) {
      const int ix = left + kx * dilation_w;
      if (ix >= 0 && ix < in_w) sum += x[(plane * in_h + iy) * in_w + ix];
    }
  }
  const float by = DIVISOR(top, left);
  y[i] = by > 0.0f ? sum / by : 0.0f;
}

/* An element of dx gathers from the windows that hold it. */
KERNEL(average_pool_grad)(MEM(dy), MEM(dx), GEOMETRY, int pad_bottom, int pad_right, int with_pad) {
  INPUT(float, dy);
  OUTPUT(float, dx);
  const int i = GLOBAL_ID, pixels = in_h * in_w;
  if (i >= planes * pixels) return;
  const int plane = i / pixels, iy = i % pixels / in_w, ix = i % in_w;
  float sum = 0.0f;
  for (int ky = 0; ky < kernel_h; ++ky) {
    const int y = iy + pad_top - ky * dilation_h, oy = y / stride_h;
    if (y < 0 || oy * stride_h != y || oy >= out_h) continue;
    for (int kx = 0; kx < kernel_w; ++kx) {
      const int x = ix + pad_left - kx * dilation_w, ox = x / stride_w;
      if (x < 0 || ox * stride_w != x || ox >= out_w) continue;
      sum += dy[(plane * out_h + oy) * out_w + ox] /
             DIVISOR(oy * stride_h - pad_top, ox * stride_w - pad_left);
    }
  }
  dx[i] = sum;
}
