// SPDX-License-Identifier: Apache-2.0
#include "pool2d.h"
#include "pool_window.h"

// Elements that a window counts along one axis.
static esp_int average_pool2d_count(esp_int out, esp_int stride, esp_int pad, esp_int pad_end,
                                    esp_int kernel, esp_int dilation, esp_int size, int include) {
  esp_pool_span s;
  if (include)
    s = esp_pool_span_of(out, stride, 0, kernel, dilation, size + pad + pad_end);
  else
    s = esp_pool_span_of(out, stride, pad, kernel, dilation, size);
  return s.last - s.first;
}

// Floats of a row of sums, which reaches as far as windows do.
static esp_int average_pool2d_row_floats(const esp_pool_geometry* g) {
  const esp_int reach = (g->out_w - 1) * g->stride_w + (g->kernel_w - 1) * g->dilation_w + 1;
  const esp_int columns = reach > g->in_w ? reach : g->in_w;
  return (columns + g->pad_left + 4 * ESP_WIDTH + 15) / 16 * 16;
}

// The row of sums; how many columns each window counts.
static size_t average_pool2d_scratch_of(const esp_pool_geometry* g) {
  if (g->out_w <= 0) return 0;
  return (size_t)(average_pool2d_row_floats(g) + g->out_w + ESP_WIDTH) * sizeof(float);
}

static void average_pool2d_counts(const esp_pool_geometry* g, esp_int pad_right, int include,
                                  float* counts) {
  for (esp_int ox = 0; ox < g->out_w; ++ox)
    counts[ox] = (float)average_pool2d_count(ox, g->stride_w, g->pad_left, pad_right, g->kernel_w,
                                             g->dilation_w, g->in_w, include);
}

// ---- forward ----

static esp_int average_pool2d_tiles(const void* args) {
  const esp_pool_geometry g = ESP_POOL_GEOMETRY(average_pool2d, args);
  return g.out_h <= 0 || g.out_w <= 0 ? 0 : esp_pool_tiles(g.planes, g.in_h * g.in_w);
}

static size_t average_pool2d_scratch(const void* args) {
  const esp_pool_geometry g = ESP_POOL_GEOMETRY(average_pool2d, args);
  return average_pool2d_scratch_of(&g);
}

static void average_pool2d_row(const esp_pool_geometry* g, const float* sums, const float* counts,
                               esp_int rows, float* y) {
  const float height = (float)rows;
  esp_int ox = 0;
  for (; g->stride_w <= 2 && ox + ESP_WIDTH <= g->out_w; ox += ESP_WIDTH) {
    esp_vf sum = esp_zero();
    for (esp_int kx = 0; kx < g->kernel_w; ++kx) {
      const float* from = sums + ox * g->stride_w + kx * g->dilation_w;
#if ESP_WIDTH > 1
      if (g->stride_w == 2) {
        sum = sum + ESP_SHUFFLE(esp_load(from), esp_load(from + ESP_WIDTH), ESP_EVEN_IDS);
        continue;
      }
#endif
      sum = sum + esp_load(from);
    }
    const esp_vf count = esp_load(counts + ox) * height;
    const esp_vi some = esp_gt(count, esp_zero());
    esp_store(y + ox, esp_keep(some, sum / esp_select(some, count, esp_set1(1.0f))));
  }
  for (; ox < g->out_w; ++ox) {
    float sum = 0.0f;
    for (esp_int kx = 0; kx < g->kernel_w; ++kx) sum += sums[ox * g->stride_w + kx * g->dilation_w];
    const float count = counts[ox] * height;
    y[ox] = count > 0 ? sum / count : 0.0f;
  }
}

