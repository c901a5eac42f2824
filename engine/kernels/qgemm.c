// SPDX-License-Identifier: Apache-2.0
#include "quantized.h"

#include "quantized_micro.h"

// Rows of a tile, and multiply-adds that one should have before a product is cut further.
#define ESP_QGEMM_BLOCK (4 * ESP_ROWS)
#define ESP_QGEMM_GRAIN (1 << 17)

typedef struct qgemm_cut {
  esp_int blocks, panels, some, parts;  // of rows; of channels, that many in a tile, so many tiles
  esp_int steps, pitch;                 // of a row as products take it
} qgemm_cut;

static qgemm_cut qgemm_cut_of(const esp_qgemm_args* a) {
  qgemm_cut c = {0, 0, 1, 0, 0, 0};
  if (a->m <= 0 || a->n <= 0) return c;
  const esp_int rows = a->m < ESP_QGEMM_BLOCK ? a->m : ESP_QGEMM_BLOCK;
  c.blocks = (a->m + ESP_QGEMM_BLOCK - 1) / ESP_QGEMM_BLOCK;
  c.panels = (a->n + ESP_Q_PANEL - 1) / ESP_Q_PANEL;
  c.steps = (a->k + ESP_Q_EACH - 1) / ESP_Q_EACH;
  c.pitch = c.steps * ESP_Q_EACH;
  const esp_int work = rows * ESP_Q_PANEL * (c.pitch > 0 ? c.pitch : 1);
  c.some = work >= ESP_QGEMM_GRAIN ? 1 : ESP_QGEMM_GRAIN / work;
  if (c.some > c.panels) c.some = c.panels;
  c.parts = (c.panels + c.some - 1) / c.some;
  return c;
}

static esp_int qgemm_tiles(const void* args) {
  const qgemm_cut c = qgemm_cut_of((const esp_qgemm_args*)args);
  return c.blocks * c.parts;
}

// Offsets of steps, then rows, then a block of results.
static size_t qgemm_offsets_bytes(const qgemm_cut* c) {
  return ((size_t)c->steps * sizeof(int32_t) + 63) / 64 * 64;
}
static size_t qgemm_rows_bytes(const qgemm_cut* c) {
  return ((size_t)(ESP_QGEMM_BLOCK * c->pitch) * sizeof(esp_qx) + 63) / 64 * 64;
}

static size_t qgemm_scratch(const void* args) {
  const qgemm_cut c = qgemm_cut_of((const esp_qgemm_args*)args);
  return qgemm_offsets_bytes(&c) + qgemm_rows_bytes(&c) + ESP_ROWS * ESP_Q_PANEL;
}

static void qgemm_take_rows(const esp_qgemm_args* a, const qgemm_cut* c, esp_int row, esp_int rows,
                            esp_qx* to) {
  const esp_q_input in = esp_q_input_of(a->x_signed, a->x_zero_point);
  for (esp_int i = 0; i < rows; ++i, to += c->pitch) {
    const uint8_t* x = a->x + (row + i) * a->k;
    for (esp_int t = 0; t < a->k; ++t) to[t] = esp_q_element(x[t], &in);
    for (esp_int t = a->k; t < c->pitch; ++t) to[t] = 0;
  }
}

static void qgemm_tile(const void* args, esp_int begin, esp_int end, void* scratch) {
  const esp_qgemm_args* a = (const esp_qgemm_args*)args;
  const qgemm_cut cut = qgemm_cut_of(a);
  int32_t* const offsets = (int32_t*)scratch;
  esp_qx* const rows_at = (esp_qx*)(void*)((char*)scratch + qgemm_offsets_bytes(&cut));
  uint8_t* const block = (uint8_t*)rows_at + qgemm_rows_bytes(&cut);
  for (esp_int t = 0; t < cut.steps; ++t) offsets[t] = (int32_t)(t * ESP_Q_EACH);
  esp_int kept = -1;
  for (esp_int tile = begin; tile < end; ++tile) {
    const esp_int first = tile / cut.parts * ESP_QGEMM_BLOCK, part = tile % cut.parts;
    const esp_int rows = a->m - first < ESP_QGEMM_BLOCK ? a->m - first : ESP_QGEMM_BLOCK;
    if (kept != first) qgemm_take_rows(a, &cut, first, rows, rows_at);
    kept = first;
    for (esp_int i = part * cut.some; i < cut.panels && i < (part + 1) * cut.some; ++i) {
      const esp_int column = i * ESP_Q_PANEL;
      const esp_int columns = a->n - column < ESP_Q_PANEL ? a->n - column : ESP_Q_PANEL;
      const esp_q_panel panel = {a->packed + i * cut.steps * ESP_Q_PANEL * ESP_Q_EACH,
                                 a->start + column, a->scale + column,
                                 esp_q_range_of(a->low, a->high, a->y_zero_point)};
      for (esp_int row = 0; row < rows; row += ESP_ROWS) {
        const esp_int some = rows - row < ESP_ROWS ? rows - row : ESP_ROWS;
        const esp_qx* x[ESP_ROWS];
        for (esp_int r = 0; r < some; ++r) x[r] = rows_at + (row + r) * cut.pitch;
        esp_q_rows(some, columns <= ESP_WIDTH, offsets, cut.steps, x, &panel, block);
        for (esp_int r = 0; r < some; ++r)
          memcpy(a->y + (first + row + r) * a->n + column, block + r * ESP_Q_PANEL,
                 (size_t)columns);
      }
    }
  }
}

ESP_DEFINE_KERNEL(qgemm, ESP_QGEMM_FIELDS)
