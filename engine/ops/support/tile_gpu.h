// SPDX-License-Identifier: Apache-2.0
//
// A matrix product in tiles: groups of 16 x 16 items, each item ROWS x 4 elements of the result. The
// kernel says how elements are read and written, by macros:
//   COLUMN(n)  runs once for the column of B that the item reads; what it sets is at hand in
//   A_AT(m, k), B_AT(k, n)  the factors; asked for inside the matrices only
//   STORE(m, n, v)  takes an element of the result, inside it only
// Sums go over k in ascending order.
#ifndef ROWS
#define ROWS 4
#endif
#define TILE_ROWS (16 * ROWS)
#define TILE_COLUMNS 64
#define TILE_DEPTH 16

#define TILED_PRODUCT(m_end, n_end, k_begin, k_end)                                                \
  LOCAL(float, tile_a, TILE_DEPTH*(TILE_ROWS + 1));                                                \
  LOCAL(float, tile_b, TILE_DEPTH* TILE_COLUMNS);                                                  \
  const int item = ITEM(1) * 16 + ITEM(0);                                                         \
  const int first_row = GROUP(1) * TILE_ROWS, first_column = GROUP(0) * TILE_COLUMNS;              \
  const int read_column = first_column + item % TILE_COLUMNS;                                      \
  float sum[ROWS][4];                                                                              \
  UNROLL for (int r = 0; r < ROWS; ++r) UNROLL for (int c = 0; c < 4; ++c) sum[r][c] = 0.0f;       \
  COLUMN(read_column)                                                                              \
  for (int k0 = k_begin; k0 < k_end; k0 += TILE_DEPTH) {                                           \
    UNROLL for (int r = 0; r < ROWS; ++r) {                                                        \
      const int in_tile = item / TILE_DEPTH + 16 * r, m = first_row + in_tile;                     \
      const int k = k0 + item % TILE_DEPTH;                                                        \
      float v = 0.0f;                                                                              \
      if (m < m_end && k < k_end) v = A_AT(m, k);                                                  \
      tile_a[item % TILE_DEPTH * (TILE_ROWS + 1) + in_tile] = v;                                   \
    }                                                                                              \
    UNROLL for (int r = 0; r < 4; ++r) {                                                           \
      const int k = k0 + item / TILE_COLUMNS + 4 * r;                                              \
      float v = 0.0f;                                                                              \
      if (read_column < n_end && k < k_end) v = B_AT(k, read_column);                              \
      tile_b[(item / TILE_COLUMNS + 4 * r) * TILE_COLUMNS + item % TILE_COLUMNS] = v;              \
    }                                                                                              \
    BARRIER();                                                                                     \
    for (int k = 0; k < TILE_DEPTH; ++k) {                                                         \
      float a[ROWS], b[4];                                                                         \
      UNROLL for (int r = 0; r < ROWS; ++r) a[r] = tile_a[k * (TILE_ROWS + 1) + ITEM(1) + 16 * r]; \
      UNROLL for (int c = 0; c < 4; ++c) b[c] = tile_b[k * TILE_COLUMNS + ITEM(0) + 16 * c];       \
      UNROLL for (int r = 0; r < ROWS; ++r) UNROLL for (int c = 0; c < 4; ++c) sum[r][c] +=        \
          a[r] * b[c];                                                                             \
    }                                                                                              \
    BARRIER();                                                                                     \
  }                                                                                                \
  UNROLL for (int r = 0; r < ROWS; ++r) {                                                          \
    UNROLL for (int c = 0; c < 4; ++c) {                                                           \
      const int m = first_row + ITEM(1) + 16 * r, n = first_column + ITEM(0) + 16 * c;             \
      if (m < m_end && n < n_end) STORE(m, n, sum[r][c])                                           \
    }                                                                                              \
  }
