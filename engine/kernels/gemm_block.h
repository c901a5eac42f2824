// SPDX-License-Identifier: Apache-2.0
//
// One block of C: packing of its operands where that pays, and the loops around the micro-kernel.
#ifndef ESP_GEMM_BLOCK_H
#define ESP_GEMM_BLOCK_H

#include "gemm_finish.h"
#include "vector_transpose.h"

// Largest block of a tile. B's part, ESP_GEMM_BLOCK_K x ESP_GEMM_BLOCK_N, is to stay in the
// second-level cache.
#define ESP_GEMM_BLOCK_M 96
#define ESP_GEMM_BLOCK_N 256
// Multiply-adds that a tile should have before a product is cut further (some microseconds).
#define ESP_GEMM_GRAIN (1 << 17)

// How a product is cut; from its shape only.
typedef struct esp_gemm_cut {
  esp_int chunks, chunk_k;    // of k
  esp_int blocks_m, block_m;  // block_m is a multiple of ESP_ROWS
  esp_int blocks_n, block_n;  // block_n is a multiple of ESP_PANEL
  esp_int tiles;
} esp_gemm_cut;

ESP_INLINE esp_int esp_divide_up(esp_int a, esp_int b) { return (a + b - 1) / b; }
ESP_INLINE esp_int esp_round_up(esp_int a, esp_int b) { return (a + b - 1) / b * b; }
ESP_INLINE esp_int esp_at_most(esp_int a, esp_int b) { return a < b ? a : b; }

ESP_INLINE esp_gemm_cut esp_gemm_cut_of(esp_int batch, esp_int m, esp_int n, esp_int k,
                                        esp_int chunks) {
  esp_gemm_cut cut = {1, k, 0, 0, 0, 0, 0};
  if (batch <= 0 || m <= 0 || n <= 0) return cut;
  if (chunks > 1) cut.chunks = chunks, cut.chunk_k = esp_divide_up(k, chunks);
  cut.blocks_m = esp_divide_up(m, ESP_GEMM_BLOCK_M);
  cut.blocks_n = esp_divide_up(n, ESP_GEMM_BLOCK_N);
  for (;;) {
    cut.block_m = esp_round_up(esp_divide_up(m, cut.blocks_m), ESP_ROWS);
    cut.block_n = esp_round_up(esp_divide_up(n, cut.blocks_n), ESP_PANEL);
    cut.blocks_m = esp_divide_up(m, cut.block_m);
    cut.blocks_n = esp_divide_up(n, cut.block_n);
    cut.tiles = batch * cut.chunks * cut.blocks_m * cut.blocks_n;
    const double work = (double)cut.block_m * (double)cut.block_n * (double)cut.chunk_k;
    if (cut.tiles >= 32 || work < 2.0 * ESP_GEMM_GRAIN) return cut;
    if (cut.block_n > ESP_PANEL && 2 * cut.block_n > cut.block_m)
      cut.blocks_n *= 2;
    else if (cut.block_m > ESP_ROWS)
      cut.blocks_m *= 2;
    else
      return cut;
  }
}

// Operands of one product. op(A)[i, t] is a[i * row_a + t * step_a].
typedef struct esp_gemm_operands {
  const float* a;
  esp_int row_a, step_a;
  const float* b;
  int trans_b;
  esp_int ldb;  // rows of b, ignored if packed
  int packed;   // b is packed as by gemm_pack
  esp_int m, n, k;
} esp_gemm_operands;

// Whether panels of B are copied together before use: if they must be transposed, or if they are
// used often and their rows lie in many pages.
ESP_INLINE int esp_gemm_packs_b(esp_int m, esp_int k, int trans_b, esp_int ldb) {
  return trans_b || (m >= 4 * ESP_ROWS && k > 32 && ldb > 512);
}

typedef void esp_gemm_micro_fn(esp_int terms, const float* a, esp_int row_a, esp_int step_a,
                               const float* b, esp_int step_b, esp_block* sums);

