# SPDX-License-Identifier: Apache-2.0
"""The calls of cuBLAS against a library of the same name that multiplies on the CPU, by columns as cuBLAS
does: the operands' order, leading dimensions, steps and offsets are right without a GPU."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(os.environ["ESPALIER_SOURCE_DIR"])
INCLUDES = ("/usr/local/cuda/include", "/usr/include")

LIBRARY = r"""
#include <cublas_v2.h>
extern "C" {
cublasStatus_t cublasCreate_v2(cublasHandle_t* h) { *h = (cublasHandle_t)h; return CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasDestroy_v2(cublasHandle_t) { return CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasSetStream_v2(cublasHandle_t, cudaStream_t) { return CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasSgemm_v2(cublasHandle_t, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k,
                              const float* alpha, const float* a, int lda, const float* b, int ldb,
                              const float* beta, float* c, int ldc) {
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      float sum = 0;
      for (int l = 0; l < k; ++l)
        sum += (ta ? a[l + i * lda] : a[i + l * lda]) * (tb ? b[j + l * ldb] : b[l + j * ldb]);
      c[i + j * ldc] = *alpha * sum + (*beta == 0 ? 0 : *beta * c[i + j * ldc]);
    }
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasSgemmStridedBatched(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m,
                                         int n, int k, const float* alpha, const float* a, int lda,
                                         long long sa, const float* b, int ldb, long long sb,
                                         const float* beta, float* c, int ldc, long long sc, int count) {
  for (int i = 0; i < count; ++i)
    cublasSgemm_v2(h, ta, tb, m, n, k, alpha, a + i * sa, lda, b + i * sb, ldb, beta, c + i * sc, ldc);
  return CUBLAS_STATUS_SUCCESS;
}
}
"""

PROGRAM = r"""
#include <cmath>
#include <cstdio>
#include <vector>
#include "engine/backends/cuda/cublas_gemm.h"
int main() {
  esp_gpu_error error{};
  if (espalier::cuda::open_cublas(&error)) return std::puts(error.text), 1;
  const std::size_t m = 3, n = 4, k = 5, offset = 2;
  cublasHandle_t handle = nullptr;
  for (int way = 0; way < 16; ++way) {
    const bool ta = way & 1, tb = way & 2, stack = way & 4;
    const float alpha = 0.5f, beta = way & 8 ? 2.0f : 0.0f;
    const std::size_t count = stack ? 3 : 1;
    std::vector<float> a(offset + count * m * k), b(offset + k * n), c(offset + count * m * n, 1.0f);
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = float(i * 7 % 11) - 5;
    for (std::size_t i = 0; i < b.size(); ++i) b[i] = float(i * 5 % 13) - 6;
    const std::size_t at = offset * sizeof(float);
    // One B for all of the stack.
    const esp_gpu_gemm p{{a.data(), at, ta ? m : k, m * k, ta}, {b.data(), at, tb ? k : n, 0, tb},
                         {c.data(), at, n, m * n, 0}, m, n, k, count, alpha, beta};
    if (espalier::cuda::cublas_gemm(handle, nullptr, p, &error)) return std::puts(error.text), 1;
    for (std::size_t s = 0; s < count; ++s)
      for (std::size_t i = 0; i < m; ++i)
        for (std::size_t j = 0; j < n; ++j) {
          float sum = beta / alpha;
          for (std::size_t l = 0; l < k; ++l)
            sum += a[offset + s * m * k + (ta ? l * m + i : i * k + l)] *
                   b[offset + (tb ? j * k + l : l * n + j)];
          const float got = c[offset + s * m * n + i * n + j];
          if (std::fabs(got - alpha * sum) > 1e-4f)
            return std::printf("way %d: expected %g at %zu, %zu, %zu, got %g\n", way, alpha * sum, s, i, j,
                               got), 1;
        }
  }
  esp_gpu_gemm large{};
  large.m = std::size_t{1} << 40;
  if (!espalier::cuda::cublas_gemm(handle, nullptr, large, &error)) return std::puts("taken"), 1;
  espalier::cuda::close_cublas(handle);
  return 0;
}
"""


def main():
    include = next((i for i in INCLUDES if pathlib.Path(i, "cublas_v2.h").exists()), None)
    compiler = shutil.which("g++")
    if not include or not compiler:
        print("there is no cublas_v2.h or no g++ here")
        return 77
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "library.cpp").write_text(LIBRARY)
        (folder / "program.cpp").write_text(PROGRAM)
        version = subprocess.run(
            [compiler, "-E", "-P", "-I", include, "-x", "c++", "-"], text=True, check=True,
            input="#include <cublas_v2.h>\nversion CUBLAS_VER_MAJOR\n", capture_output=True)
        major = version.stdout.split()[-1]
        flags = ["-std=c++20", "-O1", "-I", include, "-I", ROOT]
        subprocess.run([compiler, *flags, "-shared", "-fPIC", "-o", folder / f"libcublas.so.{major}",
                        folder / "library.cpp"], check=True)
        subprocess.run([compiler, *flags, "-o", folder / "program", folder / "program.cpp",
                        ROOT / "engine/backends/cuda/cublas_gemm.cpp", "-ldl"], check=True)
        return subprocess.run([folder / "program"], check=False,
                              env={**os.environ, "LD_LIBRARY_PATH": name}).returncode


if __name__ == "__main__":
    sys.exit(main())
