// SPDX-License-Identifier: Apache-2.0
//
// First the greatest of each column over the rows of a window, then along the row. Windows of 2 x 2
// with stride 2 are done at once.
#include "pool2d.h"
#include "pool_window.h"

static esp_int max_pool2d_tiles(const void* args) {
  const esp_pool_geometry g = ESP_POOL_GEOMETRY(max_pool2d, args);
  return g.out_h <= 0 || g.out_w <= 0 ? 0 : esp_pool_tiles(g.planes, g.in_h * g.in_w);
}

// Whether v comes before best: it is greater, or the first NaN.
ESP_INLINE esp_vi max_pool2d_beats(esp_vf v, esp_vf best) {
  return esp_gt(v, best) | (esp_ne(v, v) & esp_eq(best, best));
}

ESP_INLINE int max_pool2d_beats_one(float v, float best) {
  return v > best || (v != v && best == best);
}

// All windows are 2 x 2, apart from each other, and in the plane.
static int max_pool2d_is_simple(const esp_pool_geometry* g) {
  return ESP_WIDTH > 1 && g->kernel_h == 2 && g->kernel_w == 2 && g->stride_h == 2 &&
         g->stride_w == 2 && g->dilation_h == 1 && g->dilation_w == 1 && g->pad_top == 0 &&
         g->pad_left == 0 && 2 * g->out_h <= g->in_h && 2 * g->out_w <= g->in_w;
}

// Floats of a row of columns' greatest, which reaches as far as windows do.
static esp_int max_pool2d_row_floats(const esp_pool_geometry* g) {
  const esp_int reach = (g->out_w - 1) * g->stride_w + (g->kernel_w - 1) * g->dilation_w + 1;
  const esp_int columns = reach > g->in_w ? reach : g->in_w;
  return (columns + g->pad_left + 4 * ESP_WIDTH + 15) / 16 * 16;
}

// The row of the greatest, and which rows they come from.
static size_t max_pool2d_scratch(const void* args) {
  const esp_pool_geometry g = ESP_POOL_GEOMETRY(max_pool2d, args);
  if (max_pool2d_is_simple(&g)) return 0;
  return (size_t)max_pool2d_row_floats(&g) * 2 * sizeof(float);
}

#if ESP_WIDTH > 1
// One row of 2 x 2 windows: `lanes` of them.
ESP_INLINE void max_pool2d_simple(const int full, const float* x, esp_int in_w, esp_int at,
                                  float* y, int32_t* index, esp_int lanes) {
  esp_vf part[4];
  for (int i = 0; i < 4; ++i) {
    const float* from = x + i / 2 * in_w + i % 2 * ESP_WIDTH;
    if (full) {
      part[i] = esp_load(from);
    } else {
      const esp_int rest = 2 * lanes - i % 2 * ESP_WIDTH;
      part[i] = rest <= 0 ? esp_zero() : esp_load_part(from, rest < ESP_WIDTH ? rest : ESP_WIDTH);
    }
  }
  const esp_vf a = ESP_SHUFFLE(part[0], part[1], ESP_EVEN_IDS);
  const esp_vf b = ESP_SHUFFLE(part[0], part[1], ESP_ODD_IDS);
  const esp_vf c = ESP_SHUFFLE(part[2], part[3], ESP_EVEN_IDS);
  const esp_vf d = ESP_SHUFFLE(part[2], part[3], ESP_ODD_IDS);
  esp_vf best;
  if (index == NULL) {
    best = esp_max(esp_max(a, b), esp_max(c, d));
  } else {
    const esp_vi first = esp_set1i((int32_t)at) + (esp_lane_ids() << 1);
    const esp_vi m = max_pool2d_beats(b, a);
    best = esp_select(m, b, a);
    esp_vi found = first - m;  // a mask is -1
    const esp_vi n = max_pool2d_beats(c, best);
    best = esp_select(n, c, best);
    found = (n & (first + (int32_t)in_w)) | (~n & found);
    const esp_vi o = max_pool2d_beats(d, best);
    best = esp_select(o, d, best);
    found = (o & (first + (int32_t)in_w + 1)) | (~o & found);
    if (full) {
      esp_storei(index, found);
    } else {
      int32_t all[ESP_WIDTH];
      esp_storei(all, found);
      for (esp_int i = 0; i < lanes; ++i) index[i] = all[i];
    }
  }
  if (full)
    esp_store(y, best);
  else
    esp_store_part(y, best, lanes);
}