static void average_pool2d_tile(const void* args, esp_int begin, esp_int end, void* scratch) {
  const esp_average_pool2d_args* a = (const esp_average_pool2d_args*)args;
  const esp_pool_geometry g = ESP_POOL_GEOMETRY(average_pool2d, args);
  const int include = a->count_include_pad != 0;
  const esp_int in_plane = g.in_h * g.in_w, out_plane = g.out_h * g.out_w;
  const esp_int some = esp_pool_tile_planes(in_plane), floats = average_pool2d_row_floats(&g);
  const esp_int last = end * some < g.planes ? end * some : g.planes;
  float* const sums = (float*)scratch;
  float* const counts = sums + floats;
  average_pool2d_counts(&g, a->pad_right, include, counts);
  for (esp_int p = begin * some; p < last; ++p) {
    const float* x = a->x + p * in_plane;
    for (esp_int oy = 0; oy < g.out_h; ++oy) {
      const esp_pool_span s =
          esp_pool_span_of(oy, g.stride_h, g.pad_top, g.kernel_h, g.dilation_h, g.in_h);
      float* inner = sums + g.pad_left;
      memset(sums, 0, (size_t)floats * sizeof *sums);
      for (esp_int tap = s.first; tap < s.last; ++tap) {
        const float* row = x + (s.start + tap * g.dilation_h) * g.in_w;
        esp_int i = 0;
        for (; i + ESP_WIDTH <= g.in_w; i += ESP_WIDTH)
          esp_store(inner + i, esp_load(inner + i) + esp_load(row + i));
        for (; i < g.in_w; ++i) inner[i] += row[i];
      }
      const esp_int rows = average_pool2d_count(oy, g.stride_h, g.pad_top, a->pad_bottom,
                                                g.kernel_h, g.dilation_h, g.in_h, include);
      average_pool2d_row(&g, sums, counts, rows, a->y + p * out_plane + oy * g.out_w);
    }
  }
}

ESP_DEFINE_KERNEL(average_pool2d, ESP_AVERAGE_POOL2D_FIELDS)

// ---- gradient ----

static esp_int average_pool2d_grad_tiles(const void* args) {
  const esp_pool_geometry g = ESP_POOL_GEOMETRY(average_pool2d_grad, args);
  const esp_int plane = g.in_h * g.in_w;
  return plane <= 0 ? 0 : esp_pool_tiles(g.planes, plane);
}

static size_t average_pool2d_grad_scratch(const void* args) {
  const esp_pool_geometry g = ESP_POOL_GEOMETRY(average_pool2d_grad, args);
  return average_pool2d_scratch_of(&g);
}

static void average_pool2d_grad_tile(const void* args, esp_int begin, esp_int end, void* scratch) {
  const esp_average_pool2d_grad_args* a = (const esp_average_pool2d_grad_args*)args;
  const esp_pool_geometry g = ESP_POOL_GEOMETRY(average_pool2d_grad, args);
  const int include = a->count_include_pad != 0;
  const esp_int in_plane = g.in_h * g.in_w, out_plane = g.out_h * g.out_w;
  const esp_int some = esp_pool_tile_planes(in_plane);
  const esp_int last = end * some < g.planes ? end * some : g.planes;
  float* const sums = (float*)scratch;
  float* const counts = sums + average_pool2d_row_floats(&g);
  if (g.out_w > 0) average_pool2d_counts(&g, a->pad_right, include, counts);
  for (esp_int p = begin * some; p < last; ++p) {
    float* dx = a->dx + p * in_plane;
    memset(dx, 0, (size_t)in_plane * sizeof *dx);
    for (esp_int oy = 0; g.out_w > 0 && oy < g.out_h; ++oy) {
      const esp_pool_span s =
          esp_pool_span_of(oy, g.stride_h, g.pad_top, g.kernel_h, g.dilation_h, g.in_h);
      const float height = (float)average_pool2d_count(oy, g.stride_h, g.pad_top, a->pad_bottom,
                                                       g.kernel_h, g.dilation_h, g.in_h, include);
      const float* dy = a->dy + p * out_plane + oy * g.out_w;
      memset(sums, 0, (size_t)g.in_w * sizeof *sums);
      for (esp_int ox = 0; ox < g.out_w; ++ox) {
        const esp_pool_span c =
            esp_pool_span_of(ox, g.stride_w, g.pad_left, g.kernel_w, g.dilation_w, g.in_w);
        const float part = dy[ox] / (counts[ox] * height);
        for (esp_int tap = c.first; tap < c.last; ++tap) sums[c.start + tap * g.dilation_w] += part;
      }
      for (esp_int tap = s.first; tap < s.last; ++tap) {
        float* row = dx + (s.start + tap * g.dilation_h) * g.in_w;
        esp_int i = 0;
        for (; i + ESP_WIDTH <= g.in_w; i += ESP_WIDTH)
          esp_store(row + i, esp_load(row + i) + esp_load(sums + i));
        for (; i < g.in_w; ++i) row[i] += sums[i];
      }
    }
  }
}

ESP_DEFINE_KERNEL(average_pool2d_grad, ESP_AVERAGE_POOL2D_GRAD_FIELDS)
