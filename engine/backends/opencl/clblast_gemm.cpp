// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/opencl/clblast_gemm.h"

#include <clblast_c.h>
#include <dlfcn.h>

#include <cstdio>

namespace espalier::opencl {
namespace {

// What the header declares and the library, opened below, has.
struct Clblast {
  decltype(&CLBlastSgemm) one = nullptr;
  decltype(&CLBlastSgemmStridedBatched) many = nullptr;
};

Clblast open_library() {
  void* const library = dlopen("libclblast.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return {};
  Clblast found;
  found.one = reinterpret_cast<decltype(found.one)>(dlsym(library, "CLBlastSgemm"));
  found.many = reinterpret_cast<decltype(found.many)>(dlsym(library, "CLBlastSgemmStridedBatched"));
  return found.many == nullptr ? Clblast{} : found;
}

const Clblast& clblast() {
  static const Clblast opened = open_library();
  return opened;
}

CLBlastTranspose trans(const esp_gpu_matrix& m) {
  return m.trans ? CLBlastTransposeYes : CLBlastTransposeNo;
}
cl_mem memory(const esp_gpu_matrix& m) { return static_cast<cl_mem>(m.memory); }
std::size_t place(const esp_gpu_matrix& m) { return m.offset / sizeof(float); }

}  // namespace

int open_clblast(esp_gpu_error* error) {
  if (clblast().one != nullptr) return 0;
  std::snprintf(error->text, sizeof error->text, "CLBlast is not installed (Debian: libclblast1)");
  return 1;
}

int clblast_gemm(cl_command_queue queue, const esp_gpu_gemm& p, esp_gpu_error* error) {
  const esp_gpu_matrix &a = p.a, &b = p.b, &c = p.c;
  const CLBlastStatusCode status =
      p.count == 1
          ? clblast().one(CLBlastLayoutRowMajor, trans(a), trans(b), p.m, p.n, p.k, p.alpha,
                          memory(a), place(a), a.leading, memory(b), place(b), b.leading, p.beta,
                          memory(c), place(c), c.leading, &queue, nullptr)
          : clblast().many(CLBlastLayoutRowMajor, trans(a), trans(b), p.m, p.n, p.k, p.alpha,
                           memory(a), place(a), a.leading, a.step, memory(b), place(b), b.leading,
                           b.step, p.beta, memory(c), place(c), c.leading, c.step, p.count, &queue,
                           nullptr);
  if (status == CLBlastSuccess) return 0;
  std::snprintf(error->text, sizeof error->text, "CLBlast refuses with its status %d",
                static_cast<int>(status));
  return status;
}

}  // namespace espalier::opencl