static void max_pool2d_simple_plane(const esp_pool_geometry* g, const float* x, float* y,
                                    int32_t* index) {
  for (esp_int row = 0; row < g->out_h; ++row) {
    for (esp_int c = 0; c < g->out_w; c += ESP_WIDTH) {
      esp_int at = c, lanes = g->out_w - c;
      if (lanes < ESP_WIDTH && g->out_w >= ESP_WIDTH) at = g->out_w - ESP_WIDTH, lanes = ESP_WIDTH;
      const esp_int from = 2 * row * g->in_w + 2 * at, to = row * g->out_w + at;
      int32_t* found = index != NULL ? index + to : NULL;
      if (lanes >= ESP_WIDTH)
        max_pool2d_simple(1, x + from, g->in_w, from, y + to, found, ESP_WIDTH);
      else
        max_pool2d_simple(0, x + from, g->in_w, from, y + to, found, lanes);
    }
  }
}
#endif

// best[i] = greatest of column i over the rows of span s, and its row if rows is not NULL.
static void max_pool2d_columns(const esp_pool_geometry* g, const float* x, esp_pool_span s,
                               float* best, int32_t* rows) {
  for (esp_int tap = s.first; tap < s.last; ++tap) {
    const esp_int row = s.start + tap * g->dilation_h;
    const float* from = x + row * g->in_w;
    for (esp_int i = 0; i < g->in_w; i += ESP_WIDTH) {
      const esp_int lanes = g->in_w - i;
      const esp_vf v = lanes >= ESP_WIDTH ? esp_load(from + i) : esp_load_part(from + i, lanes);
      const esp_vi here = esp_set1i((int32_t)row);
      if (tap == s.first) {
        esp_store(best + i, v);
        if (rows != NULL) esp_storei(rows + i, here);
        continue;
      }
      const esp_vf old = esp_load(best + i);
      const esp_vi beats = max_pool2d_beats(v, old);
      esp_store(best + i, esp_select(beats, v, old));
      if (rows != NULL) esp_storei(rows + i, (beats & here) | (~beats & esp_loadi(rows + i)));
    }
  }
}

// Along a row: y[ox] = greatest of best at the window's columns; best has -inf at both ends.
static void max_pool2d_along(const esp_pool_geometry* g, const float* best, float* y) {
  esp_int ox = 0;
  for (; g->stride_w == 1 && ox + ESP_WIDTH <= g->out_w; ox += ESP_WIDTH) {
    esp_vf v = esp_load(best + ox);
    for (esp_int kx = 1; kx < g->kernel_w; ++kx)
      v = esp_max(v, esp_load(best + ox + kx * g->dilation_w));
    esp_store(y + ox, v);
  }
#if ESP_WIDTH > 1
  for (; g->stride_w == 2 && ox + ESP_WIDTH <= g->out_w; ox += ESP_WIDTH) {
    esp_vf v = esp_zero();
    for (esp_int kx = 0; kx < g->kernel_w; ++kx) {
      const float* from = best + 2 * ox + kx * g->dilation_w;
      const esp_vf at = ESP_SHUFFLE(esp_load(from), esp_load(from + ESP_WIDTH), ESP_EVEN_IDS);
      v = kx == 0 ? at : esp_max(v, at);
    }
    esp_store(y + ox, v);
  }
#endif
  for (; ox < g->out_w; ++ox) {
    float v = best[ox * g->stride_w];
    for (esp_int kx = 1; kx < g->kernel_w; ++kx) {
      const float at = best[ox * g->stride_w + kx * g->dilation_w];
      if (max_pool2d_beats_one(at, v)) v = at;
    }
    y[ox] = v;
  }
}

