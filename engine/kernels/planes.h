// SPDX-License-Identifier: Apache-2.0
//
// The fixed chunks in which batch normalisation sums a channel of x[N, C, S]: for S > 1 either
// several whole planes of the channel or a part of one, at most ESP_SUM_BLOCK elements (one plane
// if it is that large); for S = 1 ESP_PLANE_ROWS rows of ESP_PLANE_COLUMNS channels side by side.
#ifndef ESP_PLANES_H
#define ESP_PLANES_H

#include "chunk.h"

#define ESP_PLANE_ROWS 64
#define ESP_PLANE_COLUMNS 64

// A chunk: `planes` runs of `count` elements, `stride` apart, the first at `offset`.
typedef struct esp_planes {
  esp_int batch, spatial, stride;
  esp_int n, s, offset, planes, count;
} esp_planes;

// Before the first chunk of channel c.
static inline esp_planes esp_planes_of(esp_int batch, esp_int channels, esp_int spatial,
                                       esp_int c) {
  const esp_planes p = {batch, spatial, channels * spatial, 0, 0, c * spatial, 0, 0};
  return p;
}

// Goes on to the next chunk; 0 if there is none.
static inline int esp_planes_next(esp_planes* p) {
  esp_int n = p->n, s = p->s + p->count;
  if (p->spatial <= ESP_SUM_BLOCK || s >= p->spatial) {
    n += p->planes;
    s = 0;
  }
  if (n >= p->batch) return 0;
  p->offset += (n - p->n) * p->stride + s - p->s;
  p->n = n;
  p->s = s;
  p->planes =
      p->spatial <= ESP_SUM_BLOCK ? esp_int_min(ESP_SUM_BLOCK / p->spatial, p->batch - n) : 1;
  p->count = esp_int_min(p->spatial - s, ESP_SUM_BLOCK);
  return 1;
}

// Tiles of a kernel that handles whole channels: one a channel, or a group of columns.
static inline esp_int esp_planes_tiles(esp_int batch, esp_int channels, esp_int spatial) {
  if (batch <= 0 || spatial <= 0) return 0;
  return spatial == 1 ? esp_ceil_div(channels, ESP_PLANE_COLUMNS) : channels;
}

#endif
