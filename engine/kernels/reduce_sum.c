// SPDX-License-Identifier: Apache-2.0
#include "reduce_sum.h"

#include "map.h"
#include "strided.h"
#include "sum_block.h"

// Columns summed side by side, and rows of them summed in float.
#define ESP_REDUCE_COLUMNS 128
#define ESP_REDUCE_ROWS 256

// How many neighbouring columns add up to one output if work goes by columns, else 0. It does if
// the last kept dimension has stride 1 (then 1), or if it continues a short reduced row of stride
// 1: x[n, c, s] over n and s is summed over n first, in c * s columns.
static esp_int reduce_sum_fold(const esp_reduce_sum_args* a) {
  const esp_int inner = a->kept_rank - 1, last = a->reduced_rank - 1;
  const esp_int row = last >= 0 && a->reduced_strides[last] == 1 ? a->reduced_shape[last] : 1;
  if (inner < 0 || a->kept_shape[inner] < 2) return 0;
  if (row <= 1) return a->kept_strides[inner] == 1;
  return last > 0 && row <= ESP_REDUCE_COLUMNS / 2 && a->kept_strides[inner] == row ? row : 0;
}

// Outputs in a block of columns, and such blocks in a row of outputs.
static esp_int reduce_sum_block_size(esp_int fold) { return ESP_REDUCE_COLUMNS / fold; }

static esp_int reduce_sum_blocks(const esp_reduce_sum_args* a, esp_int fold) {
  return esp_ceil_div(a->kept_shape[a->kept_rank - 1], reduce_sum_block_size(fold));
}

// Work items (outputs, or blocks of columns) and how many make a tile.
static esp_int reduce_sum_items(const esp_reduce_sum_args* a) {
  const esp_int outputs = esp_volume(a->kept_rank, a->kept_shape), fold = reduce_sum_fold(a);
  if (outputs == 0 || fold == 0) return outputs;
  return outputs / a->kept_shape[a->kept_rank - 1] * reduce_sum_blocks(a, fold);
}

static esp_int reduce_sum_per_tile(const esp_reduce_sum_args* a) {
  const esp_int fold = reduce_sum_fold(a);
  esp_int item = esp_volume(a->reduced_rank, a->reduced_shape);
  if (fold > 0) item *= reduce_sum_block_size(fold);
  return esp_int_max(1, ESP_CHUNK / esp_int_max(1, item));
}

static esp_int reduce_sum_tiles(const void* args) {
  const esp_reduce_sum_args* a = args;
  return esp_ceil_div(reduce_sum_items(a), reduce_sum_per_tile(a));
}

ESP_NO_SCRATCH(reduce_sum)

static void reduce_sum_put(const esp_reduce_sum_args* a, esp_int at, double sum) {
  sum *= (double)a->scale;
  a->y[at] = (float)(a->accumulate ? (double)a->y[at] + sum : sum);
}

// A row of any length, in blocks.
static double reduce_sum_row(const float* x, esp_int count) {
  double sum = 0.0;
  for (esp_int i = 0; i < count; i += ESP_SUM_BLOCK)
    sum += (double)esp_sum_block(x + i, esp_int_min(count - i, ESP_SUM_BLOCK));
  return sum;
}

// One output whose terms lie in rows of stride 1. Lanes go on over short rows until a block is
// full.
static double reduce_sum_rows(const esp_reduce_sum_args* a, const float* x) {
  const esp_int last = a->reduced_rank - 1, row = a->reduced_shape[last];
  if (last == 0) return reduce_sum_row(x, row);
  const esp_int rows = esp_volume(last, a->reduced_shape);
  esp_vf lanes = esp_zero();
  esp_int filled = 0;
  double sum = 0.0;
  esp_walk w;
  esp_walk_start(&w, last, a->reduced_shape, a->reduced_strides, 0, 0, 0);
  for (esp_int r = 0; r < rows; ++r, esp_walk_next(&w)) {
    const float* p = x + w.offset[0];
    if (row >= 8 * ESP_WIDTH) {
      sum += reduce_sum_row(p, row);
      continue;
    }
    esp_int i = 0;
    for (; i + ESP_WIDTH <= row; i += ESP_WIDTH) lanes += esp_load(p + i);
    if (i < row) lanes += esp_load_part(p + i, row - i);
    filled += row;
    if (filled >= ESP_SUM_BLOCK) {
      sum += (double)esp_sum(lanes);
      lanes = esp_zero();
      filled = 0;
    }
  }
  return sum + (double)esp_sum(lanes);
}

static double reduce_sum_scalars(const esp_reduce_sum_args* a, const float* x) {
  const esp_int last = a->reduced_rank - 1;
  const esp_int rows = esp_volume(last, a->reduced_shape);
  double sum = 0.0;
  esp_walk w;
  esp_walk_start(&w, last, a->reduced_shape, a->reduced_strides, 0, 0, 0);
  for (esp_int r = 0; r < rows; ++r, esp_walk_next(&w)) {
    const float* p = x + w.offset[0];
    for (esp_int i = 0; i < a->reduced_shape[last]; ++i)
      sum += (double)p[i * a->reduced_strides[last]];
  }
  return sum;
}

