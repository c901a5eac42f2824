// SPDX-License-Identifier: Apache-2.0
#include "gemm.h"
#include "gemm_block.h"

static esp_gemm_cut gemm_packed_cut(const esp_gemm_packed_args* g) {
  return esp_gemm_cut_of(g->batch, g->m, g->n, g->k, 1);
}

static esp_int gemm_packed_tiles(const void* args) {
  const esp_gemm_cut cut = gemm_packed_cut((const esp_gemm_packed_args*)args);
  return cut.tiles;
}

static size_t gemm_packed_scratch(const void* args) {
  const esp_gemm_packed_args* g = (const esp_gemm_packed_args*)args;
  const esp_gemm_cut cut = gemm_packed_cut(g);
  return g->trans_a ? esp_gemm_scratch_a(&cut) * sizeof(float) : 0;
}

static void gemm_packed_tile(const void* args, esp_int begin, esp_int end, void* scratch) {
  const esp_gemm_packed_args* g = (const esp_gemm_packed_args*)args;
  const esp_gemm_cut cut = gemm_packed_cut(g);
  for (esp_int tile = begin; tile < end; ++tile) {
    const esp_int block_m = tile % cut.blocks_m, block_n = tile / cut.blocks_m % cut.blocks_n;
    const esp_int product = tile / cut.blocks_m / cut.blocks_n;
    const esp_int i = block_m * cut.block_m, j = block_n * cut.block_n;
    const esp_gemm_operands operands = {g->a + product * g->stride_a,
                                        g->trans_a ? 1 : g->lda,
                                        g->trans_a ? g->lda : 1,
                                        g->packed + product * g->stride_packed,
                                        0,
                                        0,
                                        1,
                                        g->m,
                                        g->n,
                                        g->k};
    esp_gemm_result result = esp_gemm_result_of(
        g->c + product * g->stride_c, g->ldc,
        g->bias == NULL ? NULL : g->bias + product * g->stride_bias, g->bias_mode, g->ld_bias);
    result.alpha = g->alpha;
    result.beta = g->beta;
    result.bias_scale = g->bias_scale;
    result.activation = g->activation;
    result.act_alpha = g->act_alpha;
    result.act_beta = g->act_beta;
    esp_gemm_block_run(&operands, &result, i, esp_at_most(i + cut.block_m, g->m), j,
                       esp_at_most(j + cut.block_n, g->n), 0, g->k, (float*)scratch, NULL, 0);
  }
}

ESP_DEFINE_KERNEL(gemm_packed, ESP_GEMM_PACKED_FIELDS)
