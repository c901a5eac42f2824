// SPDX-License-Identifier: Apache-2.0
#include "gemm.h"

#include "gemm_block.h"
#include "gemm_dot.h"

static esp_gemm_cut gemm_cut(const esp_gemm_args* g) {
  return esp_gemm_cut_of(g->batch, g->m, g->n, g->k, g->k_chunks);
}

static int gemm_by_dots(const esp_gemm_args* g) {
  return esp_gemm_dots(g->m, g->n, g->k, g->trans_a != 0, g->trans_b != 0);
}

static esp_int gemm_tiles(const void* args) {
  const esp_gemm_cut cut = gemm_cut((const esp_gemm_args*)args);
  return cut.tiles;
}

static size_t gemm_scratch(const void* args) {
  const esp_gemm_args* g = (const esp_gemm_args*)args;
  const esp_gemm_cut cut = gemm_cut(g);
  if (gemm_by_dots(g)) return esp_gemm_dot_scratch(&cut, g->trans_b != 0) * sizeof(float);
  const int whole = esp_gemm_packs_b(g->m, g->k, g->trans_b != 0, g->ldb);
  return (esp_round_up((esp_int)esp_gemm_scratch_a(&cut), 16) + esp_gemm_scratch_b(&cut, whole)) *
         sizeof(float);
}

static void gemm_tile(const void* args, esp_int begin, esp_int end, void* scratch) {
  const esp_gemm_args* g = (const esp_gemm_args*)args;
  const esp_gemm_cut cut = gemm_cut(g);
  const int dots = gemm_by_dots(g);
  float* scratch_a = (float*)scratch;
  float* scratch_b = scratch_a + esp_round_up((esp_int)esp_gemm_scratch_a(&cut), 16);
  const float* last_b = NULL;  // what scratch_b holds, if k is one block
  esp_int last_j = 0, last_t = 0;
  for (esp_int tile = begin; tile < end; ++tile) {
    const esp_int block_m = tile % cut.blocks_m, block_n = tile / cut.blocks_m % cut.blocks_n;
    const esp_int rest = tile / cut.blocks_m / cut.blocks_n;
    const esp_int product = rest % g->batch, chunk = rest / g->batch;
    const esp_int i = block_m * cut.block_m, j = block_n * cut.block_n;
    const esp_int i_end = esp_at_most(i + cut.block_m, g->m);
    const esp_int j_end = esp_at_most(j + cut.block_n, g->n);
    const esp_int t = esp_at_most(chunk * cut.chunk_k, g->k);
    const esp_int t_end = esp_at_most(t + cut.chunk_k, g->k);
    const esp_gemm_operands operands = {g->a + product * g->stride_a,
                                        g->trans_a ? 1 : g->lda,
                                        g->trans_a ? g->lda : 1,
                                        g->b + product * g->stride_b,
                                        g->trans_b != 0,
                                        g->ldb,
                                        0,
                                        g->m,
                                        g->n,
                                        g->k};
    const int split = cut.chunks > 1;
    esp_gemm_result result =
        esp_gemm_result_of(g->c + (chunk * g->batch + product) * g->stride_c, g->ldc,
                           g->bias == NULL ? NULL : g->bias + product * g->stride_bias,
                           split ? (esp_int)ESP_BIAS_NONE : g->bias_mode, g->ld_bias);
    if (!split) {
      result.alpha = g->alpha;
      result.beta = g->beta;
      result.bias_scale = g->bias_scale;
      result.activation = g->activation;
      result.act_alpha = g->act_alpha;
      result.act_beta = g->act_beta;
    }
    if (dots) {
      esp_gemm_dot_run(&operands, &result, i, i_end, j, j_end, t, t_end, scratch_a);
      continue;
    }
    const int keep =
        last_b == operands.b && last_j == j && last_t == t && t_end - t <= ESP_GEMM_BLOCK_K;
    esp_gemm_block_run(&operands, &result, i, i_end, j, j_end, t, t_end, scratch_a, scratch_b,
                       keep);
    last_b = operands.b;
    last_j = j;
    last_t = t;
  }
}

ESP_DEFINE_KERNEL(gemm, ESP_GEMM_FIELDS)
