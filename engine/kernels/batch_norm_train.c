// SPDX-License-Identifier: Apache-2.0
#include "batch_norm_train.h"

#include "map.h"
#include "planes.h"

static esp_int batch_norm_train_tiles(const void* args) {
  const esp_batch_norm_train_args* a = args;
  return esp_planes_tiles(a->batch, a->channels, a->spatial);
}
ESP_NO_SCRATCH(batch_norm_train)

// Number of elements, mean, and sum of squares about the mean.
typedef struct bn_moments {
  double count, mean, squares;
} bn_moments;

// Moments of the union of two sets (Chan, Golub, LeVeque).
static bn_moments bn_union(bn_moments p, bn_moments q) {
  const double count = p.count + q.count, distance = q.mean - p.mean, share = q.count / count;
  const bn_moments r = {count, p.mean + distance * share,
                        p.squares + q.squares + distance * distance * p.count * share};
  return r;
}

// Moments of a chunk from the sums of d and d * d, d = x - about.
static bn_moments bn_moments_of(double count, float about, float sum, float squares) {
  const double shift = (double)sum / count;
  const bn_moments m = {count, (double)about + shift, (double)squares - (double)sum * shift};
  return m;
}

static bn_moments bn_train_chunk(const float* x, const esp_planes* p) {
  const double count = (double)(p->planes * p->count);
  esp_vf sum = esp_zero(), more = sum, squares = sum;
  for (esp_int n = 0; n < p->planes; ++n) {
    const float* plane = x + p->offset + n * p->stride;
    esp_int i = 0;
    for (; i + 2 * ESP_WIDTH <= p->count; i += 2 * ESP_WIDTH) {
      sum += esp_load(plane + i);
      more += esp_load(plane + i + ESP_WIDTH);
    }
    for (; i < p->count; i += ESP_WIDTH)
      sum += esp_load_n(plane + i, esp_int_min(p->count - i, ESP_WIDTH));
  }
  const float about = (float)((double)esp_sum(sum + more) / count);
  const esp_vf mean = esp_set1(about);
  sum = esp_zero();
  for (esp_int n = 0; n < p->planes; ++n) {
    const float* plane = x + p->offset + n * p->stride;
    esp_int i = 0;
    for (; i + ESP_WIDTH <= p->count; i += ESP_WIDTH) {
      const esp_vf d = esp_load(plane + i) - mean;
      sum += d;
      squares += d * d;
    }
    if (i < p->count) {
      const esp_vf d =
          esp_low_or(esp_load_part(plane + i, p->count - i) - mean, p->count - i, 0.0f);
      sum += d;
      squares += d * d;
    }
  }
  return bn_moments_of(count, about, esp_sum(sum), esp_sum(squares));
}

// Stores the statistics of channel c; returns 1 / sqrt(var + epsilon).
static float bn_train_put(const esp_batch_norm_train_args* a, esp_int c, bn_moments m) {
  const double var = m.squares > 0.0 || m.squares != m.squares ? m.squares / m.count : 0.0;
  const double momentum = (double)a->momentum;
  const float inv_std = (float)(1.0 / __builtin_sqrt(var + (double)a->epsilon));
  a->saved_mean[c] = (float)m.mean;
  a->saved_inv_std[c] = inv_std;
  if (a->new_mean)
    a->new_mean[c] = (float)(momentum * (double)a->running_mean[c] + (1.0 - momentum) * m.mean);
  if (a->new_var)
    a->new_var[c] = (float)(momentum * (double)a->running_var[c] + (1.0 - momentum) * var);
  return inv_std;
}

ESP_INLINE void bn_train_step(const esp_batch_norm_train_args* a, esp_int i, esp_int n, esp_vf mean,
                              esp_vf factor, esp_vf bias) {
  const esp_vf v = esp_fma(esp_load_n(a->x + i, n) - mean, factor, bias);
  esp_store_n(a->y + i, esp_activate(v, a->activation, a->act_alpha, a->act_beta), n);
}

