// SPDX-License-Identifier: Apache-2.0
//
// Strided views of up to six dimensions, as append_dimensions() passes them. Dimension 0 is the
// innermost; strides in elements, 0 where an operand is repeated.
#define DIMENSIONS(name) \
  int name##0, int name##1, int name##2, int name##3, int name##4, int name##5

#define STRIDED_DIMENSION(n, s)  \
  {                              \
    const int rest = at / n;     \
    from += (at - rest * n) * s; \
    at = rest;                   \
  }

/* Where element `at` of the dimensions n with strides s lies. */
DEVICE int strided_place(int at, DIMENSIONS(n), DIMENSIONS(s)) {
  int from = 0;
  STRIDED_DIMENSION(n0, s0)
  if (at == 0) return from;
  STRIDED_DIMENSION(n1, s1)
  STRIDED_DIMENSION(n2, s2)
  STRIDED_DIMENSION(n3, s3)
  STRIDED_DIMENSION(n4, s4)
  STRIDED_DIMENSION(n5, s5)
  return from;
}
#define PLACE_IN(i, n, s) \
  strided_place(i, n##0, n##1, n##2, n##3, n##4, n##5, s##0, s##1, s##2, s##3, s##4, s##5)
