// SPDX-License-Identifier: Apache-2.0
//
// OpenBLAS as a candidate for matrix products. It runs single-threaded inside a tile, and tiles are
// cut by the shape alone, so results do not depend on the number of threads.
#include "engine/backends/cpu/openblas_gemm.h"

#include <cblas.h>
#include <dlfcn.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <mutex>
#include <vector>

#include "engine/base/cpu.h"
#include "engine/kernels/gemm.h"
#include "engine/passes/kernel_call.h"

namespace espalier::cpu {
namespace {

using Args = esp_gemm_args;  // bias_mode: none, scalar, row or full

constexpr esp_int shortest_tile = 64;  // rows; below, packing B anew for each tile costs too much
constexpr esp_int most_tiles = 32;     // of one product

esp_int rows_of_tile(const Args& a) {
  const esp_int rows = (a.m + most_tiles - 1) / most_tiles;
  return std::max(shortest_tile, (rows + 15) / 16 * 16);
}

esp_int blocks_of(const Args& a) {
  const esp_int rows = rows_of_tile(a);
  return (a.m + rows - 1) / rows;
}

esp_int tiles(const void* args) {
  const Args& a = *static_cast<const Args*>(args);
  return a.n > 0 ? a.batch * blocks_of(a) : 0;
}

size_t scratch_bytes(const void*) { return 0; }

void start_with_bias(const Args& a, float* c, const float* bias, esp_int first, esp_int rows) {
  for (esp_int i = 0; i < rows; ++i) {
    float* const row = c + i * a.ldc;
    if (a.bias_mode == ESP_BIAS_SCALAR)
      std::fill_n(row, a.n, a.bias_scale * bias[0]);
    else if (a.bias_mode == ESP_BIAS_ROW)
      for (esp_int j = 0; j < a.n; ++j) row[j] = a.bias_scale * bias[j];
    else
      for (esp_int j = 0; j < a.n; ++j) row[j] = a.bias_scale * bias[(first + i) * a.ld_bias + j];
  }
}

void activate(const Args& a, float* c, esp_int rows) {
  for (esp_int i = 0; i < rows; ++i)
    for (float *v = c + i * a.ldc, *end = v + a.n; v != end; ++v)
      if (a.activation == ESP_ACT_RELU)
        *v = *v <= 0 ? 0 : *v;  // NaN stays
      else
        *v = *v > 0 ? *v : a.act_alpha * *v;
}

void tile(const void* args, esp_int begin, esp_int end, void*) {
  const Args& a = *static_cast<const Args*>(args);
  const esp_int blocks = blocks_of(a), step = rows_of_tile(a);
  for (esp_int t = begin; t < end; ++t) {
    const esp_int batch = t / blocks, first = t % blocks * step;
    const esp_int rows = std::min(step, a.m - first);
    const float* x = a.a + batch * a.stride_a + (a.trans_a ? first : first * a.lda);
    const float* w = a.b + batch * a.stride_b;
    float* c = a.c + batch * a.stride_c + first * a.ldc;
    if (a.bias_mode != ESP_BIAS_NONE)
      start_with_bias(a, c, a.bias + batch * a.stride_bias, first, rows);
    else if (a.k == 0)
      for (esp_int i = 0; i < rows; ++i) std::fill_n(c + i * a.ldc, a.n, 0.0F);
    if (a.k > 0)
      cblas_sgemm(CblasRowMajor, a.trans_a ? CblasTrans : CblasNoTrans,
                  a.trans_b ? CblasTrans : CblasNoTrans, static_cast<int>(rows),
                  static_cast<int>(a.n), static_cast<int>(a.k), a.alpha, x, static_cast<int>(a.lda),
                  w, static_cast<int>(a.ldb), a.bias_mode == ESP_BIAS_NONE ? 0.0F : 1.0F, c,
                  static_cast<int>(a.ldc));
    if (a.activation != ESP_ACT_NONE) activate(a, c, rows);
  }
}

const esp_field* fields(int* count) { return esp_plain_gemm.fields(count); }

const esp_kernel kernel{"openblas_gemm", sizeof(Args), fields, tiles, scratch_bytes, tile};
const KernelFamily family{{&kernel, &kernel, &kernel}};

std::optional<std::string> unless_usable(const StepLowering& s) {
  static const bool single = (openblas_set_num_threads(1), true);
  static_cast<void>(single);
  for (std::size_t i = 0; i < s.input_count(); ++i)
    if (s.has(i) && s.in(i).dtype != DType::float32) return "OpenBLAS multiplies float32 here";
  if (s.target().isa != best_isa()) return "OpenBLAS chooses its instruction set by itself";
  for (std::size_t i = 0; i < 2; ++i)
    for (const std::int64_t d : s.in(i).shape)
      if (d > std::numeric_limits<int>::max()) return "OpenBLAS counts in 32 bits";
  return std::nullopt;
}

// ---- Gemm and FusedGemm

// How C is added; -1: in a way this rule does not know.
esp_int bias_mode(const StepLowering& s) {
  if (!s.has(2)) return ESP_BIAS_NONE;
  const Shape& y = s.out(0).shape;
  Shape c = s.in(2).shape;
  if (count(c) == 1) return ESP_BIAS_SCALAR;
  while (c.size() < 2) c.insert(c.begin(), 1);
  if (c[0] == 1 && c[1] == y[1]) return ESP_BIAS_ROW;
  return c == y ? ESP_BIAS_FULL : -1;
}

std::string activation_of(const StepLowering& s) {
  return s.node().op->attribute("activation") != nullptr ? s.text("activation") : std::string();
}

std::optional<std::string> gemm_supports(const StepLowering& s) {
  if (bias_mode(s) < 0) return "a bias for each row";
  const std::string act = activation_of(s);
  if (!act.empty() && act != "Relu" && act != "LeakyRelu") return act + " is not fused";
  return unless_usable(s);
}

void gemm(StepLowering& s) {
  Args a{};
  a.trans_a = s.integer("transA") != 0;
  a.trans_b = s.integer("transB") != 0;
  a.m = s.out(0).shape[0];
  a.n = s.out(0).shape[1];
  a.k = s.in(0).shape[a.trans_a ? 0 : 1];
  a.lda = std::max<esp_int>(s.in(0).shape[1], 1);
  a.ldb = std::max<esp_int>(s.in(1).shape[1], 1);
  a.ldc = a.ld_bias = std::max<esp_int>(a.n, 1);
  a.batch = 1;
  a.bias_mode = bias_mode(s);
  a.alpha = static_cast<float>(s.real("alpha"));
  a.bias_scale = static_cast<float>(s.real("beta"));
  const std::string act = activation_of(s);
  a.activation = act == "Relu"        ? ESP_ACT_RELU
                 : act == "LeakyRelu" ? ESP_ACT_LEAKY_RELU
                                      : ESP_ACT_NONE;
  if (!act.empty()) a.act_alpha = static_cast<float>(s.real("activation_alpha"));
  s.call(
      family, a,
      {{"a", s.in(0)}, {"b", s.in(1)}, {"bias", s.has(2) ? s.in(2) : Operand{}}, {"c", s.out(0)}});
}

// ---- MatMul: equal batches, or one matrix at the right

std::optional<std::string> matmul_supports(const StepLowering& s) {
  const Shape &x = s.in(0).shape, &w = s.in(1).shape;
  if (x.size() < 2 || w.size() < 2) return "a vector operand";
  const bool one = w.size() == 2;
  const bool equal = x.size() == w.size() && std::equal(x.begin(), x.end() - 2, w.begin());
  if (!one && !equal) return "operands of different batches";
  return unless_usable(s);
}

void matmul(StepLowering& s) {
  const Shape &x = s.in(0).shape, &w = s.in(1).shape;
  Args a{};
  a.m = x[x.size() - 2];
  a.k = x.back();
  a.n = w.back();
  a.batch = 1;
  for (std::size_t i = 0; i + 2 < x.size(); ++i) (w.size() == 2 ? a.m : a.batch) *= x[i];
  a.lda = std::max<esp_int>(a.k, 1);
  a.ldb = a.ldc = std::max<esp_int>(a.n, 1);
  a.stride_a = a.m * a.k;
  a.stride_b = a.k * a.n;
  a.stride_c = a.m * a.n;
  a.alpha = 1;
  s.call(family, a, {{"a", s.in(0)}, {"b", s.in(1)}, {"c", s.out(0)}});
}

constexpr int priority = 1;  // below the kernels of ours: a measurement may choose it

const RegisterCpuRule rules{{.op = "Gemm",
                             .algorithm = "gemm.openblas",
                             .supports = gemm_supports,
                             .lower = gemm,
                             .priority = priority,
                             .engine_only = true},
                            {.op = "FusedGemm",
                             .domain = internal_domain,
                             .algorithm = "gemm.openblas",
                             .supports = gemm_supports,
                             .lower = gemm,
                             .priority = priority,
                             .engine_only = true},
                            {.op = "MatMul",
                             .algorithm = "matmul.openblas",
                             .supports = matmul_supports,
                             .lower = matmul,
                             .priority = priority,
                             .engine_only = true}};

}  // namespace

bool is_openblas(std::string_view algorithm) { return algorithm.ends_with(".openblas"); }

void reserve_openblas_buffers(int threads) {
  // No header declares the two; a library that does not show them maps the memory at first use.
  using Take = void*(int);
  using GiveBack = void(void*);
  static auto* const take = reinterpret_cast<Take*>(dlsym(RTLD_DEFAULT, "blas_memory_alloc"));
  static auto* const give_back =
      reinterpret_cast<GiveBack*>(dlsym(RTLD_DEFAULT, "blas_memory_free"));
  if (take == nullptr || give_back == nullptr) return;
  static std::mutex mutex;
  static int reserved = 0;
  const std::lock_guard lock(mutex);
  if (threads <= reserved) return;
  std::vector<void*> buffers;
  for (int i = 0; i < threads; ++i) buffers.push_back(take(0));
  for (void* buffer : buffers) give_back(buffer);
  reserved = threads;
}

}  // namespace espalier::cpu
