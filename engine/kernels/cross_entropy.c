// SPDX-License-Identifier: Apache-2.0
#include "cross_entropy.h"

#include "lines.h"

// ---- labels ----
// A sample that is ignored, or whose label is not a class.
#define ESP_LABEL_IGNORED (-1)
#define ESP_LABEL_WRONG (-2)

typedef struct esp_labels {
  const int64_t* labels;
  const int32_t* labels32;
  const float* weights;
  esp_int classes, has_ignore, ignore_index;
} esp_labels;

#define ESP_LABELS_OF(a) \
  { (a)->labels, (a)->labels32, (a)->weights, (a)->classes, (a)->has_ignore, (a)->ignore_index }

// The class of sample i, or one of the numbers above; *weight is what the sample counts.
static esp_int esp_label_at(const esp_labels* a, esp_int i, float* weight) {
  const int64_t label = a->labels ? a->labels[i] : (int64_t)a->labels32[i];
  *weight = 0.0f;
  if (a->has_ignore && label == (int64_t)a->ignore_index) return ESP_LABEL_IGNORED;
  *weight = __builtin_nanf("");
  if (label < 0 || label >= (int64_t)a->classes) return ESP_LABEL_WRONG;
  *weight = a->weights ? a->weights[label] : 1.0f;
  return (esp_int)label;
}

// ---- softmax_cross_entropy ----
static esp_int softmax_cross_entropy_tiles(const void* args) {
  const esp_softmax_cross_entropy_args* a = args;
  return esp_line_tiles(a->batch, a->classes, a->spatial);
}
ESP_NO_SCRATCH(softmax_cross_entropy)

// The loss of sample i; its scores are `inner` apart from x on.
static float esp_sample_loss(const esp_labels* labels, esp_int i, const float* x, esp_int inner,
                             float most, float log_sum) {
  float weight;
  const esp_int label = esp_label_at(labels, i, &weight);
  if (label == ESP_LABEL_IGNORED) return 0.0f;
  return label < 0 ? weight : weight * (log_sum - (x[label * inner] - most));
}

static void softmax_cross_entropy_tile(const void* args, esp_int begin, esp_int end,
                                       void* scratch) {
  const esp_softmax_cross_entropy_args* a = args;
  const esp_labels labels = ESP_LABELS_OF(a);
  const esp_int axis = a->classes, inner = a->spatial;
  const esp_int per_tile = esp_lines_per_tile(axis, inner);
  const esp_int stop = esp_int_min(end * per_tile, esp_line_items(a->batch, axis, inner));
  (void)scratch;
  for (esp_int item = begin * per_tile; item < stop; ++item) {
    float most[ESP_LINE_COLUMNS], log_sum[ESP_LINE_COLUMNS];
    const esp_line_item at = esp_line_item_at(inner, item);
    const esp_int offset = at.outer * axis * inner + at.column;
    const esp_int sample = at.outer * inner + at.column;
    const float* x = a->scores + offset;
    if (inner == 1) {
      most[0] = esp_row_max(x, axis);
      log_sum[0] = esp_log_of(esp_row_exp_sum(x, 0, most[0], axis));
    } else {
      esp_columns_exp_sum(x, 0, axis, inner, at.width, most, log_sum);
      esp_columns_log(log_sum, at.width);
    }
    for (esp_int j = 0; j < at.width; ++j)
      a->sample_loss[sample + j] =
          esp_sample_loss(&labels, sample + j, x + j, inner, most[j], log_sum[j]);
    if (!a->log_prob) continue;
    if (inner == 1) {
      esp_row_log_softmax(x, a->log_prob + offset, most[0], log_sum[0], axis);
    } else {
      esp_columns_log_softmax(x, a->log_prob + offset, axis, inner, at.width, most, log_sum);
    }
  }
}
ESP_DEFINE_KERNEL(softmax_cross_entropy, ESP_SOFTMAX_CROSS_ENTROPY_FIELDS)

// ---- cross_entropy_reduce ----
static esp_int cross_entropy_reduce_tiles(const void* args) {
  (void)args;
  return 1;
}
ESP_NO_SCRATCH(cross_entropy_reduce)
static void cross_entropy_reduce_tile(const void* args, esp_int begin, esp_int end, void* scratch) {
  const esp_cross_entropy_reduce_args* a = args;
  const esp_labels labels = ESP_LABELS_OF(a);
  double loss = 0.0, total = 0.0;
  (void)scratch;
  if (begin >= end) return;
  for (esp_int i = 0; i < a->count; ++i) {
    float weight;
    esp_label_at(&labels, i, &weight);
    loss += (double)a->sample_loss[i];
    total += (double)weight;
  }
  a->loss[0] = (float)(a->mean ? loss / total : loss);
  a->total_weight[0] = (float)total;
}
ESP_DEFINE_KERNEL(cross_entropy_reduce, ESP_CROSS_ENTROPY_REDUCE_FIELDS)

