// SPDX-License-Identifier: Apache-2.0
//
// Copies between strided views; offsets in elements.
#define COPY_DIMENSION(d)                 \
  {                                       \
    const int rest = i / n##d;            \
    const int at = i - rest * n##d;       \
    from += at * xs##d, to += at * ys##d; \
    i = rest;                             \
  }

#define COPY(name, type)                                                                 \
  KERNEL(name)                                                                           \
  (MEM(x), MEM(y), int count, int x_offset, int y_offset, DIMENSIONS(n), DIMENSIONS(xs), \
   DIMENSIONS(ys)) {                                                                     \
    INPUT(type, x);                                                                      \
    OUTPUT(type, y);                                                                     \
    int i = GLOBAL_ID, from = x_offset, to = y_offset;                                   \
    if (i >= count) return;                                                              \
    COPY_DIMENSION(0)                                                                    \
    COPY_DIMENSION(1)                                                                    \
    COPY_DIMENSION(2)                                                                    \
    COPY_DIMENSION(3)                                                                    \
    COPY_DIMENSION(4)                                                                    \
    COPY_DIMENSION(5)                                                                    \
    y[to] = x[from];                                                                     \
  }

COPY(copy1, u8)
COPY(copy2, u16)
COPY(copy4, u32)
COPY(copy8, u64)

KERNEL(fill)(MEM(y), int count, float value) {
  OUTPUT(float, y);
  const int i = GLOBAL_ID;
  if (i < count) y[i] = value;
}
