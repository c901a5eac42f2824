// SPDX-License-Identifier: Apache-2.0
#include "copy_strided.h"

#include "chunk.h"
#include "strided.h"
#include "vector_transpose.h"

// Two dimensions are transposed in tiles of SIDE x SIDE and, within, squares of LINE x LINE.
#define ESP_COPY_SIDE 128
#define ESP_COPY_LINE 16

// The dimension other than the last along which x is contiguous while it is not along the last, or
// -1.
static esp_int copy_strided_turned(const esp_copy_strided_args* a) {
  const esp_int last = a->rank - 1;
  if (a->x_strides[last] == 1 || a->shape[last] < 4) return -1;
  for (esp_int d = last - 1; d >= 0; --d)
    if (a->x_strides[d] == 1 && a->shape[d] >= 4) return d;
  return -1;
}

static esp_int copy_strided_sides(esp_int size) { return esp_ceil_div(size, ESP_COPY_SIDE); }

static esp_int copy_strided_tiles(const void* args) {
  const esp_copy_strided_args* a = args;
  const esp_int count = esp_volume(a->rank, a->shape), turned = copy_strided_turned(a);
  if (count == 0 || turned < 0) return esp_chunks(count);
  const esp_int m = a->shape[turned], n = a->shape[a->rank - 1];
  return count / (m * n) * copy_strided_sides(m) * copy_strided_sides(n);
}

static size_t copy_strided_scratch(const void* args) {
  (void)args;
  return 0;
}

// Elements of any type may be seen as these.
typedef uint8_t esp_copy_1;
typedef uint16_t esp_copy_2 __attribute__((may_alias));
typedef uint32_t esp_copy_4 __attribute__((may_alias));
typedef uint64_t esp_copy_8 __attribute__((may_alias));

// copy_strided_row_N: y[i * y_stride] = x[i * x_stride], i < count.
// copy_strided_turn_N: y[i * y_stride + j * y_step] = x[j * x_stride + i], i < m, j < n.
#define ESP_COPY_SIZE(size)                                                                  \
  static void copy_strided_row_##size(const esp_copy_##size* x, esp_int x_stride,            \
                                      esp_copy_##size* y, esp_int y_stride, esp_int count) { \
    if (y_stride == 1 && x_stride == 0) {                                                    \
      const esp_copy_##size value = *x;                                                      \
      for (esp_int i = 0; i < count; ++i) y[i] = value;                                      \
    } else if (y_stride == 1 && x_stride == 1) {                                             \
      memcpy(y, x, (size_t)count* size);                                                     \
    } else {                                                                                 \
      for (esp_int i = 0; i < count; ++i) y[i * y_stride] = x[i * x_stride];                 \
    }                                                                                        \
  }                                                                                          \
  static void copy_strided_turn_##size(const esp_copy_##size* x, esp_int x_stride,           \
                                       esp_copy_##size* y, esp_int y_stride, esp_int y_step, \
                                       esp_int m, esp_int n) {                               \
    for (esp_int i = 0; i < m; ++i)                                                          \
      for (esp_int j = 0; j < n; ++j) y[i * y_stride + j * y_step] = x[j * x_stride + i];    \
  }

ESP_COPY_SIZE(1)
ESP_COPY_SIZE(2)
ESP_COPY_SIZE(4)
ESP_COPY_SIZE(8)

// The same for a whole LINE x LINE square of floats (or other elements of 4 bytes), y_step 1.
static void copy_strided_turn_square(const float* x, esp_int x_stride, float* y, esp_int y_stride) {
  for (esp_int i = 0; i < ESP_COPY_LINE; i += ESP_WIDTH)
    for (esp_int j = 0; j < ESP_COPY_LINE; j += ESP_WIDTH) {
      esp_vf v[ESP_WIDTH];
      for (int l = 0; l < ESP_WIDTH; ++l) v[l] = esp_load(x + (j + l) * x_stride + i);
      esp_transpose(v);
      for (int l = 0; l < ESP_WIDTH; ++l) esp_store(y + (i + l) * y_stride + j, v[l]);
    }
}

static void copy_strided_turn(const uint8_t* x, esp_int x_stride, uint8_t* y, esp_int y_stride,
                              esp_int y_step, esp_int m, esp_int n, esp_int size) {
  switch (size) {
    case 1:
      copy_strided_turn_1(x, x_stride, y, y_stride, y_step, m, n);
      break;
    case 2:
      copy_strided_turn_2((const void*)x, x_stride, (void*)y, y_stride, y_step, m, n);
      break;
    case 8:
      copy_strided_turn_8((const void*)x, x_stride, (void*)y, y_stride, y_step, m, n);
      break;
    default:
      if (y_step == 1 && m == ESP_COPY_LINE && n == ESP_COPY_LINE) {
        copy_strided_turn_square((const void*)x, x_stride, (void*)y, y_stride);
        break;
      }
      copy_strided_turn_4((const void*)x, x_stride, (void*)y, y_stride, y_step, m, n);
  }
}

