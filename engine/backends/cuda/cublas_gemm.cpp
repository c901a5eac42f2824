// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cuda/cublas_gemm.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstdio>
#include <limits>
#include <string>
#include <type_traits>

namespace espalier::cuda {
namespace {

// What the header declares and the library, opened below, has.
struct Cublas {
  decltype(&cublasCreate_v2) create = nullptr;
  decltype(&cublasDestroy_v2) destroy = nullptr;
  decltype(&cublasSetStream_v2) set_stream = nullptr;
  decltype(&cublasSgemm_v2) one = nullptr;
  decltype(&cublasSgemmStridedBatched) many = nullptr;
};

Cublas open_library() {
  // Of the version whose header this was built with.
  const std::string file = "libcublas.so." + std::to_string(CUBLAS_VER_MAJOR);
  void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return {};
  Cublas found;
  bool whole = true;
  const auto find = [&](auto& function, const char* name) {
    function = reinterpret_cast<std::decay_t<decltype(function)>>(dlsym(library, name));
    whole = whole && function != nullptr;
  };
  find(found.create, "cublasCreate_v2");
  find(found.destroy, "cublasDestroy_v2");
  find(found.set_stream, "cublasSetStream_v2");
  find(found.one, "cublasSgemm_v2");
  find(found.many, "cublasSgemmStridedBatched");
  return whole ? found : Cublas{};
}

const Cublas& cublas() {
  static const Cublas opened = open_library();
  return opened;
}

int refused(esp_gpu_error* error, const char* what, cublasStatus_t status) {
  std::snprintf(error->text, sizeof error->text, "cuBLAS refuses (%s) with its status %d", what,
                static_cast<int>(status));
  return static_cast<int>(status);
}

cublasOperation_t trans(const esp_gpu_matrix& m) { return m.trans ? CUBLAS_OP_T : CUBLAS_OP_N; }
float* place(const esp_gpu_matrix& m) {
  return reinterpret_cast<float*>(static_cast<char*>(m.memory) + m.offset);
}

}  // namespace

int open_cublas(esp_gpu_error* error) {
  if (cublas().create != nullptr) return 0;
  std::snprintf(error->text, sizeof error->text, "cuBLAS %d is not installed", CUBLAS_VER_MAJOR);
  return 1;
}

// cuBLAS has matrices by columns: what is row-major here is transposed there, and so B·A of those is the
// product's transpose.
int cublas_gemm(cublasHandle_t& handle, cudaStream_t stream, const esp_gpu_gemm& p,
                esp_gpu_error* error) {
  const esp_gpu_matrix &a = p.a, &b = p.b, &c = p.c;
  const std::size_t largest = std::max({p.m, p.n, p.k, p.count, a.leading, b.leading, c.leading});
  if (largest > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    return refused(error, "a size is no int", CUBLAS_STATUS_INVALID_VALUE);
  if (handle == nullptr)
    if (const cublasStatus_t status = cublas().create(&handle); status != CUBLAS_STATUS_SUCCESS) {
      handle = nullptr;
      return refused(error, "cublasCreate", status);
    }
  if (const cublasStatus_t status = cublas().set_stream(handle, stream);
      status != CUBLAS_STATUS_SUCCESS)
    return refused(error, "cublasSetStream", status);
  const auto size = [](std::size_t v) { return static_cast<int>(v); };
  const auto step = [](const esp_gpu_matrix& m) { return static_cast<long long>(m.step); };
  const cublasStatus_t status =
      p.count == 1
          ? cublas().one(handle, trans(b), trans(a), size(p.n), size(p.m), size(p.k), &p.alpha,
                         place(b), size(b.leading), place(a), size(a.leading), &p.beta, place(c),
                         size(c.leading))
          : cublas().many(handle, trans(b), trans(a), size(p.n), size(p.m), size(p.k), &p.alpha,
                          place(b), size(b.leading), step(b), place(a), size(a.leading), step(a),
                          &p.beta, place(c), size(c.leading), step(c), size(p.count));
  return status == CUBLAS_STATUS_SUCCESS ? 0 : refused(error, "cublasSgemm", status);
}

void close_cublas(cublasHandle_t handle) {
  if (handle != nullptr) cublas().destroy(handle);
}

}  // namespace espalier::cuda