#define ESP_GEMM_MICRO(rows)                                                             \
  ESP_OUTLINE void esp_gemm_micro_##rows(esp_int terms, const float* a, esp_int row_a,   \
                                         esp_int step_a, const float* b, esp_int step_b, \
                                         esp_block* sums) {                              \
    esp_micro(rows, terms, a, row_a, step_a, b, step_b, sums);                           \
  }
ESP_GEMM_MICRO(1)
ESP_GEMM_MICRO(2)
ESP_GEMM_MICRO(3)
ESP_GEMM_MICRO(4)
#if ESP_WIDTH >= 4
ESP_GEMM_MICRO(5)
ESP_GEMM_MICRO(6)
#endif
#if ESP_WIDTH >= 16
ESP_GEMM_MICRO(7)
ESP_GEMM_MICRO(8)
ESP_GEMM_MICRO(9)
ESP_GEMM_MICRO(10)
ESP_GEMM_MICRO(11)
ESP_GEMM_MICRO(12)
#endif

// A block of `rows` <= ESP_ROWS.
ESP_INLINE void esp_gemm_micro(esp_int rows, esp_int terms, const float* a, esp_int row_a,
                               esp_int step_a, const float* b, esp_int step_b, esp_block* sums) {
  static esp_gemm_micro_fn* const by_rows[] = {
    esp_gemm_micro_1,
    esp_gemm_micro_2,
    esp_gemm_micro_3,
    esp_gemm_micro_4,
#if ESP_WIDTH >= 4
    esp_gemm_micro_5,
    esp_gemm_micro_6,
#endif
#if ESP_WIDTH >= 16
    esp_gemm_micro_7,
    esp_gemm_micro_8,
    esp_gemm_micro_9,
    esp_gemm_micro_10,
    esp_gemm_micro_11,
    esp_gemm_micro_12,
#endif
  };
  by_rows[rows - 1](terms, a, row_a, step_a, b, step_b, sums);
}

// Copies columns [j, j + columns) of rows [t, t + terms) of op(B) into panels at `to`; what is past
// the last column is zero.
ESP_OUTLINE void esp_gemm_pack_b(float* to, const esp_gemm_operands* o, esp_int t, esp_int terms,
                                 esp_int j, esp_int columns) {
  for (esp_int at = 0; at < columns; at += ESP_PANEL) {
    const esp_int count = esp_at_most(columns - at, ESP_PANEL);
    if (o->trans_b) {
      if (esp_round_up(count, ESP_WIDTH) < ESP_PANEL)
        memset(to, 0, (size_t)(terms * ESP_PANEL) * sizeof *to);
      esp_transpose_copy(to, ESP_PANEL, o->b + (j + at) * o->ldb + t, o->ldb, count, terms, 1);
      to += terms * ESP_PANEL;
      continue;
    }
    const float* from = o->b + t * o->ldb + j + at;
    for (esp_int s = 0; s < terms; ++s, from += o->ldb, to += ESP_PANEL) {
      if (count == ESP_PANEL) {
        memcpy(to, from, ESP_PANEL * sizeof *to);
        continue;
      }
      for (int v = 0; v < ESP_VECS; ++v) {
        const esp_int rest = count - v * ESP_WIDTH;
        const esp_int lanes = rest < 0 ? 0 : esp_at_most(rest, ESP_WIDTH);
        esp_store(to + v * ESP_WIDTH, esp_load_part(from + (lanes ? v * ESP_WIDTH : 0), lanes));
      }
    }
  }
}

