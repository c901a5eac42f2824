// SPDX-License-Identifier: Apache-2.0
//
// Mean squared error. Long sums go by groups into partial sums, which one group adds up.
KERNEL(squared_error)(MEM(a), MEM(b), MEM(y), int count) {
  INPUT(float, a);
  INPUT(float, b);
  OUTPUT(float, y);
  const int i = GLOBAL_ID;
  if (i < count) y[i] = (a[i] - b[i]) * (a[i] - b[i]);
}

KERNEL(squared_error_sums)(MEM(a), MEM(b), MEM(partial), int count) {
  INPUT(float, a);
  INPUT(float, b);
  OUTPUT(float, partial);
  LOCAL(float, scratch, 256);
  const int i = GLOBAL_ID;
  const float d = i < count ? a[i] - b[i] : 0.0f;
  const float sum = group_sum(d * d, scratch);
  if (ITEM(0) == 0) partial[GROUP(0)] = sum;
}

/* da = 2 scale (a - b) dloss, db = -da; either may be null. */
KERNEL(squared_error_grad)
(MEM(a), MEM(b), MEM(dloss), MEM(da), MEM(db), int count, float scale, int per_element) {
  INPUT(float, a);
  INPUT(float, b);
  INPUT(float, dloss);
  OUTPUT(float, da);
  OUTPUT(float, db);
  const int i = GLOBAL_ID;
  if (i >= count) return;
  const float grad = (a[i] - b[i]) * (2.0f * scale) * dloss[per_element ? i : 0];
  if (da) da[i] = grad;
  if (db) db[i] = -grad;
}
