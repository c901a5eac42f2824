// SPDX-License-Identifier: Apache-2.0
//
// Batch normalisation over [N, C, S], as engine/kernels/batch_norm_*.h have it; in training and for the
// gradient a group a channel.
#define PLACE(i) ((i) / spatial * channels + c) * spatial + (i) % spatial

KERNEL(batch_norm_infer)
(MEM(x), MEM(scale), MEM(bias), MEM(mean), MEM(var), MEM(y), int count, int channels, int spatial,
 float epsilon) {
  INPUT(float, x);
  INPUT(float, scale);
  INPUT(float, bias);
  INPUT(float, mean);
  INPUT(float, var);
  OUTPUT(float, y);
  const int i = GLOBAL_ID;
  if (i >= count) return;
  const int c = i / spatial % channels;
  y[i] = (x[i] - mean[c]) * (scale[c] / SQRT(var[c] + epsilon)) + bias[c];
}

/* The mean first, then the squares about it. Running statistics may be updated in place. */
KERNEL(batch_norm_train)
(MEM(x), MEM(scale), MEM(bias), MEM(running_mean), MEM(running_var), MEM(y), MEM(saved_mean),
 MEM(saved_inv_std), MEM(new_mean), MEM(new_var), int batch, int channels, int spatial,
 float epsilon, float momentum) {
  INPUT(float, x);
  INPUT(float, scale);
  INPUT(float, bias);
  INPUT(float, running_mean);
  INPUT(float, running_var);
  OUTPUT(float, y);
  OUTPUT(float, saved_mean);
  OUTPUT(float, saved_inv_std);
  OUTPUT(float, new_mean);
  OUTPUT(float, new_var);
  LOCAL(float, scratch, 256);
  const int c = GROUP(0), count = batch * spatial;
  float sum = 0.0f, squares = 0.0f;
  for (int i = ITEM(0); i < count; i += GROUP_ITEMS) sum += x[PLACE(i)];
  const float mean = group_sum(sum, scratch) / (float)count;
  for (int i = ITEM(0); i < count; i += GROUP_ITEMS) {
    const float d = x[PLACE(i)] - mean;
    squares += d * d;
  }
  const float var = group_sum(squares, scratch) / (float)count;
  const float inv_std = 1.0f / SQRT(var + epsilon);
  const float factor = scale[c] * inv_std, offset = bias[c];
  if (ITEM(0) == 0) {
    if (saved_mean) saved_mean[c] = mean;
    if (saved_inv_std) saved_inv_std[c] = inv_std;
    if (new_mean) new_mean[c] = momentum * running_mean[c] + (1.0f - momentum) * mean;
    if (new_var) new_var[c] = momentum * running_var[c] + (1.0f - momentum) * var;
  }
  if (y)
    for (int i = ITEM(0); i < count; i += GROUP_ITEMS)
      y[PLACE(i)] = (x[PLACE(i)] - mean) * factor + offset;
}

KERNEL(batch_norm_grad)
(MEM(dy), MEM(x), MEM(scale), MEM(saved_mean), MEM(saved_inv_std), MEM(dx), MEM(dscale), MEM(dbias),
 int batch, int channels, int spatial) {
  INPUT(float, dy);
  INPUT(float, x);
  INPUT(float, scale);
  INPUT(float, saved_mean);
  INPUT(float, saved_inv_std);
  OUTPUT(float, dx);
  OUTPUT(float, dscale);
  OUTPUT(float, dbias);
  LOCAL(float, scratch, 256);
  const int c = GROUP(0), count = batch * spatial;
  const float mean = saved_mean[c], inv_std = saved_inv_std[c];
  float sum = 0.0f, product = 0.0f;
  for (int i = ITEM(0); i < count; i += GROUP_ITEMS) {
    const float d = dy[PLACE(i)];
    sum += d;
    product += d * (x[PLACE(i)] - mean);
  }
  sum = group_sum(sum, scratch);
  product = group_sum(product, scratch);
  if (ITEM(0) == 0) {
    if (dbias) dbias[c] = sum;
    if (dscale) dscale[c] = product * inv_std;
  }
  if (!dx) return;
  const float factor = scale[c] * inv_std;
  const float slope = -factor * inv_std * inv_std * product / (float)count;
  const float offset = -factor * sum / (float)count;
  for (int i = ITEM(0); i < count; i += GROUP_ITEMS)
    dx[PLACE(i)] = factor * dy[PLACE(i)] + slope * (x[PLACE(i)] - mean) + offset;
}
