// SPDX-License-Identifier: Apache-2.0
//
// Softmax along the middle of [outer, axis, inner], and its gradients; a group a line.
#define LINE const int at = GROUP(0) / inner * axis * inner + GROUP(0) % inner

KERNEL(softmax)(MEM(x), MEM(y), int axis, int inner, int logarithm) {
  INPUT(float, x);
  OUTPUT(float, y);
  LOCAL(float, scratch, 256);
  LINE;
  float most = -INFINITE, sum = 0.0f;
  for (int i = ITEM(0); i < axis; i += GROUP_ITEMS) {
    const float v = x[at + i * inner];
    if (v > most || v != v) most = v;
  }
  most = group_max(most, scratch);
  for (int i = ITEM(0); i < axis; i += GROUP_ITEMS) sum += EXP(x[at + i * inner] - most);
  sum = group_sum(sum, scratch);
  const float log_sum = LOG(sum);
  for (int i = ITEM(0); i < axis; i += GROUP_ITEMS) {
    const float v = x[at + i * inner] - most;
    y[at + i * inner] = logarithm ? v - log_sum : EXP(v) / sum;
  }
}

/* dx = y * (dy - sum dy * y), or of the logarithm dx = dy - exp(y) * sum dy. */
KERNEL(softmax_grad)(MEM(dy), MEM(y), MEM(dx), int axis, int inner, int logarithm) {
  INPUT(float, dy);
  INPUT(float, y);
  OUTPUT(float, dx);
  LOCAL(float, scratch, 256);
  LINE;
  float sum = 0.0f;
  for (int i = ITEM(0); i < axis; i += GROUP_ITEMS) {
    const float d = dy[at + i * inner];
    sum += logarithm ? d : d * y[at + i * inner];
  }
  sum = group_sum(sum, scratch);
  for (int i = ITEM(0); i < axis; i += GROUP_ITEMS) {
    const float d = dy[at + i * inner], v = y[at + i * inner];
    dx[at + i * inner] = logarithm ? d - EXP(v) * sum : v * (d - sum);
  }
}
