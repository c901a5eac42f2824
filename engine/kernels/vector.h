// SPDX-License-Identifier: Apache-2.0
//
// Vectors for kernels: everything that vector_lanes.h, vector_math.h and vector_epilogue.h have.
#ifndef ESP_VECTOR_H
#define ESP_VECTOR_H

#include "vector_epilogue.h"
#include "vector_lanes.h"
#include "vector_math.h"

#endif
