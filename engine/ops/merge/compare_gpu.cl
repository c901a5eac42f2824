// SPDX-License-Identifier: Apache-2.0
//
// Comparisons, logic and choices with broadcasting, as engine/kernels/compare.h has them. Truth values
// are bytes, 0 or 1.
#define OPERANDS \
  MEM(a), MEM(b), MEM(y), int count, int comparison, DIMENSIONS(n), DIMENSIONS(as), DIMENSIONS(bs)

/* `comparison` is an esp_comparison. */
#define COMPARE(name, type)                                          \
  KERNEL(compare_##name)(OPERANDS) {                                 \
    INPUT(type, a);                                                  \
    INPUT(type, b);                                                  \
    OUTPUT(u8, y);                                                   \
    const int i = GLOBAL_ID;                                         \
    if (i >= count) return;                                          \
    const type p = a[PLACE_IN(i, n, as)], q = b[PLACE_IN(i, n, bs)]; \
    const int result = comparison == 0   ? p == q                    \
                       : comparison == 1 ? p > q                     \
                       : comparison == 2 ? p < q                     \
                       : comparison == 3 ? p >= q                    \
                                         : p <= q;                   \
    y[i] = (u8)result;                                               \
  }
COMPARE(float, float)
COMPARE(int32, int)
COMPARE(int64, i64)
COMPARE(uint8, u8)
COMPARE(int8, i8)

KERNEL(compare_bool)(OPERANDS) {
  INPUT(u8, a);
  INPUT(u8, b);
  OUTPUT(u8, y);
  const int i = GLOBAL_ID;
  if (i >= count) return;
  const int p = a[PLACE_IN(i, n, as)] != 0, q = b[PLACE_IN(i, n, bs)] != 0;
  const int result = comparison == 5   ? p && q
                     : comparison == 6 ? p || q
                     : comparison == 7 ? p != q
                     : comparison == 8 ? !p
                                       : p == q;
  y[i] = (u8)result;
}

/* y = cond ? a : b */
#define SELECT(name, type)                                                                      \
  KERNEL(name)                                                                                  \
  (MEM(cond), MEM(a), MEM(b), MEM(y), int count, DIMENSIONS(n), DIMENSIONS(cs), DIMENSIONS(as), \
   DIMENSIONS(bs)) {                                                                            \
    INPUT(u8, cond);                                                                            \
    INPUT(type, a);                                                                             \
    INPUT(type, b);                                                                             \
    OUTPUT(type, y);                                                                            \
    const int i = GLOBAL_ID;                                                                    \
    if (i >= count) return;                                                                     \
    y[i] = cond[PLACE_IN(i, n, cs)] ? a[PLACE_IN(i, n, as)] : b[PLACE_IN(i, n, bs)];            \
  }
SELECT(select1, u8)
SELECT(select2, u16)
SELECT(select4, u32)
SELECT(select8, u64)