static void copy_strided_row(const uint8_t* x, esp_int x_stride, uint8_t* y, esp_int y_stride,
                             esp_int count, esp_int size) {
  switch (size) {
    case 1:
      copy_strided_row_1(x, x_stride, y, y_stride, count);
      break;
    case 2:
      copy_strided_row_2((const void*)x, x_stride, (void*)y, y_stride, count);
      break;
    case 8:
      copy_strided_row_8((const void*)x, x_stride, (void*)y, y_stride, count);
      break;
    default:
      copy_strided_row_4((const void*)x, x_stride, (void*)y, y_stride, count);
  }
}

// Chunks of the flat index space, row by row.
static void copy_strided_rows(const esp_copy_strided_args* a, esp_int begin, esp_int end) {
  const esp_int last = a->rank - 1, row = a->shape[last];
  const esp_int stop = esp_chunk_end(end, esp_volume(a->rank, a->shape));
  esp_int i = begin * ESP_CHUNK;
  if (i >= stop) return;
  esp_int at = i % row;
  esp_walk w;
  esp_walk_start(&w, last, a->shape, a->x_strides, a->y_strides, 0, i / row);
  for (; i < stop; at = 0, esp_walk_next(&w)) {
    const esp_int count = esp_int_min(row - at, stop - i);
    const esp_int from = a->x_offset + w.offset[0] + at * a->x_strides[last];
    const esp_int to = a->y_offset + w.offset[1] + at * a->y_strides[last];
    copy_strided_row(a->x + from * a->size, a->x_strides[last], a->y + to * a->size,
                     a->y_strides[last], count, a->size);
    i += count;
  }
}

// Tiles of the two dimensions `turned` and the last, for every index of the others.
static void copy_strided_turns(const esp_copy_strided_args* a, esp_int turned, esp_int begin,
                               esp_int end) {
  const esp_int last = a->rank - 1, size = a->size;
  const esp_int m = a->shape[turned], n = a->shape[last];
  const esp_int sides_m = copy_strided_sides(m), sides_n = copy_strided_sides(n);
  const esp_int x_stride = a->x_strides[last], y_stride = a->y_strides[turned];
  const esp_int y_step = a->y_strides[last];
  esp_int shape[ESP_MAX_RANK];
  for (esp_int d = 0; d < last; ++d) shape[d] = d == turned ? 1 : a->shape[d];
  esp_walk w;
  esp_walk_start(&w, last, shape, a->x_strides, a->y_strides, 0, begin / (sides_m * sides_n));
  for (esp_int t = begin; t < end; ++t) {
    const esp_int tile_m = t / sides_n % sides_m * ESP_COPY_SIDE;
    const esp_int tile_n = t % sides_n * ESP_COPY_SIDE;
    const esp_int stop_m = esp_int_min(m, tile_m + ESP_COPY_SIDE);
    const esp_int stop_n = esp_int_min(n, tile_n + ESP_COPY_SIDE);
    const uint8_t* x = a->x + (a->x_offset + w.offset[0]) * size;
    uint8_t* y = a->y + (a->y_offset + w.offset[1]) * size;
    for (esp_int i = tile_m; i < stop_m; i += ESP_COPY_LINE)
      for (esp_int j = tile_n; j < stop_n; j += ESP_COPY_LINE)
        copy_strided_turn(x + (j * x_stride + i) * size, x_stride,
                          y + (i * y_stride + j * y_step) * size, y_stride, y_step,
                          esp_int_min(ESP_COPY_LINE, stop_m - i),
                          esp_int_min(ESP_COPY_LINE, stop_n - j), size);
    if (t % (sides_m * sides_n) == sides_m * sides_n - 1) esp_walk_next(&w);
  }
}

static void copy_strided_tile(const void* args, esp_int begin, esp_int end, void* scratch) {
  const esp_copy_strided_args* a = args;
  const esp_int turned = begin < end ? copy_strided_turned(a) : -1;
  (void)scratch;
  if (turned < 0) {
    copy_strided_rows(a, begin, end);
  } else {
    copy_strided_turns(a, turned, begin, end);
  }
}
ESP_DEFINE_KERNEL(copy_strided, ESP_COPY_STRIDED_FIELDS)
