// SPDX-License-Identifier: Apache-2.0
//
// Sums, each in one order that the sizes alone decide, and extremes.
#define KEPT(i) PLACE_IN(i, n, s)
#define SUMMED(i) PLACE_IN(i, m, t)
#define REDUCTION                                                                    \
  MEM(x), MEM(y), int outputs, int terms, float scale, DIMENSIONS(n), DIMENSIONS(s), \
      DIMENSIONS(m), DIMENSIONS(t)

/* y = scale * the sum of x over the dimensions m with strides t: an item an output. */
KERNEL(reduce_short)(REDUCTION) {
  INPUT(float, x);
  OUTPUT(float, y);
  const int i = GLOBAL_ID;
  if (i >= outputs) return;
  const GLOBAL(float) from = x + KEPT(i);
  float sum = 0.0f;
  for (int k = 0; k < terms; ++k) sum += from[SUMMED(k)];
  y[i] = sum * scale;
}

/* The same for long sums: a group an output. */
KERNEL(reduce_long)(REDUCTION) {
  INPUT(float, x);
  OUTPUT(float, y);
  LOCAL(float, scratch, 256);
  const GLOBAL(float) from = x + KEPT(GROUP(0));
  float sum = 0.0f;
  for (int k = ITEM(0); k < terms; k += GROUP_ITEMS) sum += from[SUMMED(k)];
  sum = group_sum(sum, scratch);
  if (ITEM(0) == 0) y[GROUP(0)] = sum * scale;
}

/* y = the greatest of x, or with the scale -1 the least; NaN where there is one. */
KERNEL(extreme_short)(REDUCTION) {
  INPUT(float, x);
  OUTPUT(float, y);
  const int i = GLOBAL_ID;
  if (i >= outputs) return;
  const GLOBAL(float) from = x + KEPT(i);
  float most = -INFINITE;
  for (int k = 0; k < terms; ++k) {
    const float v = scale * from[SUMMED(k)];
    if (v > most || v != v) most = v;
  }
  y[i] = scale * most;
}

KERNEL(extreme_long)(REDUCTION) {
  INPUT(float, x);
  OUTPUT(float, y);
  LOCAL(float, scratch, 256);
  const GLOBAL(float) from = x + KEPT(GROUP(0));
  float most = -INFINITE;
  for (int k = ITEM(0); k < terms; k += GROUP_ITEMS) {
    const float v = scale * from[SUMMED(k)];
    if (v > most || v != v) most = v;
  }
  most = group_max(most, scratch);
  if (ITEM(0) == 0) y[GROUP(0)] = scale * most;
}

/* y[r] = scale * the sum of row r: a group a row. */
KERNEL(sum_rows)(MEM(x), MEM(y), int length, float scale) {
  INPUT(float, x);
  OUTPUT(float, y);
  LOCAL(float, scratch, 256);
  const GLOBAL(float) row = x + GROUP(0) * length;
  float sum = 0.0f;
  for (int i = ITEM(0); i < length; i += GROUP_ITEMS) sum += row[i];
  sum = group_sum(sum, scratch);
  if (ITEM(0) == 0) y[GROUP(0)] = sum * scale;
}

/* y[i] = the sum of partial[c, i] over the chunks. */
KERNEL(sum_chunks)(MEM(partial), MEM(y), int chunks, int count) {
  INPUT(float, partial);
  OUTPUT(float, y);
  const int i = GLOBAL_ID;
  if (i >= count) return;
  float sum = 0.0f;
  for (int c = 0; c < chunks; ++c) sum += partial[c * count + i];
  y[i] = sum;
}

KERNEL(scale)(MEM(x), MEM(y), int count, float factor) {
  INPUT(float, x);
  OUTPUT(float, y);
  const int i = GLOBAL_ID;
  if (i < count) y[i] = x[i] * factor;
}
