// SPDX-License-Identifier: Apache-2.0
//
// Matrix products: gemm, and gemm_packed for a right-hand side that was packed once by gemm_pack.
#ifndef ESP_KERNEL_GEMM_H
#define ESP_KERNEL_GEMM_H

#include "epilogue.h"
#include "kernel.h"

// ---- gemm ----
// For each i in [0, batch):
//   C_i = act(alpha * op(A_i) * op(B_i) + beta * C_i + bias_scale * bias_i)
// with X_i = x + i * stride_x, and stride 0 for an operand that is the same in each product.
//
//   a     trans_a = 0: A is [m, k], rows lda apart; 1: A is [k, m], rows lda apart.
//   b     trans_b = 0: B is [k, n], rows ldb apart; 1: B is [n, k], rows ldb apart.
//   c     [m, n], rows ldc apart. Read only if beta != 0 (0 * NaN is not taken). stride_c must not
//         be 0 with batch > 1. Must not overlap a, b or bias, except that bias may be c itself
//         where both have the same layout (ESP_BIAS_FULL).
//   bias  see esp_bias_mode; rows ld_bias apart (ESP_BIAS_FULL), batches stride_bias apart.
// k = 0 is a sum over nothing: C = act(beta * C + bias_scale * bias). With m, n or batch = 0 there
// is nothing to do.
//
// k_chunks > 1 splits a tall k for the sake of parallelism: C is then
//   [k_chunks][batch][m, n], chunk j at c + j * batch * stride_c (also if batch = 1),
// and receives the plain partial sum of op(A) op(B) over k in [j * s, min(k, (j + 1) * s)),
// s = ceil(k / k_chunks). alpha, beta, bias and activation are ignored; sum_chunks adds up.
// Use esp_gemm_chunks() and never the number of threads to choose it; 0 and 1 mean no split.
//
// Order of additions, for one element of C: k ascending in blocks of ESP_GEMM_BLOCK_K; a block is
// summed by fused multiply-adds from zero and then added, times alpha, to
// (beta * C + bias_scale * bias), or to the sum so far. Products with m < 4 may also be split among
// the lanes of a vector; the order then depends on sizes and vector width only.
// clang-format off
#define ESP_GEMM_FIELDS(IN, OUT, INT, INTS, REAL)                                           \
  IN(float, a) IN(float, b) IN(float, bias) OUT(float, c) INT(m) INT(n) INT(k) INT(trans_a) \
  INT(trans_b) INT(lda) INT(ldb) INT(ldc) INT(batch) INT(stride_a) INT(stride_b)            \
  INT(stride_c) INT(bias_mode) INT(ld_bias) INT(stride_bias) INT(k_chunks) INT(activation)  \
  REAL(alpha) REAL(beta) REAL(bias_scale) REAL(act_alpha) REAL(act_beta)
// clang-format on
ESP_DECLARE_KERNEL(gemm, ESP_GEMM_FIELDS)

// ---- gemm_pack ----
// Packs op(B), [k, n], for gemm_packed:
//   packed  [batch][ceil(n / panel)][k][panel]; columns past n are filled with zeros.
// panel is ESP_GEMM_PANEL(width) for the vector width of the object that will run gemm_packed; the
// packing itself does not depend on the width that it is compiled for.
// clang-format off
#define ESP_GEMM_PACK_FIELDS(IN, OUT, INT, INTS, REAL)                           \
  IN(float, b) OUT(float, packed) INT(n) INT(k) INT(trans_b) INT(ldb) INT(batch) \
  INT(stride_b) INT(panel)
// clang-format on
ESP_DECLARE_KERNEL(gemm_pack, ESP_GEMM_PACK_FIELDS)

// ---- gemm_packed ----
// gemm with op(B) as gemm_pack left it; stride_packed floats from one product's B to the next
// (esp_gemm_packed_floats(n, k, panel), or 0 if all share one). panel must be the one of this
// object's width. No k_chunks: the weights of a trained net are packed, gradients are not.
// clang-format off
#define ESP_GEMM_PACKED_FIELDS(IN, OUT, INT, INTS, REAL)                                 \
  IN(float, a) IN(float, packed) IN(float, bias) OUT(float, c) INT(m) INT(n) INT(k)      \
  INT(trans_a) INT(lda) INT(ldc) INT(panel) INT(batch) INT(stride_a) INT(stride_packed)  \
  INT(stride_c) INT(bias_mode) INT(ld_bias) INT(stride_bias) INT(activation) REAL(alpha) \
  REAL(beta) REAL(bias_scale) REAL(act_alpha) REAL(act_beta)
// clang-format on
ESP_DECLARE_KERNEL(gemm_packed, ESP_GEMM_PACKED_FIELDS)

// Columns in a panel of packed B for vectors of `width` floats.
#define ESP_GEMM_PANEL(width) ((width) < 4 ? 4 : 2 * (width))

// Terms that are summed in registers before they are added to the result.
#define ESP_GEMM_BLOCK_K 256

// Floats of one packed [k, n].
static inline size_t esp_gemm_packed_floats(esp_int n, esp_int k, esp_int panel) {
  return (size_t)((n + panel - 1) / panel) * (size_t)(k * panel);
}

// The number of chunks worth having for a product that is tall in k; depends on the shape only.
static inline esp_int esp_gemm_chunks(esp_int batch, esp_int m, esp_int n, esp_int k) {
  esp_int blocks = batch * ((m + 47) / 48) * ((n + 63) / 64), chunks = k / 1024;
  if (blocks >= 16 || chunks < 2) return 1;
  if (chunks > 16 / (blocks ? blocks : 1)) chunks = 16 / (blocks ? blocks : 1);
  return chunks < 2 ? 1 : chunks;
}

#endif
