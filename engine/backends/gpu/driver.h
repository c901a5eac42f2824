// SPDX-License-Identifier: Apache-2.0
//
// What a vendor's library is to the engine: a table of functions in plain C, so that it can be a
// shared object that is opened at run time and shares no C++ with the program. Such an object,
// libespalier_<kind>.so, exports espalier_gpu_driver.
//
// Functions return 0, or another number with a reason in `error` (one sentence without a full stop,
// English; a compiler's words may have lines). A device is used by one thread at a time. Work is done
// in the order in which it is given; only download and finish wait for it.
#ifndef ESPALIER_GPU_DRIVER_H
#define ESPALIER_GPU_DRIVER_H

#include <stddef.h>
#include <stdint.h>

#define ESPALIER_GPU_DRIVER_VERSION 2

#ifdef __cplusplus
extern "C" {
#endif

typedef struct esp_gpu_error {
  char text[4096];
} esp_gpu_error;

typedef struct esp_gpu_description {
  char name[256];         /* "NVIDIA A10", "pthread-..." */
  char driver[256];       /* platform and version */
  char why_not[512];      /* why it cannot be used; empty: it can */
  uint64_t memory;        /* bytes in all, as the driver says */
  uint64_t largest_piece; /* of one allocation, bytes */
  uint64_t local_memory;  /* of a group, bytes */
  uint64_t group_items;   /* most work-items of a group */
} esp_gpu_description;

typedef struct esp_gpu_argument {
  const void* value; /* a number of `bytes` bytes, or null where it is memory */
  size_t bytes;
  void* memory; /* from allocate; null is a null pointer */
} esp_gpu_argument;

typedef struct esp_gpu_launch {
  void* kernel;
  const esp_gpu_argument* arguments;
  uint32_t count;
  size_t groups[3], local[3];
} esp_gpu_launch;

/* C = alpha * op(A) * op(B) + beta * C for `count` row-major matrices of floats: op(A) is [m, k], op(B)
 * [k, n], C [m, n]. `trans` says that a factor is stored transposed, `leading` is the length of a row
 * as it is stored. Offsets in bytes; the step from a matrix to the next in elements, 0: always one. */
typedef struct esp_gpu_matrix {
  void* memory;
  size_t offset, leading, step;
  int trans;
} esp_gpu_matrix;

typedef struct esp_gpu_gemm {
  esp_gpu_matrix a, b, c;
  size_t m, n, k, count;
  float alpha, beta;
} esp_gpu_gemm;

typedef struct esp_gpu_driver {
  uint32_t version; /* ESPALIER_GPU_DRIVER_VERSION */
  /* How many devices there are, usable or not. */
  int (*count)(int* devices, esp_gpu_error* error);
  int (*describe)(int index, esp_gpu_description* into, esp_gpu_error* error);
  int (*open)(int index, void** device, esp_gpu_error* error);
  void (*close)(void* device); /* with all that was made of it */
  /* Zeroed memory of at least one byte. */
  int (*allocate)(void* device, size_t bytes, void** memory, esp_gpu_error* error);
  void (*release)(void* device, void* memory);
  /* `from` is not read any more when it returns. */
  int (*upload)(void* device, void* memory, size_t offset, const void* from, size_t bytes,
                esp_gpu_error* error);
  int (*download)(void* device, void* memory, size_t offset, void* to, size_t bytes,
                  esp_gpu_error* error);
  /* `options` are -DNAME=VALUE, separated by blanks. The error has the compiler's words. */
  int (*build)(void* device, const char* source, const char* options, void** program,
               esp_gpu_error* error);
  int (*kernel)(void* device, void* program, const char* name, void** kernel, uint64_t* local_bytes,
                esp_gpu_error* error);
  int (*launch)(void* device, const esp_gpu_launch* launch, esp_gpu_error* error);
  int (*finish)(void* device, esp_gpu_error* error);
  /* A library of the vendor's that multiplies matrices ("clblast"). All three are null where the
   * driver was built without one. */
  const char* gemm_library;
  /* Opens it when first called; the reason where it is not installed. */
  int (*gemm_open)(esp_gpu_error* error);
  /* Precondition: gemm_open gave 0. Where it refuses, C is as before, and a kernel does the work. */
  int (*gemm)(void* device, const esp_gpu_gemm* product, esp_gpu_error* error);
} esp_gpu_driver;

const esp_gpu_driver* espalier_gpu_driver(void);

#ifdef __cplusplus
}
#endif

#endif