// Copies rows [i, i + rows) of terms [t, t + terms) of op(A), whose rows lie one float apart, into
// panels of ESP_ROWS at `to`. Rows past the last of the panel are left as they are.
ESP_OUTLINE void esp_gemm_pack_a(float* to, const esp_gemm_operands* o, esp_int i, esp_int rows,
                                 esp_int t, esp_int terms) {
  for (esp_int at = 0; at < rows; at += ESP_ROWS) {
    const float* from = o->a + (i + at) + t * o->step_a;
    const esp_int count = esp_at_most(rows - at, ESP_ROWS);
    for (esp_int s = 0; s < terms; ++s, from += o->step_a, to += ESP_ROWS) {
      if (count == ESP_ROWS)
        memcpy(to, from, ESP_ROWS * sizeof *to);
      else
        for (esp_int r = 0; r < count; ++r) to[r] = from[r];
    }
  }
}

ESP_INLINE esp_int esp_gemm_block_k(esp_int k) { return esp_at_most(k, ESP_GEMM_BLOCK_K); }

// Floats of scratch that esp_gemm_block_run needs for packed A and for packed B.
ESP_INLINE size_t esp_gemm_scratch_a(const esp_gemm_cut* cut) {
  return (size_t)(cut->block_m * esp_gemm_block_k(cut->chunk_k) + 16);
}
ESP_INLINE size_t esp_gemm_scratch_b(const esp_gemm_cut* cut, int whole) {
  return (size_t)((whole ? cut->block_n : ESP_PANEL) * esp_gemm_block_k(cut->chunk_k) + 16);
}

// Rows [i, i_end), columns [j, j_end) of C over terms [t, t_end). j is a multiple of ESP_PANEL.
// `keep_b`: scratch_b still has this block of B, from the call before.
ESP_OUTLINE void esp_gemm_block_run(const esp_gemm_operands* o, const esp_gemm_result* r, esp_int i,
                                    esp_int i_end, esp_int j, esp_int j_end, esp_int t,
                                    esp_int t_end, float* scratch_a, float* scratch_b, int keep_b) {
  const esp_int columns = j_end - j, panels = esp_divide_up(columns, ESP_PANEL);
  const int pack_b = !o->packed && esp_gemm_packs_b(o->m, o->k, o->trans_b, o->ldb);
  const int pack_a = o->row_a == 1 && o->step_a != 1 && panels > 1;
  const int part_b = !o->packed && !pack_b && columns % ESP_PANEL != 0;
  esp_int from = t;
  do {
    const esp_int to = esp_at_most(t_end, from + ESP_GEMM_BLOCK_K), terms = to - from;
    if (pack_b && !keep_b) esp_gemm_pack_b(scratch_b, o, from, terms, j, columns);
    if (part_b)
      esp_gemm_pack_b(scratch_b, o, from, terms, j + (panels - 1) * ESP_PANEL, columns % ESP_PANEL);
    if (pack_a) esp_gemm_pack_a(scratch_a, o, i, i_end - i, from, terms);
    for (esp_int panel = 0; panel < panels; ++panel) {
      const esp_int at = panel * ESP_PANEL;
      const float* b;
      esp_int step_b = ESP_PANEL;
      if (o->packed) {
        b = o->b + (j + at) * o->k + from * ESP_PANEL;
      } else if (pack_b) {
        b = scratch_b + at * terms;
      } else if (part_b && panel == panels - 1) {
        b = scratch_b;
      } else {
        b = o->b + from * o->ldb + j + at;
        step_b = o->ldb;
      }
      for (esp_int row = i; row < i_end; row += ESP_ROWS) {
        esp_block sums;
        const esp_int rows = esp_at_most(i_end - row, ESP_ROWS);
        if (pack_a)
          esp_gemm_micro(rows, terms, scratch_a + (row - i) * terms, 1, ESP_ROWS, b, step_b, &sums);
        else
          esp_gemm_micro(rows, terms, o->a + row * o->row_a + from * o->step_a, o->row_a, o->step_a,
                         b, step_b, &sums);
        esp_gemm_finish(r, (const float*)&sums, ESP_PANEL, row, rows, j + at,
                        esp_at_most(columns - at, ESP_PANEL), from == t, to == t_end);
      }
    }
    from = to;
  } while (from < t_end);
}

#endif
