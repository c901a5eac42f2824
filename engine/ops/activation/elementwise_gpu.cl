// SPDX-License-Identifier: Apache-2.0
//
// Activations and their gradients, dx = g(dy, y). `kind` and `alpha` are those of activate().
KERNEL(activation)(MEM(x), MEM(y), int count, int kind, float alpha) {
  INPUT(float, x);
  OUTPUT(float, y);
  const int i = GLOBAL_ID;
  if (i < count) y[i] = activate(x[i], kind, alpha);
}

KERNEL(activation_grad)(MEM(dy), MEM(y), MEM(dx), int count, int kind, float alpha) {
  INPUT(float, dy);
  INPUT(float, y);
  OUTPUT(float, dx);
  const int i = GLOBAL_ID;
  if (i >= count) return;
  const float d = dy[i], v = y[i];
  float g = d;
  if (kind == 1) g = v <= 0.0f ? 0.0f : d;
  if (kind == 2) g = v > 0.0f ? d : d * alpha;
  if (kind == 3) g = d * (v * (1.0f - v));
  if (kind == 4) g = d * (1.0f - v * v);
  dx[i] = g;
}
