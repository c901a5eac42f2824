// SPDX-License-Identifier: Apache-2.0
//
// Layer normalisation of the rows of [rows, size], as engine/kernels/layer_norm.h has it; a group a row.
KERNEL(layer_norm)
(MEM(x), MEM(scale), MEM(bias), MEM(y), MEM(saved_mean), MEM(saved_inv_std), int size,
 float epsilon) {
  INPUT(float, x);
  INPUT(float, scale);
  INPUT(float, bias);
  OUTPUT(float, y);
  OUTPUT(float, saved_mean);
  OUTPUT(float, saved_inv_std);
  LOCAL(float, scratch, 256);
  const int row = GROUP(0) * size;
  float sum = 0.0f, squares = 0.0f;
  for (int i = ITEM(0); i < size; i += GROUP_ITEMS) sum += x[row + i];
  const float mean = group_sum(sum, scratch) / (float)size;
  for (int i = ITEM(0); i < size; i += GROUP_ITEMS) {
    const float d = x[row + i] - mean;
    squares += d * d;
  }
  const float inv_std = 1.0f / SQRT(group_sum(squares, scratch) / (float)size + epsilon);
  for (int i = ITEM(0); i < size; i += GROUP_ITEMS) {
    const float v = (x[row + i] - mean) * inv_std * scale[i];
    y[row + i] = bias ? v + bias[i] : v;
  }
  if (ITEM(0) == 0) {
    if (saved_mean) saved_mean[GROUP(0)] = mean;
    if (saved_inv_std) saved_inv_std[GROUP(0)] = inv_std;
  }
}

KERNEL(layer_norm_grad)
(MEM(dy), MEM(x), MEM(scale), MEM(saved_mean), MEM(saved_inv_std), MEM(dx), MEM(dy_x), int size) {
  INPUT(float, dy);
  INPUT(float, x);
  INPUT(float, scale);
  INPUT(float, saved_mean);
  INPUT(float, saved_inv_std);
  OUTPUT(float, dx);
  OUTPUT(float, dy_x);
  LOCAL(float, scratch, 256);
  const int row = GROUP(0) * size;
  const float mean = saved_mean[GROUP(0)], inv_std = saved_inv_std[GROUP(0)];
  float sum = 0.0f, product = 0.0f;
  for (int i = ITEM(0); i < size; i += GROUP_ITEMS) {
    const float g = dy[row + i] * scale[i];
    sum += g;
    product += g * ((x[row + i] - mean) * inv_std);
  }
  const float middle = group_sum(sum, scratch) / (float)size;
  const float tilt = group_sum(product, scratch) / (float)size;
  for (int i = ITEM(0); i < size; i += GROUP_ITEMS) {
    const float flow = dy[row + i], normal = (x[row + i] - mean) * inv_std;
    if (dy_x) dy_x[row + i] = flow * normal;
    if (dx) dx[row + i] = (flow * scale[i] - middle - normal * tilt) * inv_std;
  }
}
