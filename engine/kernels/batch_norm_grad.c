// SPDX-License-Identifier: Apache-2.0
#include "batch_norm_grad.h"

#include "map.h"
#include "planes.h"

static esp_int batch_norm_grad_tiles(const void* args) {
  const esp_batch_norm_grad_args* a = args;
  return esp_planes_tiles(a->batch, a->channels, a->spatial);
}
ESP_NO_SCRATCH(batch_norm_grad)

// dy at [i, i + n), 0 where a fused relu cut it off.
ESP_INLINE esp_vf bn_grad_dy(const esp_batch_norm_grad_args* a, esp_int i, esp_int n) {
  const esp_vf dy = esp_load_n(a->dy + i, n);
  if (!a->y) return dy;
  return esp_keep(~esp_le(esp_load_n(a->y + i, n), esp_zero()), dy);
}

// dx = factor * dy + slope * (x - mean) + offset.
ESP_INLINE void bn_grad_step(const esp_batch_norm_grad_args* a, esp_int i, esp_int n, esp_vf mean,
                             esp_vf factor, esp_vf slope, esp_vf offset) {
  const esp_vf centred = esp_load_n(a->x + i, n) - mean;
  const esp_vf rest = esp_fma(slope, centred, offset);
  esp_store_n(a->dx + i, esp_fma(factor, bn_grad_dy(a, i, n), rest), n);
}

typedef struct bn_grad_factors {
  float factor, slope, offset;
} bn_grad_factors;

// Stores the sums of channel c, of dy and of dy * (x - mean); returns the factors of dx.
static bn_grad_factors bn_grad_put(const esp_batch_norm_grad_args* a, esp_int c, double sum,
                                   double product) {
  const double inv_std = (double)a->saved_inv_std[c], factor = (double)a->scale[c] * inv_std;
  const double count = (double)(a->batch * a->spatial);
  const bn_grad_factors f = {(float)factor, (float)(-factor * inv_std * inv_std * product / count),
                             (float)(-factor * sum / count)};
  a->dbias[c] = (float)sum;
  a->dscale[c] = (float)(product * inv_std);
  return f;
}

static void bn_grad_channel(const esp_batch_norm_grad_args* args, esp_int c) {
  const esp_batch_norm_grad_args a = *args;
  const esp_vf mean = esp_set1(a.saved_mean[c]);
  double total = 0.0, total_product = 0.0;
  esp_planes p = esp_planes_of(a.batch, a.channels, a.spatial, c);
  while (esp_planes_next(&p)) {
    esp_vf sum = esp_zero(), product = sum;
    for (esp_int plane = 0; plane < p.planes; ++plane) {
      esp_int i = p.offset + plane * p.stride;
      const esp_int stop = i + p.count;
      for (; i + ESP_WIDTH <= stop; i += ESP_WIDTH) {
        const esp_vf dy = bn_grad_dy(&a, i, ESP_WIDTH);
        sum += dy;
        product += dy * (esp_load(a.x + i) - mean);
      }
      if (i < stop) {
        const esp_vf dy = bn_grad_dy(&a, i, stop - i);
        sum += dy;
        product += dy * (esp_load_part(a.x + i, stop - i) - mean);
      }
    }
    total += (double)esp_sum(sum);
    total_product += (double)esp_sum(product);
  }
  const bn_grad_factors f = bn_grad_put(&a, c, total, total_product);
  if (!a.dx) return;
  const esp_vf factor = esp_set1(f.factor), slope = esp_set1(f.slope), offset = esp_set1(f.offset);
  for (esp_int n = 0; n < a.batch; ++n) {
    esp_int i = (n * a.channels + c) * a.spatial;
    const esp_int stop = i + a.spatial;
    for (; i + ESP_WIDTH <= stop; i += ESP_WIDTH)
      bn_grad_step(&a, i, ESP_WIDTH, mean, factor, slope, offset);
    if (i < stop) bn_grad_step(&a, i, stop - i, mean, factor, slope, offset);
  }
}

// Channels [c, c + width), S = 1.
static void bn_grad_columns(const esp_batch_norm_grad_args* args, esp_int c, esp_int width) {
  const esp_batch_norm_grad_args a = *args;
  double sums[ESP_PLANE_COLUMNS] = {0}, products[ESP_PLANE_COLUMNS] = {0};
  float mean[ESP_PLANE_COLUMNS] = {0}, factor[ESP_PLANE_COLUMNS] = {0};
  float slope[ESP_PLANE_COLUMNS] = {0}, offset[ESP_PLANE_COLUMNS] = {0};
  memcpy(mean, a.saved_mean + c, (size_t)width * sizeof(float));
  for (esp_int first = 0; first < a.batch; first += ESP_PLANE_ROWS) {
    const esp_int stop = esp_int_min(a.batch, first + ESP_PLANE_ROWS);
    for (esp_int j = 0; j < width; j += ESP_WIDTH) {
      const esp_int n = esp_int_min(width - j, ESP_WIDTH);
      esp_vf sum = esp_zero(), product = sum;
      for (esp_int r = first; r < stop; ++r) {
        const esp_int i = r * a.channels + c + j;
        const esp_vf dy = bn_grad_dy(&a, i, n);
        sum += dy;
        product += dy * (esp_load_n(a.x + i, n) - esp_load(mean + j));
      }
      float lanes[2][ESP_WIDTH];
      esp_store(lanes[0], sum);
      esp_store(lanes[1], product);
      for (int l = 0; l < n; ++l) {
        sums[j + l] += (double)lanes[0][l];
        products[j + l] += (double)lanes[1][l];
      }
    }
  }
  for (esp_int j = 0; j < width; ++j) {
    const bn_grad_factors f = bn_grad_put(&a, c + j, sums[j], products[j]);
    factor[j] = f.factor;
    slope[j] = f.slope;
    offset[j] = f.offset;
  }
  for (esp_int r = 0; a.dx && r < a.batch; ++r)
    for (esp_int j = 0; j < width; j += ESP_WIDTH)
      bn_grad_step(&a, r * a.channels + c + j, esp_int_min(width - j, ESP_WIDTH),
                   esp_load(mean + j), esp_load(factor + j), esp_load(slope + j),
                   esp_load(offset + j));
}

static void batch_norm_grad_tile(const void* args, esp_int begin, esp_int end, void* scratch) {
  const esp_batch_norm_grad_args* a = args;
  (void)scratch;
  for (esp_int t = begin; t < end; ++t) {
    const esp_int c = t * ESP_PLANE_COLUMNS;
    if (a->spatial == 1) {
      bn_grad_columns(a, c, esp_int_min(a->channels - c, ESP_PLANE_COLUMNS));
    } else {
      bn_grad_channel(a, t);
    }
  }
}
ESP_DEFINE_KERNEL(batch_norm_grad, ESP_BATCH_NORM_GRAD_FIELDS)
