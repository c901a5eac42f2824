// SPDX-License-Identifier: Apache-2.0
//
// CLBlast behind the products of engine/backends/gpu/driver.h. It is opened at run time, so that OpenCL
// works without it.
#pragma once

#include "engine/backends/gpu/driver.h"
#include "engine/backends/opencl/opencl.h"

namespace espalier::opencl {

// 0, or the reason in `error`.
int open_clblast(esp_gpu_error* error);
// Precondition: open_clblast gave 0.
int clblast_gemm(cl_command_queue queue, const esp_gpu_gemm& product, esp_gpu_error* error);

}  // namespace espalier::opencl
