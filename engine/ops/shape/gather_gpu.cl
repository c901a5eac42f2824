// SPDX-License-Identifier: Apache-2.0
//
// Rows of x[outer, axis, inner] by number, as engine/kernels/gather.h has them: y[o, i, :] = x[o,
// indices[i], :]. An index is an int or, where `wide`, an i64.
DEVICE int row_of(i64 index, int axis) {
  if (index < 0) index += axis;
  return index < 0 ? 0 : index >= axis ? axis - 1 : (int)index;
}
#define ROW_AT(i)                                                         \
  row_of(wide ? ((const GLOBAL(i64))(indices_base + indices_at))[i]       \
              : (i64)((const GLOBAL(int))(indices_base + indices_at))[i], \
         axis)

#define GATHER(name, type)                                                              \
  KERNEL(name)                                                                          \
  (MEM(x), MEM(indices), MEM(y), int count, int wide, int axis, int inner, int taken) { \
    INPUT(type, x);                                                                     \
    OUTPUT(type, y);                                                                    \
    const int i = GLOBAL_ID;                                                            \
    if (i >= count) return;                                                             \
    const int row = i / inner;                                                          \
    y[i] = x[(row / taken * axis + ROW_AT(row % taken)) * inner + i % inner];           \
  }
GATHER(gather1, u8)
GATHER(gather2, u16)
GATHER(gather4, u32)
GATHER(gather8, u64)

/* dx[o, indices[i], :] += dy[o, i, :] in ascending order of i, an item a column; dx is 0 before. */
KERNEL(gather_grad)
(MEM(dy), MEM(indices), MEM(dx), int columns, int wide, int axis, int inner, int taken) {
  INPUT(float, dy);
  OUTPUT(float, dx);
  const int c = GLOBAL_ID;
  if (c >= columns) return;
  const int from = c / inner * taken * inner + c % inner;
  const int to = c / inner * axis * inner + c % inner;
  for (int i = 0; i < taken; ++i) dx[to + ROW_AT(i) * inner] += dy[from + i * inner];
}
