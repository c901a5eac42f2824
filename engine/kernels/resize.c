// SPDX-License-Identifier: Apache-2.0
#include "resize.h"

#include "map.h"

// The elements that flow into one position along an axis.
typedef struct resize_taps {
  int32_t count;
  int32_t index[4];
  float weight[4];
} resize_taps;

static double resize_place(const esp_resize_args* a, double in, esp_int size, double scale,
                           double i) {
  const double out = scale * in;
  switch (a->coordinates) {
    case 1:
      return i / scale;
    case 2:
      return out == 1 ? 0 : i * (in - 1) / (out - 1);
    case 3:
      return size > 1 ? (i + 0.5) / scale - 0.5 : 0;
    case 4:
      return (i + 0.5) / scale;
    default:
      return (i + 0.5) / scale - 0.5;
  }
}

static double resize_nearest(esp_int mode, double x) {
  const double below = __builtin_floor(x);
  if (mode == 2) return below;
  if (mode == 3) return __builtin_ceil(x);
  if (x - below == 0.5) return mode == 1 ? below + 1 : below;
  return __builtin_floor(x + 0.5);
}

static double resize_cubic(double d, double a) {
  if (d < 0) d = -d;
  if (d <= 1) return ((a + 2) * d - (a + 3)) * d * d + 1;
  if (d < 2) return ((a * d - 5 * a) * d + 8 * a) * d - 4 * a;
  return 0;
}

static resize_taps resize_taps_of(const esp_resize_args* a, esp_int in, esp_int out, double scale,
                                  esp_int i) {
  const double x = resize_place(a, (double)in, out, scale, (double)i), last = (double)(in - 1);
  resize_taps t = {0, {0}, {0}};
  if (a->mode == 0) {
    double at = resize_nearest(a->nearest, x);
    at = at < 0 ? 0 : at > last ? last : at;
    t.count = 1;
    t.index[0] = (int32_t)at;
    t.weight[0] = 1;
    return t;
  }
  const double below = __builtin_floor(x), part = x - below;
  const int radius = a->mode == 2 ? 2 : 1;
  double sum = 0;
  for (int k = 1 - radius; k <= radius; ++k) {
    const double weight =
        radius == 1 ? (k == 0 ? 1 - part : part) : resize_cubic(part - k, a->cubic_a);
    double at = below + k;
    if (a->exclude_outside && (at < 0 || at > last)) continue;
    at = at < 0 ? 0 : at > last ? last : at;
    t.index[t.count] = (int32_t)at;
    t.weight[t.count++] = (float)weight;
    sum += weight;
  }
  for (int k = 0; a->exclude_outside && k < t.count; ++k) t.weight[k] /= (float)sum;
  return t;
}

static double resize_scale(const esp_resize_args* a, esp_int in, esp_int out, float scale) {
  return a->by_sizes ? (double)out / (double)in : (double)scale;
}

static esp_int resize_tiles(const void* args) {
  const esp_resize_args* a = args;
  return a->out_w == 0 ? 0 : a->planes * a->out_h;
}
static size_t resize_scratch(const void* args) {
  return (size_t)((const esp_resize_args*)args)->out_w * sizeof(resize_taps);
}

static void resize_tile(const void* args, esp_int begin, esp_int end, void* scratch) {
  const esp_resize_args* a = args;
  resize_taps* columns = scratch;
  const double scale_w = resize_scale(a, a->in_w, a->out_w, a->scale_w);
  const double scale_h = resize_scale(a, a->in_h, a->out_h, a->scale_h);
  for (esp_int j = 0; j < a->out_w; ++j)
    columns[j] = resize_taps_of(a, a->in_w, a->out_w, scale_w, j);
  for (esp_int r = begin; r < end; ++r) {
    const resize_taps row = resize_taps_of(a, a->in_h, a->out_h, scale_h, r % a->out_h);
    const float* x = a->x + r / a->out_h * a->in_h * a->in_w;
    float* y = a->y + r * a->out_w;
    if (a->mode == 0) {
      const float* from = x + row.index[0] * a->in_w;
      for (esp_int j = 0; j < a->out_w; ++j) y[j] = from[columns[j].index[0]];
      continue;
    }
    for (esp_int j = 0; j < a->out_w; ++j) {
      float sum = 0;
      for (int p = 0; p < row.count; ++p) {
        const float* from = x + row.index[p] * a->in_w;
        float line = 0;
        for (int q = 0; q < columns[j].count; ++q)
          line += columns[j].weight[q] * from[columns[j].index[q]];
        sum += row.weight[p] * line;
      }
      y[j] = sum;
    }
  }
}
ESP_DEFINE_KERNEL(resize, ESP_RESIZE_FIELDS)
