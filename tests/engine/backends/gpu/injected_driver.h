// SPDX-License-Identifier: Apache-2.0
//
// The OpenCL driver with counters, and with failures on order: the backend "injected".
#pragma once

#include <doctest/doctest.h>

#include <cstdio>
#include <functional>
#include <vector>

#include "engine/backends/gpu/gpu_device.h"
#include "engine/backends/gpu/libraries.h"

namespace espalier::testing {

struct Injection {
  // Calls that still work before one fails; negative: all do.
  int allocations = -1, builds = -1, launches = -1, products = -1;
  bool library = true;                          // of products: whether it is installed
  std::vector<std::size_t> uploads, downloads;  // bytes
  std::function<void(esp_gpu_description&)> lie;
};
inline Injection injection;

namespace injected {

inline const esp_gpu_driver& real() {
  const gpu::Library& library = gpu::library("opencl");
  if (library.driver == nullptr) FAIL(library.why_not.text());
  return *library.driver;
}

inline bool fails(int& left, const char* words, esp_gpu_error* error) {
  if (left < 0 || left-- > 0) return false;
  left = 0;  // and so does every call after it
  std::snprintf(error->text, sizeof error->text, "%s", words);
  return true;
}

inline int describe(int index, esp_gpu_description* into, esp_gpu_error* error) {
  const int status = real().describe(index, into, error);
  if (status == 0 && injection.lie) injection.lie(*into);
  return status;
}
inline int allocate(void* d, std::size_t bytes, void** memory, esp_gpu_error* error) {
  if (fails(injection.allocations, "no memory is left", error)) return 1;
  return real().allocate(d, bytes, memory, error);
}
inline int upload(void* d, void* m, std::size_t at, const void* from, std::size_t bytes,
                  esp_gpu_error* error) {
  injection.uploads.push_back(bytes);
  return real().upload(d, m, at, from, bytes, error);
}
inline int download(void* d, void* m, std::size_t at, void* to, std::size_t bytes,
                    esp_gpu_error* error) {
  injection.downloads.push_back(bytes);
  return real().download(d, m, at, to, bytes, error);
}
inline int build(void* d, const char* source, const char* options, void** program,
                 esp_gpu_error* error) {
  if (fails(injection.builds, "its compiler says: error in line 1", error)) return 1;
  return real().build(d, source, options, program, error);
}
inline int launch(void* d, const esp_gpu_launch* l, esp_gpu_error* error) {
  if (fails(injection.launches, "the device was lost", error)) return 1;
  return real().launch(d, l, error);
}

inline int gemm_open(esp_gpu_error* error) {
  if (injection.library && real().gemm_open != nullptr) return real().gemm_open(error);
  std::snprintf(error->text, sizeof error->text, "it is not installed");
  return 1;
}
inline int gemm(void* d, const esp_gpu_gemm* product, esp_gpu_error* error) {
  if (fails(injection.products, "no such product", error)) return 1;
  return real().gemm(d, product, error);
}

inline const esp_gpu_driver& driver() {
  static const esp_gpu_driver table = [] {
    esp_gpu_driver t = real();
    t.describe = describe;
    t.allocate = allocate;
    t.upload = upload;
    t.download = download;
    t.build = build;
    t.launch = launch;
    t.gemm_library = "clblast";
    t.gemm_open = gemm_open;
    t.gemm = gemm;
    return t;
  }();
  return table;
}

inline const RegisterGpuLibrary products{"injected", [] { return gpu::product_library(driver()); }};
inline const RegisterBackend backend{"injected", [] { return gpu::probe("injected", driver()); },
                                     [](std::string_view, int threads) -> std::unique_ptr<Device> {
                                       return std::make_unique<gpu::GpuDevice>("injected", driver(),
                                                                               0, threads);
                                     }};

}  // namespace injected
}  // namespace espalier::testing
