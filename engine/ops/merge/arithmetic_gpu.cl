// SPDX-License-Identifier: Apache-2.0
//
// y = activate(value), a value of p from a and q from b, with broadcasting: strides of a and b over y, 0 where one is repeated.
// Dimension 0 is the innermost.
#define BINARY_DIMENSION(d)                         \
  {                                                 \
    const int rest = at / n##d;                     \
    const int here = at - rest * n##d;              \
    from_a += here * as##d, from_b += here * bs##d; \
    at = rest;                                      \
  }

#define BINARY(name, value)                                                           \
  KERNEL(name)                                                                        \
  (MEM(a), MEM(b), MEM(y), int count, int rank, int kind, float alpha, DIMENSIONS(n), \
   DIMENSIONS(as), DIMENSIONS(bs)) {                                                  \
    INPUT(float, a);                                                                  \
    INPUT(float, b);                                                                  \
    OUTPUT(float, y);                                                                 \
    const int i = GLOBAL_ID;                                                          \
    int at = i, from_a = 0, from_b = 0;                                               \
    if (i >= count) return;                                                           \
    BINARY_DIMENSION(0)                                                               \
    if (rank > 1) BINARY_DIMENSION(1)                                                 \
    if (rank > 2) BINARY_DIMENSION(2)                                                 \
    if (rank > 3) BINARY_DIMENSION(3)                                                 \
    if (rank > 4) BINARY_DIMENSION(4)                                                 \
    if (rank > 5) BINARY_DIMENSION(5)                                                 \
    const float p = a[from_a], q = b[from_b];                                         \
    y[i] = activate(value, kind, alpha);                                              \
  }

BINARY(add, p + q)
BINARY(sub, p - q)
BINARY(mul, p* q)
BINARY(divide, p / q)
/* NaN where either is. */
BINARY(greater, p > q || p != p ? p : q)
BINARY(lesser, p < q || p != p ? p : q)
BINARY(power, q == 2.0f ? p * p : q == 0.5f ? SQRT(p) : MATH(pow)(p, q))
