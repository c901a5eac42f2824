// SPDX-License-Identifier: Apache-2.0
//
// Gemm, FusedGemm, MatMul and FusedMatMul: calls of the tiled product, or of a vendor's library with what
// is around the product as kernels of its own.
#include "engine/kernels/epilogue.h"
#include "engine/ops/linear/gemm.h"
#include "engine/ops/linear/matmul.h"
#include "engine/ops/support/call_gpu.h"

namespace espalier {
namespace {

struct Bias {
  Operand c;
  std::int64_t row = 0, column = 0;
  double scale = 1;
};

// Elements from one matrix of a stack to the next.
struct Steps {
  std::int64_t count = 1, a = 0, b = 0, c = 0;
};

void tiled(GpuLowering& s, const GemmSizes& g, const Operand& a, const Operand& b, const Operand& c,
           const Steps& steps, double alpha, const Bias& bias, const Activation& activation) {
  const TiledGrid tiles = tiled_grid(g.m, g.n, steps.count);
  s.launch(
      "linear/product_gpu.cl", "product", tiles.grid,
      {a, b, bias.c, c, g.m, g.n, g.k, g.trans_a, g.trans_b, steps.a, steps.b, steps.c, bias.row,
       bias.column, alpha, bias.scale, std::int64_t{activation.kind}, double{activation.alpha}},
      tiles.defines);
}

void product(GpuLowering& s, const GemmSizes& g, const Operand& a, const Operand& b,
             const Operand& c, const Steps& steps, double alpha, const Bias& bias) {
  tiled(s, g, a, b, c, steps, alpha, bias, activation_of(s));
}

// The library adds to what lies in C: the bias, put there first. Its call names the kernel that does the
// same, for a library may refuse.
void by_library(GpuLowering& s, const GemmSizes& g, const Operand& a, const Operand& b,
                const Operand& c, const Steps& steps, double alpha, const Bias& bias) {
  if (bias.c) gpu_copy(s, bias.c, c, {g.m, g.n}, {bias.row, bias.column}, {g.n, 1});
  tiled(s, g, a, b, c, steps, alpha, bias.c ? Bias{c, g.n, 1} : Bias{}, {ESP_ACT_NONE, 0});
  s.gpu_calls.back().product = {0,
                                1,
                                3,
                                g.m,
                                g.n,
                                g.k,
                                steps.count,
                                g.trans_a,
                                g.trans_b,
                                steps.a,
                                steps.b,
                                steps.c,
                                static_cast<float>(alpha),
                                bias.c ? 1.0F : 0.0F};
  const Activation activation = activation_of(s);
  const std::int64_t n = steps.count * g.m * g.n;
  if (activation.kind != ESP_ACT_NONE)
    s.launch("activation/elementwise_gpu.cl", "activation", gpu_grid(n),
             {c, c, n, std::int64_t{activation.kind}, double{activation.alpha}});
}

// From so many multiplications on, a product of 256 x 256 x 256, a library's start pays.
constexpr std::int64_t library_work = std::int64_t{1} << 24;

std::optional<std::string> unless_large(std::int64_t work) {
  if (work >= library_work) return std::nullopt;
  return fmt::format("it is for products of {} multiplications and more, this has {}", library_work,
                     work);
}

using Product = decltype(product);

template <Product run> void gemm(GpuLowering& s) {
  const GemmSizes g = gemm_sizes(s, s.in(0).shape, s.in(1).shape);
  Bias bias;
  if (s.has(2)) {
    const Shape& c = s.in(2).shape;
    const std::int64_t columns = c.empty() ? 1 : c.back(), rows = c.size() < 2 ? 1 : c[0];
    bias = {s.in(2), rows > 1 ? columns : 0, columns > 1 ? 1 : 0, s.real("beta")};
  }
  run(s, g, s.in(0), s.in(1), s.out(0), {}, s.real("alpha"), bias);
}

std::optional<std::string> gemm_library_supports(const StepLowering& s) {
  if (auto why = all_float32(s)) return why;
  const GemmSizes g = gemm_sizes(s, s.in(0).shape, s.in(1).shape);
  if (g.m * g.n * g.k == 0) return "there is nothing to multiply";
  if (s.has(2) && s.real("beta") != 1) return "the bias has a factor";
  return std::nullopt;
}

std::optional<std::string> gemm_worse(const StepLowering& s) {
  const GemmSizes g = gemm_sizes(s, s.in(0).shape, s.in(1).shape);
  return unless_large(g.m * g.n * g.k);
}

// The batch dimensions collapsed, with the steps of A, B and Y.
Strided stacks(const MatMulSizes& m) {
  const auto scaled = [](EspInts strides, std::int64_t by) {
    for (esp_int& v : strides) v *= by;
    return strides;
  };
  return collapsed(esp_ints(m.batch), {scaled(broadcast_strides(m.a_batch, m.batch), m.m * m.k),
                                       scaled(broadcast_strides(m.b_batch, m.batch), m.k * m.n),
                                       scaled(row_major(m.batch), m.m * m.n)});
}

std::int64_t calls_of(const Strided& batch) {
  std::int64_t n = 1;
  for (std::size_t d = 0; d + 1 < batch.rank(); ++d) n *= batch.shape[d];
  return n;
}

constexpr std::int64_t most_calls = 256, most_stack = 65535;

std::optional<std::string> matmul_supports(const StepLowering& s) {
  if (auto why = all_float32(s)) return why;
  const Strided batch = stacks(matmul_sizes(s, s.in(0).shape, s.in(1).shape));
  if (calls_of(batch) > most_calls || batch.shape.back() > most_stack)
    return "the stacks would take too many calls";
  return std::nullopt;
}

std::optional<std::string> matmul_library_supports(const StepLowering& s) {
  if (auto why = matmul_supports(s)) return why;
  const MatMulSizes m = matmul_sizes(s, s.in(0).shape, s.in(1).shape);
  if (s.out(0).count() * m.k == 0) return "there is nothing to multiply";
  return std::nullopt;
}

std::optional<std::string> matmul_worse(const StepLowering& s) {
  return unless_large(s.out(0).count() * matmul_sizes(s, s.in(0).shape, s.in(1).shape).k);
}

template <Product run> void matmul(GpuLowering& s) {
  const MatMulSizes m = matmul_sizes(s, s.in(0).shape, s.in(1).shape);
  const Strided batch = stacks(m);
  const GemmSizes each{m.m, m.n, m.k, m.trans_a, m.trans_b};
  const Steps steps{batch.shape.back(), batch.strides[0].back(), batch.strides[1].back(),
                    batch.strides[2].back()};
  for (std::int64_t i = 0; i < calls_of(batch); ++i) {
    std::int64_t offset[3] = {0, 0, 0};
    std::int64_t rest = i;
    for (std::size_t d = batch.rank() - 1; d-- > 0; rest /= batch.shape[d])
      for (std::size_t o = 0; o < 3; ++o) offset[o] += rest % batch.shape[d] * batch.strides[o][d];
    run(s, each, s.in(0).at(offset[0]), s.in(1).at(offset[1]), s.out(0).at(offset[2]), steps, 1,
        {});
  }
}

GpuRule gemm_by(const char* op, std::string_view domain, const char* algorithm,
                const char* library) {
  return {op, domain, algorithm, gemm_library_supports, gemm<by_library>, 1, library, gemm_worse};
}
GpuRule matmul_by(const char* op, std::string_view domain, const char* algorithm,
                  const char* library) {
  return {op, domain,  algorithm,   matmul_library_supports, matmul<by_library>,
          1,  library, matmul_worse};
}

const RegisterGpuRule rules{
    {"Gemm", onnx_domain, "gpu.product", all_float32, gemm<product>},
    {"FusedGemm", internal_domain, "gpu.product", all_float32, gemm<product>},
    {"MatMul", onnx_domain, "gpu.product", matmul_supports, matmul<product>},
    {"FusedMatMul", internal_domain, "gpu.product", matmul_supports, matmul<product>},
    gemm_by("Gemm", onnx_domain, "gemm.clblast", "clblast"),
    gemm_by("Gemm", onnx_domain, "gemm.cublas", "cublas"),
    gemm_by("FusedGemm", internal_domain, "gemm.clblast", "clblast"),
    gemm_by("FusedGemm", internal_domain, "gemm.cublas", "cublas"),
    matmul_by("MatMul", onnx_domain, "matmul.clblast", "clblast"),
    matmul_by("MatMul", onnx_domain, "matmul.cublas", "cublas"),
    matmul_by("FusedMatMul", internal_domain, "matmul.clblast", "clblast"),
    matmul_by("FusedMatMul", internal_domain, "matmul.cublas", "cublas")};

}  // namespace
}  // namespace espalier
