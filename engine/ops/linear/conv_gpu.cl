// SPDX-License-Identifier: Apache-2.0
//
// Convolution and its gradients over [N, C, H, W] as products of matrices whose elements are read where
// they lie (implicit GEMM). The third dimension of the grid is the group.
#define GEOMETRY                                                                                \
  int batch, int channels, int in_h, int in_w, int outputs, int out_h, int out_w, int kernel_h, \
      int kernel_w, int stride_h, int stride_w, int dilation_h, int dilation_w, int pad_top,    \
      int pad_left, int groups

/* x at tap k of the window at (top, left); 0 in the padding. */
DEVICE float conv_input(const GLOBAL(float) image, int k, int taps, int kernel_w, int top, int left,
                        int dilation_h, int dilation_w, int in_h, int in_w) {
  const int c = k / taps, tap = k - c * taps, ky = tap / kernel_w;
  const int iy = top + ky * dilation_h, ix = left + (tap - ky * kernel_w) * dilation_w;
  if (iy < 0 || iy >= in_h || ix < 0 || ix >= in_w) return 0.0f;
  return image[(c * in_h + iy) * in_w + ix];
}

/* dy of the window whose tap k reads the padded x at (row, column); 0 where there is none. */
DEVICE float conv_output(const GLOBAL(float) image, int k, int taps, int kernel_w, int row,
                         int column, int stride_h, int stride_w, int dilation_h, int dilation_w,
                         int out_h, int out_w) {
  const int o = k / taps, tap = k - o * taps, ky = tap / kernel_w;
  const int y = row - ky * dilation_h, x = column - (tap - ky * kernel_w) * dilation_w;
  const int oy = y / stride_h, ox = x / stride_w;
  if (y < 0 || x < 0 || oy * stride_h != y || ox * stride_w != x || oy >= out_h || ox >= out_w)
    return 0.0f;
  return image[(o * out_h + oy) * out_w + ox];
}

/* x at the tap (row, column) of window `pixel`; 0 in the padding. */
DEVICE float conv_patch(const GLOBAL(float) plane, int pixel, int out_w, int stride_h, int stride_w,
                        int row, int column, int in_h, int in_w) {
  const int oy = pixel / out_w;
  const int iy = oy * stride_h + row, ix = (pixel - oy * out_w) * stride_w + column;
  if (iy < 0 || iy >= in_h || ix < 0 || ix >= in_w) return 0.0f;
  return plane[iy * in_w + ix];
}

/* y = activate(conv(x, w) + bias + add): rows are output channels, columns (image, pixel), and k is
 * (input channel, kernel). */
KERNEL(conv)
(MEM(x), MEM(w), MEM(bias), MEM(add), MEM(y), GEOMETRY, int kind, float alpha) {
  INPUT(float, x);
  INPUT(float, w);
  INPUT(float, bias);
  INPUT(float, add);
  OUTPUT(float, y);
  const int group = GROUP(2), m_end = outputs / groups, in_group = channels / groups;
  const int pixels = out_h * out_w, taps = kernel_h * kernel_w;
  const int n_end = batch * pixels, k_end = in_group * taps;
  int top = 0, left = 0;
  const GLOBAL(float) image = x;
#define COLUMN(n)                                                   \
  {                                                                 \
    const int b = (n) / pixels, p = (n)-b * pixels, oy = p / out_w; \
    top = oy * stride_h - pad_top;                                  \
    left = (p - oy * out_w) * stride_w - pad_left;                  \
    image = x + (b * channels + group * in_group) * in_h * in_w;    \
  }
#define A_AT(m, k) w[(group * m_end + (m)) * k_end + (k)]
#define B_AT(k, n) \
  conv_input(image, k, taps, kernel_w, top, left, dilation_h, dilation_w, in_h, in_w)
#define STORE(m, n, v)                                                                   \
  {                                                                                      \
    const int o = group * m_end + (m), b = (n) / pixels;                                 \
    const int i = (b * outputs + o) * pixels + (n)-b * pixels;                           \
    y[i] = activate((v) + (bias ? bias[o] : 0.0f) + (add ? add[i] : 0.0f), kind, alpha); \
  }
  TILED_PRODUCT(m_end, n_end, 0, k_end)
#undef COLUMN
#undef A_AT
#undef B_AT
#undef STORE
}

