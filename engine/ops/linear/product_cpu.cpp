// SPDX-License-Identifier: Apache-2.0
//
// Gemm, FusedGemm, MatMul and FusedMatMul: calls of the matrix kernels.
#include <algorithm>

#include "engine/kernels/gemm.h"
#include "engine/kernels/sum_chunks.h"
#include "engine/ops/linear/gemm.h"
#include "engine/ops/linear/matmul.h"
#include "engine/ops/support/call_cpu.h"

namespace espalier {
namespace {

// What both kernels are told: sizes, steps of batches and what is added.
template <class Args> Args with_sizes(const GemmSizes& g) {
  Args a{};
  a.m = g.m;
  a.n = g.n;
  a.k = g.k;
  a.trans_a = g.trans_a;
  a.lda = g.trans_a ? g.m : g.k;
  a.ldc = g.n;
  a.batch = 1;
  a.stride_c = g.m * g.n;
  a.alpha = 1;
  return a;
}

esp_int ldb(const GemmSizes& g) { return g.trans_b ? g.k : g.n; }

Operand packed_weights(StepLowering& s, const GemmSizes& g) {
  esp_gemm_pack_args a{};
  a.n = g.n;
  a.k = g.k;
  a.trans_b = g.trans_b;
  a.ldb = ldb(g);
  a.batch = 1;
  a.panel = ESP_GEMM_PANEL(s.target().width);
  const auto floats = static_cast<std::int64_t>(esp_gemm_packed_floats(a.n, a.k, a.panel));
  const Operand packed = s.packed(DType::float32, {floats});
  s.prologue_call(ESP_KERNELS(gemm_pack), a, {{"b", s.in(1)}, {"packed", packed}});
  return packed;
}

// A product without anything added; a tall one is cut into pieces that are summed.
void plain_product(StepLowering& s, esp_gemm_args a, const Operand& x, const Operand& w,
                   const Operand& y) {
  const esp_int chunks = esp_gemm_chunks(a.batch, a.m, a.n, a.k);
  if (chunks <= 1) {
    s.call(ESP_KERNELS(gemm), a, {{"a", x}, {"b", w}, {"c", y}});
    return;
  }
  a.k_chunks = chunks;
  const std::int64_t count = a.batch * a.m * a.n;
  const Operand partial = s.workspace(DType::float32, {chunks, count});
  s.call(ESP_KERNELS(gemm), a, {{"a", x}, {"b", w}, {"c", partial}});
  esp_sum_chunks_args sum{};
  sum.chunks = chunks;
  sum.count = count;
  s.call(ESP_KERNELS(sum_chunks), sum, {{"partial", partial}, {"sum", y}});
}

// ---- Gemm, FusedGemm

template <class Args> Args with_bias(const StepLowering& s, const GemmSizes& g, Args a) {
  a.alpha = static_cast<float>(s.real("alpha"));
  if (!s.has(2)) return a;
  const Shape& c = s.in(2).shape;
  const std::int64_t columns = c.empty() ? 1 : c.back();
  const std::int64_t rows = c.size() < 2 ? 1 : c[0];
  a.bias_scale = static_cast<float>(s.real("beta"));
  a.ld_bias = g.n;
  if (rows == g.m && columns == g.n && g.m > 1)
    a.bias_mode = ESP_BIAS_FULL;
  else if (columns == g.n)
    a.bias_mode = ESP_BIAS_ROW;
  else if (rows == g.m && g.m > 1)
    a.bias_mode = ESP_BIAS_COLUMN;
  else
    a.bias_mode = ESP_BIAS_SCALAR;
  return a;
}

Operand bias(const StepLowering& s) { return s.has(2) ? s.in(2) : Operand{}; }

std::optional<std::string> packed_supports(const StepLowering& s) {
  if (!s.in(1).constant) return "the weights change in every step";
  return all_float32(s);
}

void gemm_packed(StepLowering& s) {
  const GemmSizes g = gemm_sizes(s, s.in(0).shape, s.in(1).shape);
  const Operand packed = packed_weights(s, g);
  auto a = with_activation(s, with_bias(s, g, with_sizes<esp_gemm_packed_args>(g)));
  a.panel = ESP_GEMM_PANEL(s.target().width);
  s.call(ESP_KERNELS(gemm_packed), a,
         {{"a", s.in(0)}, {"packed", packed}, {"bias", bias(s)}, {"c", s.out(0)}});
}

void gemm(StepLowering& s) {
  const GemmSizes g = gemm_sizes(s, s.in(0).shape, s.in(1).shape);
  auto a = with_activation(s, with_bias(s, g, with_sizes<esp_gemm_args>(g)));
  a.trans_b = g.trans_b;
  a.ldb = ldb(g);
  if (a.alpha == 1 && a.bias_mode == ESP_BIAS_NONE && a.activation == ESP_ACT_NONE)
    return plain_product(s, a, s.in(0), s.in(1), s.out(0));
  s.call(ESP_KERNELS(gemm), a,
         {{"a", s.in(0)}, {"b", s.in(1)}, {"bias", bias(s)}, {"c", s.out(0)}});
}

// ---- MatMul, FusedMatMul

MatMulSizes sizes(const StepLowering& s) { return matmul_sizes(s, s.in(0).shape, s.in(1).shape); }

// The stacks as few calls: the batch dimensions collapsed; all but the innermost one are unrolled.
struct Stacks {
  GemmSizes each;
  Strided batch;  // strides of A, B, Y
};

Stacks stacks(const MatMulSizes& s) {
  const auto scaled = [](EspInts strides, std::int64_t by) {
    for (esp_int& v : strides) v *= by;
    return strides;
  };
  GemmSizes each{s.m, s.n, s.k, s.trans_a, s.trans_b};
  Strided batch =
      collapsed(esp_ints(s.batch), {scaled(broadcast_strides(s.a_batch, s.batch), s.m * s.k),
                                    scaled(broadcast_strides(s.b_batch, s.batch), s.k * s.n),
                                    scaled(row_major(s.batch), s.m * s.n)});
  // One matrix on the right for a stack of rows: the rows of all make one matrix.
  if (batch.rank() == 1 && batch.strides[1][0] == 0 && batch.strides[0][0] == s.m * s.k &&
      !s.trans_a) {
    each.m *= batch.shape[0];
    batch = {{1}, {{0}, {0}, {0}}};
  }
  return {each, std::move(batch)};
}

constexpr std::int64_t most_calls = 256;

std::int64_t calls_of(const Strided& batch) {
  std::int64_t n = 1;
  for (std::size_t d = 0; d + 1 < batch.rank(); ++d) n *= batch.shape[d];
  return n;
}

std::optional<std::string> matmul_supports(const StepLowering& s) {
  if (auto why = all_float32(s)) return why;
  const std::int64_t calls = calls_of(stacks(sizes(s)).batch);
  if (calls > most_calls)
    return fmt::format("the stacks would take {} calls, at most {}", calls, most_calls);
  return std::nullopt;
}

void matmul(StepLowering& s) {
  const Stacks k = stacks(sizes(s));
  auto a = with_sizes<esp_gemm_args>(k.each);
  a.trans_b = k.each.trans_b;
  a.ldb = ldb(k.each);
  a.batch = k.batch.shape.back();
  a.stride_a = k.batch.strides[0].back();
  a.stride_b = k.batch.strides[1].back();
  if (a.batch > 1) a.stride_c = k.batch.strides[2].back();
  const std::int64_t calls = s.out(0).count() > 0 ? calls_of(k.batch) : 0;
  for (std::int64_t i = 0; i < calls; ++i) {
    esp_int offset[3] = {0, 0, 0};
    std::int64_t rest = i;
    for (std::size_t d = k.batch.rank() - 1; d-- > 0; rest /= k.batch.shape[d])
      for (std::size_t o = 0; o < 3; ++o)
        offset[o] += rest % k.batch.shape[d] * k.batch.strides[o][d];
    plain_product(s, a, s.in(0).at(offset[0]), s.in(1).at(offset[1]), s.out(0).at(offset[2]));
  }
}

std::optional<std::string> matmul_packed_supports(const StepLowering& s) {
  if (auto why = packed_supports(s)) return why;
  const Stacks k = stacks(sizes(s));
  if (k.batch.rank() > 1 || k.batch.shape[0] > 1) return "several matrices on the right";
  return std::nullopt;
}

void matmul_packed(StepLowering& s) {
  const GemmSizes g = stacks(sizes(s)).each;
  const Operand packed = packed_weights(s, g);
  auto a = with_sizes<esp_gemm_packed_args>(g);
  a.panel = ESP_GEMM_PANEL(s.target().width);
  s.call(ESP_KERNELS(gemm_packed), a, {{"a", s.in(0)}, {"packed", packed}, {"c", s.out(0)}});
}

const RegisterCpuRule rules{
    {"Gemm", onnx_domain, "gemm.packed", packed_supports, gemm_packed, 20},
    {"Gemm", onnx_domain, "gemm", all_float32, gemm, 10},
    {"FusedGemm", internal_domain, "gemm.packed", packed_supports, gemm_packed, 20},
    {"FusedGemm", internal_domain, "gemm", all_float32, gemm, 10},
    {"MatMul", onnx_domain, "gemm.packed", matmul_packed_supports, matmul_packed, 20},
    {"MatMul", onnx_domain, "gemm", matmul_supports, matmul, 10},
    {"FusedMatMul", internal_domain, "gemm", matmul_supports, matmul, 10}};

}  // namespace
}  // namespace espalier