static void bn_train_channel(const esp_batch_norm_train_args* args, esp_int c) {
  const esp_batch_norm_train_args a = *args;
  esp_planes p = esp_planes_of(a.batch, a.channels, a.spatial, c);
  esp_planes_next(&p);
  bn_moments m = bn_train_chunk(a.x, &p);
  while (esp_planes_next(&p)) m = bn_union(m, bn_train_chunk(a.x, &p));
  const esp_vf factor = esp_set1(a.scale[c] * bn_train_put(&a, c, m));
  const esp_vf mean = esp_set1((float)m.mean), bias = esp_set1(a.bias[c]);
  for (esp_int n = 0; n < a.batch; ++n) {
    esp_int i = (n * a.channels + c) * a.spatial;
    const esp_int stop = i + a.spatial;
    for (; i + ESP_WIDTH <= stop; i += ESP_WIDTH)
      bn_train_step(&a, i, ESP_WIDTH, mean, factor, bias);
    if (i < stop) bn_train_step(&a, i, stop - i, mean, factor, bias);
  }
}

// Adds the moments of `rows` rows of `width` columns, `stride` apart, to those of the columns.
static void bn_train_rows(const float* x, esp_int stride, esp_int rows, esp_int width,
                          bn_moments* m) {
  float about[ESP_PLANE_COLUMNS], sums[ESP_PLANE_COLUMNS], squares[ESP_PLANE_COLUMNS];
  for (esp_int j = 0; j < width; j += ESP_WIDTH) {
    const esp_int n = esp_int_min(width - j, ESP_WIDTH);
    esp_vf sum = esp_zero(), sum_of_squares = sum;
    for (esp_int r = 0; r < rows; ++r) sum += esp_load_n(x + r * stride + j, n);
    const esp_vf mean = sum / (float)rows;
    sum = esp_zero();
    for (esp_int r = 0; r < rows; ++r) {
      const esp_vf d = esp_load_n(x + r * stride + j, n) - mean;
      sum += d;
      sum_of_squares += d * d;
    }
    esp_store(about + j, mean);
    esp_store(sums + j, sum);
    esp_store(squares + j, sum_of_squares);
  }
  for (esp_int j = 0; j < width; ++j) {
    const bn_moments chunk = bn_moments_of((double)rows, about[j], sums[j], squares[j]);
    m[j] = m[j].count > 0.0 ? bn_union(m[j], chunk) : chunk;
  }
}

// Channels [c, c + width), S = 1.
static void bn_train_columns(const esp_batch_norm_train_args* args, esp_int c, esp_int width) {
  const esp_batch_norm_train_args a = *args;
  bn_moments m[ESP_PLANE_COLUMNS] = {{0.0, 0.0, 0.0}};
  float mean[ESP_PLANE_COLUMNS] = {0}, factor[ESP_PLANE_COLUMNS] = {0};
  for (esp_int r = 0; r < a.batch; r += ESP_PLANE_ROWS)
    bn_train_rows(a.x + r * a.channels + c, a.channels, esp_int_min(a.batch - r, ESP_PLANE_ROWS),
                  width, m);
  for (esp_int j = 0; j < width; ++j) {
    factor[j] = a.scale[c + j] * bn_train_put(&a, c + j, m[j]);
    mean[j] = (float)m[j].mean;
  }
  for (esp_int r = 0; r < a.batch; ++r)
    for (esp_int j = 0; j < width; j += ESP_WIDTH) {
      const esp_int n = esp_int_min(width - j, ESP_WIDTH);
      bn_train_step(&a, r * a.channels + c + j, n, esp_load(mean + j), esp_load(factor + j),
                    esp_load_n(a.bias + c + j, n));
    }
}

static void batch_norm_train_tile(const void* args, esp_int begin, esp_int end, void* scratch) {
  const esp_batch_norm_train_args* a = args;
  (void)scratch;
  for (esp_int t = begin; t < end; ++t) {
    const esp_int c = t * ESP_PLANE_COLUMNS;
    if (a->spatial == 1) {
      bn_train_columns(a, c, esp_int_min(a->channels - c, ESP_PLANE_COLUMNS));
    } else {
      bn_train_channel(a, t);
    }
  }
}
ESP_DEFINE_KERNEL(batch_norm_train, ESP_BATCH_NORM_TRAIN_FIELDS)
