// SPDX-License-Identifier: Apache-2.0
//
// Sums, each in one order that the sizes alone decide. Dimension 0 is the innermost.
#define DIMENSIONS(name) \
  int name##0, int name##1, int name##2, int name##3, int name##4, int name##5

#define REDUCE_DIMENSION(n, s)   \
  {                              \
    const int rest = at / n;     \
    from += (at - rest * n) * s; \
    at = rest;                   \
  }

/* Where element i of the dimensions n with strides s lies. */
DEVICE int reduce_place(int at, DIMENSIONS(n), DIMENSIONS(s)) {
  int from = 0;
  REDUCE_DIMENSION(n0, s0)
  if (at == 0) return from;
  REDUCE_DIMENSION(n1, s1)
  REDUCE_DIMENSION(n2, s2)
  REDUCE_DIMENSION(n3, s3)
  REDUCE_DIMENSION(n4, s4)
  REDUCE_DIMENSION(n5, s5)
  return from;
}
#define KEPT(i) reduce_place(i, n0, n1, n2, n3, n4, n5, s0, s1, s2, s3, s4, s5)
#define SUMMED(i) reduce_place(i, m0, m1, m2, m3, m4, m5, t0, t1, t2, t3, t4, t5)
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