// ---- softmax_cross_entropy_grad ----
static esp_int softmax_cross_entropy_grad_tiles(const void* args) {
  const esp_softmax_cross_entropy_grad_args* a = args;
  return esp_line_tiles(a->batch, a->classes, a->spatial);
}
ESP_NO_SCRATCH(softmax_cross_entropy_grad)

// Label of sample i; *factor multiplies exp(log_prob) - [c == label].
static esp_int esp_grad_label(const esp_softmax_cross_entropy_grad_args* a,
                              const esp_labels* labels, esp_int i, float* factor) {
  const esp_int label = esp_label_at(labels, i, factor);
  *factor *= a->dloss[a->dloss_per_sample ? i : 0];
  if (a->total_weight) *factor /= a->total_weight[0];
  return label;
}

static void esp_cross_entropy_grad_row(const float* log_prob, float* dscores, esp_int axis,
                                       esp_int label, float factor) {
  for (esp_int i = 0; i < axis; i += ESP_WIDTH) {
    const esp_int n = esp_int_min(axis - i, ESP_WIDTH);
    const esp_vf prob = esp_exp(esp_load_n(log_prob + i, n));
    const esp_vi here = ESP_COMPARE(==, esp_lane_ids() + (int32_t)i, esp_set1i((int32_t)label));
    const esp_vf grad = (prob - esp_keep(here, esp_set1(1.0f))) * factor;
    esp_store_n(dscores + i, label == ESP_LABEL_IGNORED ? esp_zero() : grad, n);
  }
}

static void esp_cross_entropy_grad_columns(const float* log_prob, float* dscores, esp_int axis,
                                           esp_int inner, esp_int width, const int32_t* label,
                                           const float* factor) {
  for (esp_int j = 0; j < width; j += ESP_WIDTH) {
    const esp_int n = esp_int_min(width - j, ESP_WIDTH);
    const esp_vi labels = esp_loadi(label + j);
    const esp_vi ignored = ESP_COMPARE(==, labels, esp_set1i(ESP_LABEL_IGNORED));
    for (esp_int c = 0; c < axis; ++c) {
      const esp_vf prob = esp_exp(esp_load_n(log_prob + c * inner + j, n));
      const esp_vi here = ESP_COMPARE(==, labels, esp_set1i((int32_t)c));
      const esp_vf grad = (prob - esp_keep(here, esp_set1(1.0f))) * esp_load(factor + j);
      esp_store_n(dscores + c * inner + j, esp_keep(~ignored, grad), n);
    }
  }
}

static void softmax_cross_entropy_grad_tile(const void* args, esp_int begin, esp_int end,
                                            void* scratch) {
  const esp_softmax_cross_entropy_grad_args* a = args;
  const esp_labels labels = ESP_LABELS_OF(a);
  const esp_int axis = a->classes, inner = a->spatial;
  const esp_int per_tile = esp_lines_per_tile(axis, inner);
  const esp_int stop = esp_int_min(end * per_tile, esp_line_items(a->batch, axis, inner));
  (void)scratch;
  for (esp_int item = begin * per_tile; item < stop; ++item) {
    float factor[ESP_LINE_COLUMNS];
    int32_t label[ESP_LINE_COLUMNS];
    const esp_line_item at = esp_line_item_at(inner, item);
    const esp_int offset = at.outer * axis * inner + at.column;
    const esp_int sample = at.outer * inner + at.column;
    for (esp_int j = 0; j < at.width; ++j)
      label[j] = (int32_t)esp_grad_label(a, &labels, sample + j, factor + j);
    if (inner == 1) {
      esp_cross_entropy_grad_row(a->log_prob + offset, a->dscores + offset, axis, label[0],
                                 factor[0]);
    } else {
      // The lanes past the last sample count as ignored.
      for (esp_int j = at.width; j < ESP_LINE_COLUMNS; ++j) {
        label[j] = ESP_LABEL_IGNORED;
        factor[j] = 0.0f;
      }
      esp_cross_entropy_grad_columns(a->log_prob + offset, a->dscores + offset, axis, inner,
                                     at.width, label, factor);
    }
  }
}
ESP_DEFINE_KERNEL(softmax_cross_entropy_grad, ESP_SOFTMAX_CROSS_ENTROPY_GRAD_FIELDS)