static void max_pool2d_along_with_index(const esp_pool_geometry* g, const float* best,
                                        const int32_t* rows, float* y, int32_t* index) {
  for (esp_int ox = 0; ox < g->out_w; ++ox) {
    const esp_pool_span s =
        esp_pool_span_of(ox, g->stride_w, g->pad_left, g->kernel_w, g->dilation_w, g->in_w);
    float v = -__builtin_inff();
    int32_t found = -1;
    for (esp_int tap = s.first; tap < s.last; ++tap) {
      const esp_int column = s.start + tap * g->dilation_w;
      const int32_t at = (int32_t)(rows[column] * g->in_w + column);
      const int same = best[column] == v || (best[column] != best[column] && v != v);
      if (found < 0 || max_pool2d_beats_one(best[column], v) || (same && at < found)) {
        v = best[column];
        found = at;
      }
    }
    y[ox] = v;
    index[ox] = found;
  }
}

static void max_pool2d_plane(const esp_pool_geometry* g, const float* x, float* y, int32_t* index,
                             float* scratch) {
  const esp_int floats = max_pool2d_row_floats(g);
  int32_t* const rows = (int32_t*)scratch + floats;
  for (esp_int oy = 0; oy < g->out_h; ++oy) {
    const esp_pool_span s =
        esp_pool_span_of(oy, g->stride_h, g->pad_top, g->kernel_h, g->dilation_h, g->in_h);
    float* to = y + oy * g->out_w;
    int32_t* found = index != NULL ? index + oy * g->out_w : NULL;
    if (s.first == s.last) {
      for (esp_int ox = 0; ox < g->out_w; ++ox) to[ox] = -__builtin_inff();
      for (esp_int ox = 0; found != NULL && ox < g->out_w; ++ox) found[ox] = -1;
    } else if (found != NULL) {
      max_pool2d_columns(g, x, s, scratch, rows);
      max_pool2d_along_with_index(g, scratch, rows, to, found);
    } else {
      float* best = scratch + g->pad_left;
      max_pool2d_columns(g, x, s, best, NULL);
      for (esp_int i = 0; i < g->pad_left; ++i) scratch[i] = -__builtin_inff();
      for (esp_int i = g->pad_left + g->in_w; i < floats; ++i) scratch[i] = -__builtin_inff();
      max_pool2d_along(g, scratch, to);
    }
  }
}

static void max_pool2d_tile(const void* args, esp_int begin, esp_int end, void* scratch) {
  const esp_max_pool2d_args* a = (const esp_max_pool2d_args*)args;
  const esp_pool_geometry g = ESP_POOL_GEOMETRY(max_pool2d, args);
  const esp_int in_plane = g.in_h * g.in_w, out_plane = g.out_h * g.out_w;
  const esp_int some = esp_pool_tile_planes(in_plane);
  const esp_int last = end * some < g.planes ? end * some : g.planes;
  for (esp_int p = begin * some; p < last; ++p) {
    const float* x = a->x + p * in_plane;
    float* y = a->y + p * out_plane;
    int32_t* index = a->index != NULL ? a->index + p * out_plane : NULL;
#if ESP_WIDTH > 1
    if (max_pool2d_is_simple(&g)) {
      max_pool2d_simple_plane(&g, x, y, index);
      continue;
    }
#endif
    max_pool2d_plane(&g, x, y, index, (float*)scratch);
  }
}

ESP_DEFINE_KERNEL(max_pool2d, ESP_MAX_POOL2D_FIELDS)