/* dx: rows are input channels, columns (image, pixel of x), k is (output channel, kernel). */
KERNEL(conv_grad_x)(MEM(dy), MEM(w), MEM(dx), GEOMETRY) {
  INPUT(float, dy);
  INPUT(float, w);
  OUTPUT(float, dx);
  const int group = GROUP(2), m_end = channels / groups, out_group = outputs / groups;
  const int pixels = in_h * in_w, taps = kernel_h * kernel_w;
  const int n_end = batch * pixels, k_end = out_group * taps;
  int row = 0, column = 0;
  const GLOBAL(float) image = dy;
#define COLUMN(n)                                                   \
  {                                                                 \
    const int b = (n) / pixels, p = (n)-b * pixels;                 \
    row = p / in_w + pad_top;                                       \
    column = p % in_w + pad_left;                                   \
    image = dy + (b * outputs + group * out_group) * out_h * out_w; \
  }
#define A_AT(m, k) w[((group * out_group + (k) / taps) * m_end + (m)) * taps + (k) % taps]
#define B_AT(k, n)                                                                               \
  conv_output(image, k, taps, kernel_w, row, column, stride_h, stride_w, dilation_h, dilation_w, \
              out_h, out_w)
#define STORE(m, n, v)                                                      \
  {                                                                         \
    const int b = (n) / pixels;                                             \
    dx[(b * channels + group * m_end + (m)) * pixels + (n)-b * pixels] = v; \
  }
  TILED_PRODUCT(m_end, n_end, 0, k_end)
#undef COLUMN
#undef A_AT
#undef B_AT
#undef STORE
}

/* dw: rows are output channels, columns (input channel, kernel), k is (image, pixel of y). The third
 * dimension of the grid is (chunk of k, group): chunk c of dw begins at c * the size of dw. */
KERNEL(conv_grad_w)(MEM(x), MEM(dy), MEM(dw), GEOMETRY, int chunk) {
  INPUT(float, x);
  INPUT(float, dy);
  OUTPUT(float, dw);
  const int group = GROUP(2) % groups, part = GROUP(2) / groups;
  const int m_end = outputs / groups, in_group = channels / groups;
  const int pixels = out_h * out_w, taps = kernel_h * kernel_w, n_end = in_group * taps;
  const int all = batch * pixels, k_begin = part * chunk;
  const int k_end = k_begin + chunk < all ? k_begin + chunk : all;
  int row = 0, column = 0;
  const GLOBAL(float) plane = x;
#define COLUMN(n)                                                      \
  {                                                                    \
    const int c = (n) / taps, tap = (n)-c * taps, ky = tap / kernel_w; \
    row = ky * dilation_h - pad_top;                                   \
    column = (tap - ky * kernel_w) * dilation_w - pad_left;            \
    plane = x + (group * in_group + c) * in_h * in_w;                  \
  }
#define A_AT(m, k) dy[((k) / pixels * outputs + group * m_end + (m)) * pixels + (k) % pixels]
#define B_AT(k, n)                                                                         \
  conv_patch(plane + (k) / pixels * channels * in_h * in_w, (k) % pixels, out_w, stride_h, \
             stride_w, row, column, in_h, in_w)
#define STORE(m, n, v) dw[((part * groups + group) * m_end + (m)) * n_end + (n)] = v;
  TILED_PRODUCT(m_end, n_end, k_begin, k_end)
#undef COLUMN
#undef A_AT
#undef B_AT
#undef STORE
}

/* db[o] = the sum of dy over images and pixels; a group each. */
KERNEL(conv_grad_b)(MEM(dy), MEM(db), int batch, int outputs, int pixels) {
  INPUT(float, dy);
  OUTPUT(float, db);
  LOCAL(float, scratch, 256);
  const int o = GROUP(0);
  float sum = 0.0f;
  for (int i = ITEM(0); i < batch * pixels; i += GROUP_ITEMS) {
    const int b = i / pixels;
    sum += dy[(b * outputs + o) * pixels + i - b * pixels];
  }
  sum = group_sum(sum, scratch);
  if (ITEM(0) == 0) db[o] = sum;
}
