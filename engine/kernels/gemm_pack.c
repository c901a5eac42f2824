// SPDX-License-Identifier: Apache-2.0
#include "gemm.h"

// A tile is one panel.
static esp_int gemm_pack_tiles(const void* args) {
  const esp_gemm_pack_args* g = (const esp_gemm_pack_args*)args;
  if (g->n <= 0 || g->k <= 0 || g->batch <= 0) return 0;
  return g->batch * ((g->n + g->panel - 1) / g->panel);
}

static size_t gemm_pack_scratch(const void* args) {
  (void)args;
  return 0;
}

static void gemm_pack_tile(const void* args, esp_int begin, esp_int end, void* scratch) {
  const esp_gemm_pack_args* g = (const esp_gemm_pack_args*)args;
  const esp_int panels = (g->n + g->panel - 1) / g->panel;
  (void)scratch;
  for (esp_int tile = begin; tile < end; ++tile) {
    const float* b = g->b + tile / panels * g->stride_b;
    float* to = g->packed + tile * g->k * g->panel;
    const esp_int first = tile % panels * g->panel;
    for (esp_int t = 0; t < g->k; ++t) {
      for (esp_int j = 0; j < g->panel; ++j) {
        const esp_int column = first + j;
        const esp_int at = g->trans_b ? column * g->ldb + t : t * g->ldb + column;
        *to++ = column < g->n ? b[at] : 0.0f;
      }
    }
  }
}

ESP_DEFINE_KERNEL(gemm_pack, ESP_GEMM_PACK_FIELDS)