// lanes[0, columns) += `rows` rows, 1 to 4 of them, `stride` apart.
static void reduce_sum_add_rows(float* lanes, const float* x, esp_int stride, esp_int rows,
                                esp_int columns) {
  for (esp_int j = 0; j < columns; j += ESP_WIDTH) {
    const esp_int n = esp_int_min(columns - j, ESP_WIDTH);
    esp_vf sum = esp_load(lanes + j);
    sum += esp_load_n(x + j, n);
    if (rows > 1) sum += esp_load_n(x + stride + j, n);
    if (rows > 2) sum += esp_load_n(x + 2 * stride + j, n);
    if (rows > 3) sum += esp_load_n(x + 3 * stride + j, n);
    esp_store(lanes + j, sum);
  }
}

// Adds the float sums to the double ones and clears them.
static void reduce_sum_flush(double* sums, float* lanes, esp_int columns) {
  for (esp_int j = 0; j < columns; ++j) sums[j] += (double)lanes[j];
  for (esp_int j = 0; j < ESP_REDUCE_COLUMNS; ++j) lanes[j] = 0.0f;
}

// Outputs y[at, at + outputs), each of `fold` columns, the first at x.
static void reduce_sum_columns(const esp_reduce_sum_args* a, const float* x, esp_int at,
                               esp_int outputs, esp_int fold) {
  const esp_int last = a->reduced_rank - 1 - (fold > 1), columns = outputs * fold;
  const esp_int rows = last < 0 ? 1 : a->reduced_shape[last];
  const esp_int stride = last < 0 ? 0 : a->reduced_strides[last];
  const esp_int planes = last < 0 ? 1 : esp_volume(last, a->reduced_shape);
  float lanes[ESP_REDUCE_COLUMNS] = {0};
  double sums[ESP_REDUCE_COLUMNS] = {0};
  esp_int filled = 0;
  esp_walk w;
  esp_walk_start(&w, esp_int_max(last, 0), a->reduced_shape, a->reduced_strides, 0, 0, 0);
  for (esp_int p = 0; p < planes; ++p, esp_walk_next(&w)) {
    for (esp_int r = 0; r < rows; r += 4) {
      const esp_int group = esp_int_min(rows - r, 4);
      reduce_sum_add_rows(lanes, x + w.offset[0] + r * stride, stride, group, columns);
      filled += group;
      if (filled >= ESP_REDUCE_ROWS) {
        reduce_sum_flush(sums, lanes, columns);
        filled = 0;
      }
    }
  }
  reduce_sum_flush(sums, lanes, columns);
  for (esp_int k = 0; k < outputs; ++k) {
    double sum = 0.0;
    for (esp_int j = 0; j < fold; ++j) sum += sums[k * fold + j];
    reduce_sum_put(a, at + k, sum);
  }
}

static void reduce_sum_tile(const void* args, esp_int begin, esp_int end, void* scratch) {
  const esp_reduce_sum_args* a = args;
  const esp_int per_tile = reduce_sum_per_tile(a);
  const esp_int stop = esp_int_min(end * per_tile, reduce_sum_items(a));
  const esp_int last = a->reduced_rank - 1, fold = reduce_sum_fold(a);
  esp_int item = begin * per_tile;
  esp_walk w;
  (void)scratch;
  if (item >= stop) return;
  if (fold > 0) {
    const esp_int blocks = reduce_sum_blocks(a, fold), block = reduce_sum_block_size(fold);
    const esp_int width = a->kept_shape[a->kept_rank - 1];
    esp_walk_start(&w, a->kept_rank - 1, a->kept_shape, a->kept_strides, 0, 0, item / blocks);
    for (; item < stop; ++item) {
      const esp_int j = item % blocks * block;
      reduce_sum_columns(a, a->x + w.offset[0] + j * fold, item / blocks * width + j,
                         esp_int_min(width - j, block), fold);
      if (item % blocks == blocks - 1) esp_walk_next(&w);
    }
    return;
  }
  esp_walk_start(&w, a->kept_rank, a->kept_shape, a->kept_strides, 0, 0, item);
  for (; item < stop; ++item, esp_walk_next(&w)) {
    const float* x = a->x + w.offset[0];
    double sum = 0.0;
    if (last < 0) {
      sum = (double)*x;
    } else if (a->reduced_strides[last] == 1) {
      sum = reduce_sum_rows(a, x);
    } else {
      sum = reduce_sum_scalars(a, x);
    }
    reduce_sum_put(a, item, sum);
  }
}
ESP_DEFINE_KERNEL(reduce_sum, ESP_REDUCE_SUM_FIELDS)
