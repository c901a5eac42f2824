// SPDX-License-Identifier: Apache-2.0
#include "quantized.h"

#include "qconv_copy.h"

// Pixels whose results are gathered before they are turned round: whole blocks of rows and of 16.
#define ESP_QCONV_STRIP (8 * ESP_ROWS)
// Bytes that the copied rows of a tile should stay below, and multiply-adds that it should have.
#define ESP_QCONV_COPY 65536
#define ESP_QCONV_GRAIN (1 << 20)

typedef struct qconv_plan {
  esp_int channels, outputs;  // of a group
  esp_int steps, panels;
  esp_int width, element;       // of a copied row, in pixels; numbers a pixel
  esp_int planes;               // copied, of `each` channels or of one
  esp_int rows, copied, tiles;  // output rows of a tile, its input rows, tiles of a group's image
} qconv_plan;

static esp_int qconv_copied_rows(const esp_qconv2d_args* a, esp_int rows) {
  return (rows - 1) * a->stride_h + (a->kernel_h - 1) * a->dilation_h + 1;
}

static qconv_plan qconv_plan_of(const esp_qconv2d_args* a) {
  qconv_plan p = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  if (a->batch <= 0 || a->group <= 0 || a->out_channels <= 0 || a->out_h <= 0 || a->out_w <= 0)
    return p;
  p.channels = a->in_channels / a->group;
  p.outputs = a->out_channels / a->group;
  p.steps = esp_qpack_steps(p.channels, a->kernel_h, a->kernel_w, ESP_Q_EACH, a->by_columns);
  p.panels = (p.outputs + ESP_Q_PANEL - 1) / ESP_Q_PANEL;
  p.element = a->by_columns ? 1 : ESP_Q_EACH;
  p.planes = a->by_columns ? p.channels : (p.channels + ESP_Q_EACH - 1) / ESP_Q_EACH;
  const esp_int reach = a->by_columns ? (a->kernel_w + ESP_Q_EACH - 1) / ESP_Q_EACH * ESP_Q_EACH
                                      : (a->kernel_w - 1) * a->dilation_w + 1;
  p.width = (a->out_w - 1) * a->stride_w + reach;
  const esp_int row_bytes = p.planes * p.width * p.element * (esp_int)sizeof(esp_qx);
  const esp_int work = a->out_w * p.outputs * p.steps * ESP_Q_EACH;
  p.rows = a->out_h;
  while (p.rows > 1 && (qconv_copied_rows(a, p.rows) * row_bytes > ESP_QCONV_COPY ||
                        (p.rows > 2 && p.rows * work > 2 * ESP_QCONV_GRAIN)))
    p.rows = (p.rows + 1) / 2;
  p.copied = qconv_copied_rows(a, p.rows);
  p.tiles = (a->out_h + p.rows - 1) / p.rows;
  return p;
}

static esp_int qconv2d_tiles(const void* args) {
  const esp_qconv2d_args* a = (const esp_qconv2d_args*)args;
  return qconv_plan_of(a).tiles * a->batch * a->group;
}

// Scratch: offsets of steps, copied rows, a strip of results.
static size_t qconv_offsets_bytes(const qconv_plan* p) {
  return ((size_t)p->steps * sizeof(int32_t) + 63) / 64 * 64;
}
static size_t qconv_copy_bytes(const qconv_plan* p) {
  return ((size_t)(p->planes * p->copied * p->width * p->element) * sizeof(esp_qx) + 63) / 64 * 64;
}

static size_t qconv2d_scratch(const void* args) {
  const qconv_plan p = qconv_plan_of((const esp_qconv2d_args*)args);
  return qconv_offsets_bytes(&p) + qconv_copy_bytes(&p) +
         (ESP_QCONV_STRIP + ESP_Q_SLACK) * ESP_Q_PANEL;
}

