// SPDX-License-Identifier: Apache-2.0
#ifndef ESP_KERNEL_SUM_CHUNKS_H
#define ESP_KERNEL_SUM_CHUNKS_H

#include "kernel.h"

// sum[i] = (accumulate ? sum[i] : 0) + partial[0, i] + partial[1, i] + ... + partial[chunks - 1, i]
//   partial  [chunks, count]; sum [count]. sum may be partial itself (its first row) if accumulate
//            is 0; otherwise they must not overlap.
// Added in ascending order of the chunk, from left to right as written. chunks = 0 gives 0.
#define ESP_SUM_CHUNKS_FIELDS(IN, OUT, INT, INTS, REAL) \
  IN(float, partial) OUT(float, sum) INT(chunks) INT(count) INT(accumulate)
ESP_DECLARE_KERNEL(sum_chunks, ESP_SUM_CHUNKS_FIELDS)

#endif
