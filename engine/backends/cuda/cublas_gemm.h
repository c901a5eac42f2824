// SPDX-License-Identifier: Apache-2.0
//
// cuBLAS behind the products of engine/backends/gpu/driver.h. It is opened at run time, so that CUDA works
// without it. Compiled, never run.
#pragma once

#include <cublas_v2.h>

#include "engine/backends/gpu/driver.h"

namespace espalier::cuda {

// 0, or the reason in `error`.
int open_cublas(esp_gpu_error* error);
// Precondition: open_cublas gave 0, and the device's context is the thread's. `handle` belongs to the
// device: null at first, made by the first product.
int cublas_gemm(cublasHandle_t& handle, cudaStream_t stream, const esp_gpu_gemm& product,
                esp_gpu_error* error);
void close_cublas(cublasHandle_t handle);  // may be null

}  // namespace espalier::cuda
