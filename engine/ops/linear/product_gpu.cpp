// SPDX-License-Identifier: Apache-2.0
//
// Gemm, FusedGemm, MatMul and FusedMatMul: calls of the tiled product.
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

void product(GpuLowering& s, const GemmSizes& g, const Operand& a, const Operand& b,
             const Operand& c, const Steps& steps, double alpha, const Bias& bias) {
  const TiledGrid tiles = tiled_grid(g.m, g.n, steps.count);
  const Activation activation = activation_of(s);
  s.launch(
      "linear/product_gpu.cl", "product", tiles.grid,
      {a, b, bias.c, c, g.m, g.n, g.k, g.trans_a, g.trans_b, steps.a, steps.b, steps.c, bias.row,
       bias.column, alpha, bias.scale, std::int64_t{activation.kind}, double{activation.alpha}},
      tiles.defines);
}

void gemm(GpuLowering& s) {
  const GemmSizes g = gemm_sizes(s, s.in(0).shape, s.in(1).shape);
  Bias bias;
  if (s.has(2)) {
    const Shape& c = s.in(2).shape;
    const std::int64_t columns = c.empty() ? 1 : c.back(), rows = c.size() < 2 ? 1 : c[0];
    bias = {s.in(2), rows > 1 ? columns : 0, columns > 1 ? 1 : 0, s.real("beta")};
  }
  product(s, g, s.in(0), s.in(1), s.out(0), {}, s.real("alpha"), bias);
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

void matmul(GpuLowering& s) {
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
    product(s, each, s.in(0).at(offset[0]), s.in(1).at(offset[1]), s.out(0).at(offset[2]), steps, 1,
            {});
  }
}

const RegisterGpuRule rules{
    {"Gemm", onnx_domain, "gpu.product", all_float32, gemm},
    {"FusedGemm", internal_domain, "gpu.product", all_float32, gemm},
    {"MatMul", onnx_domain, "gpu.product", matmul_supports, matmul},
    {"FusedMatMul", internal_domain, "gpu.product", matmul_supports, matmul}};

}  // namespace
}  // namespace espalier