// Where a step finds its inputs, from where the output pixel's window begins in the copy.
static void qconv_offsets(const esp_qconv2d_args* a, const qconv_plan* p, int32_t* to) {
  const esp_int step_x = a->by_columns ? ESP_Q_EACH : 1;
  for (esp_int c = 0; c < p->planes; ++c)
    for (esp_int ky = 0; ky < a->kernel_h; ++ky)
      for (esp_int kx = 0; kx < a->kernel_w; kx += step_x)
        *to++ = (int32_t)(((c * p->copied + ky * a->dilation_h) * p->width + kx * a->dilation_w) *
                          p->element);
}

// Results of `pixels` pixels of a tile from `first` on, one panel.
static void qconv_strip(const esp_qconv2d_args* a, const qconv_plan* p, const esp_qx* copy,
                        const int32_t* offsets, const esp_q_panel* panel, int one_vector,
                        esp_int first, esp_int pixels, uint8_t* strip) {
  esp_int row = first / a->out_w, column = first % a->out_w;
  while (pixels > 0) {
    const esp_qx* x[ESP_ROWS];
    const esp_int some = pixels < ESP_ROWS ? pixels : ESP_ROWS;
    for (esp_int i = 0; i < some; ++i) {
      x[i] = copy + (row * a->stride_h * p->width + column * a->stride_w) * p->element;
      if (++column == a->out_w) column = 0, ++row;
    }
    esp_q_rows(some, one_vector, offsets, p->steps, x, panel, strip);
    strip += some * ESP_Q_PANEL;
    pixels -= some;
  }
}

static void qconv2d_tile(const void* args, esp_int begin, esp_int end, void* scratch) {
  const esp_qconv2d_args* a = (const esp_qconv2d_args*)args;
  const qconv_plan p = qconv_plan_of(a);
  const esp_q_input in = esp_q_input_of(a->x_signed, a->x_zero_point);
  int32_t* const offsets = (int32_t*)scratch;
  esp_qx* const copy = (esp_qx*)(void*)((char*)scratch + qconv_offsets_bytes(&p));
  uint8_t* const strip = (uint8_t*)copy + qconv_copy_bytes(&p);
  const esp_int plane_x = a->in_h * a->in_w, plane_y = a->out_h * a->out_w;
  qconv_offsets(a, &p, offsets);
  for (esp_int tile = begin; tile < end; ++tile) {
    const esp_int row = tile % p.tiles * p.rows, image = tile / p.tiles;  // group by group
    const esp_int group = image % a->group;
    const esp_int rows = a->out_h - row < p.rows ? a->out_h - row : p.rows;
    const esp_qconv_window window = {a->in_h,      a->in_w,  row * a->stride_h - a->pad_top,
                                     -a->pad_left, p.copied, p.width};
    esp_qconv_copy(&window, a->x + image * p.channels * plane_x, p.channels, !a->by_columns, &in,
                   copy);
    for (esp_int i = 0; i < p.panels; ++i) {
      const esp_int m = i * ESP_Q_PANEL, at = (group * p.panels + i) * ESP_Q_PANEL;
      const esp_int some = p.outputs - m < ESP_Q_PANEL ? p.outputs - m : ESP_Q_PANEL;
      const esp_q_panel panel = {a->packed + at * p.steps * ESP_Q_EACH, a->start + at,
                                 a->scale + at, esp_q_range_of(a->low, a->high, a->y_zero_point)};
      uint8_t* y = a->y + (image * p.outputs + m) * plane_y + row * a->out_w;
      const esp_int pixels = rows * a->out_w;
      for (esp_int done = 0; done < pixels; done += ESP_QCONV_STRIP) {
        const esp_int now = pixels - done < ESP_QCONV_STRIP ? pixels - done : ESP_QCONV_STRIP;
        qconv_strip(a, &p, copy, offsets, &panel, some <= ESP_WIDTH, done, now, strip);
        esp_qconv_turn(strip, now, some, y + done, plane_y);
      }
    }
  }
}

ESP_DEFINE_KERNEL(qconv2d, ESP_QCONV2D_FIELDS)
