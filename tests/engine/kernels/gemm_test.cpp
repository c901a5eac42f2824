// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/gemm.h"

#include <doctest/doctest.h>

#include "engine/kernels/sum_chunks.h"
#include "tests/engine/kernels/guarded.h"

namespace espalier::testing {
namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

struct Case {
  esp_int m, n, k;
  int trans_a = 0, trans_b = 0, bias = ESP_BIAS_NONE, activation = ESP_ACT_NONE;
  esp_int batch = 1, extra = 0, chunks = 0;
  float alpha = 1, beta = 0, bias_scale = 1;
  bool share_a = false, share_b = false;
};

size_t floats(esp_int batch, esp_int stride, esp_int rows, esp_int ld, esp_int columns) {
  if (rows == 0 || columns == 0 || batch == 0) return 0;
  return static_cast<size_t>((batch - 1) * stride + (rows - 1) * ld + columns);
}

// Arrays of a case, just as long as they need to be, and the result in double precision.
struct Product {
  explicit Product(const Case& product)
      : c(product),
        lda((c.trans_a ? c.m : c.k) + c.extra),
        ldb((c.trans_b ? c.k : c.n) + c.extra),
        ldc(c.n + c.extra),
        ld_bias(c.n + 2 * c.extra),
        stride_a(c.share_a ? 0 : (c.trans_a ? c.k : c.m) * lda),
        stride_b(c.share_b ? 0 : (c.trans_b ? c.n : c.k) * ldb),
        stride_c(c.m * ldc),
        a(floats(c.batch, stride_a, c.trans_a ? c.k : c.m, lda, c.trans_a ? c.m : c.k)),
        b(floats(c.batch, stride_b, c.trans_b ? c.n : c.k, ldb, c.trans_b ? c.k : c.n)),
        bias(c.bias == ESP_BIAS_NONE     ? 0
             : c.bias == ESP_BIAS_SCALAR ? 1
             : c.bias == ESP_BIAS_ROW    ? static_cast<size_t>(c.n)
             : c.bias == ESP_BIAS_COLUMN ? static_cast<size_t>(c.m)
                                         : floats(1, 0, c.m, ld_bias, c.n)),
        out(floats(c.batch * std::max<esp_int>(c.chunks, 1), stride_c, c.m, ldc, c.n)) {
    fill_random(a, 1);
    fill_random(b, 2);
    fill_random(bias, 3);
    fill_random(out, 4);
    if (c.beta == 0) std::fill(out.begin(), out.end(), kNaN);
  }

  std::vector<double> expected() const {
    std::vector<double> e(out.data(), out.data() + out.size());
    for (esp_int p = 0; p < c.batch; ++p)
      for (esp_int i = 0; i < c.m; ++i)
        for (esp_int j = 0; j < c.n; ++j) {
          double sum = 0;
          for (esp_int t = 0; t < c.k; ++t) {
            const float* x = a.data() + p * stride_a;
            const float* y = b.data() + p * stride_b;
            sum += double(c.trans_a ? x[t * lda + i] : x[i * lda + t]) *
                   double(c.trans_b ? y[j * ldb + t] : y[t * ldb + j]);
          }
          const size_t at = static_cast<size_t>(p * stride_c + i * ldc + j);
          double v = double(c.alpha) * sum;
          if (c.beta != 0) v += double(c.beta) * e[at];
          if (c.bias != ESP_BIAS_NONE) {
            const esp_int from = c.bias == ESP_BIAS_SCALAR   ? 0
                                 : c.bias == ESP_BIAS_ROW    ? j
                                 : c.bias == ESP_BIAS_COLUMN ? i
                                                             : i * ld_bias + j;
            v += double(c.bias_scale) * double(bias[static_cast<size_t>(from)]);
          }
          e[at] = reference_activation(v, c.activation, 0.25, 0.75);
        }
    return e;
  }

  esp_gemm_args args() {
    esp_gemm_args g = {};
    g.a = a.data();
    g.b = b.data();
    g.bias = c.bias == ESP_BIAS_NONE ? nullptr : bias.data();
    g.c = out.data();
    g.m = c.m;
    g.n = c.n;
    g.k = c.k;
    g.trans_a = c.trans_a;
    g.trans_b = c.trans_b;
    g.lda = lda;
    g.ldb = ldb;
    g.ldc = ldc;
    g.batch = c.batch;
    g.stride_a = stride_a;
    g.stride_b = stride_b;
    g.stride_c = stride_c;
    g.bias_mode = c.bias;
    g.ld_bias = ld_bias;
    g.k_chunks = c.chunks;
    g.activation = c.activation;
    g.alpha = c.alpha;
    g.beta = c.beta;
    g.bias_scale = c.bias_scale;
    g.act_alpha = 0.25f;
    g.act_beta = 0.75f;
    return g;
  }

  Case c;
  esp_int lda, ldb, ldc, ld_bias, stride_a, stride_b, stride_c;
  Guarded<float> a, b, bias, out;
};

void check_gemm(const Case& c) {
  for (const Variant& v : ESP_VARIANTS(gemm)) {
    Product p(c);
    const std::vector<double> expected = p.expected();
    INFO(v.isa, " ", c.m, "x", c.n, "x", c.k, " trans ", c.trans_a, c.trans_b, " bias ", c.bias,
         " activation ", c.activation, " batch ", c.batch, " extra ", c.extra);
    CHECK(run_both_ways(*v.kernel, p.args(), p.out));
    CHECK(worst_error(p.out, expected) < 2e-6 * (4 + std::sqrt(double(c.k))));
  }
}

void check_packed(const Case& c) {
  std::vector<Variant> packers = ESP_VARIANTS(gemm_pack);
  size_t which = 0;
  for (const Variant& v : ESP_VARIANTS(gemm_packed)) {
    Product p(c);
    const std::vector<double> expected = p.expected();
    const esp_gemm_args g = p.args();
    const esp_int panel = ESP_GEMM_PANEL(width_of(v));
    const size_t one = esp_gemm_packed_floats(c.n, c.k, panel);
    const esp_int copies = c.share_b ? 1 : c.batch;
    Guarded<float> packed(one * static_cast<size_t>(copies), kNaN);
    const esp_gemm_pack_args pack = {g.b,   packed.data(), c.n,        c.k,  c.trans_b,
                                     p.ldb, copies,        p.stride_b, panel};
    // Which variant packs must not matter.
    run_tiles(*packers[(which++ + 1) % packers.size()].kernel, &pack, true);
    esp_gemm_packed_args q = {};
    q.a = g.a;
    q.packed = packed.data();
    q.bias = g.bias;
    q.c = g.c;
    q.m = g.m;
    q.n = g.n;
    q.k = g.k;
    q.trans_a = g.trans_a;
    q.lda = g.lda;
    q.ldc = g.ldc;
    q.panel = panel;
    q.batch = g.batch;
    q.stride_a = g.stride_a;
    q.stride_packed = c.share_b ? 0 : static_cast<esp_int>(one);
    q.stride_c = g.stride_c;
    q.bias_mode = g.bias_mode;
    q.ld_bias = g.ld_bias;
    q.activation = g.activation;
    q.alpha = g.alpha;
    q.beta = g.beta;
    q.bias_scale = g.bias_scale;
    q.act_alpha = g.act_alpha;
    q.act_beta = g.act_beta;
    INFO("packed ", v.isa, " ", c.m, "x", c.n, "x", c.k, " trans ", c.trans_a, c.trans_b);
    CHECK(run_both_ways(*v.kernel, q, p.out));
    CHECK(worst_error(p.out, expected) < 2e-6 * (4 + std::sqrt(double(c.k))));
  }
}

void check(const Case& c) {
  check_gemm(c);
  if (c.chunks <= 1) check_packed(c);
}

TEST_CASE("gemm: each transposition, odd sizes") {
  for (int trans = 0; trans < 4; ++trans)
    for (esp_int m : {1, 2, 3, 5, 7, 12, 13, 25})
      for (esp_int n : {1, 2, 3, 8, 10, 17, 33})
        for (esp_int k : {1, 3, 17, 40})
          check({.m = m,
                 .n = n,
                 .k = k,
                 .trans_a = trans & 1,
                 .trans_b = trans >> 1,
                 .extra = k % 2});
}

TEST_CASE("gemm: several blocks of each kind") {
  for (int trans = 0; trans < 4; ++trans) {
    check({.m = 131, .n = 75, .k = 517, .trans_a = trans & 1, .trans_b = trans >> 1});
    check({.m = 40, .n = 530, .k = 257, .trans_a = trans & 1, .trans_b = trans >> 1, .extra = 3});
    check({.m = 1, .n = 300, .k = 700, .trans_a = trans & 1, .trans_b = trans >> 1});
    check({.m = 300, .n = 1, .k = 700, .trans_a = trans & 1, .trans_b = trans >> 1});
    check({.m = 4, .n = 90, .k = 300, .trans_a = trans & 1, .trans_b = trans >> 1, .extra = 5});
    check({.m = 64, .n = 120, .k = 400, .trans_a = trans & 1, .trans_b = trans >> 1});
  }
}

TEST_CASE("gemm: bias, scales and activations") {
  for (esp_int k : {3, 300})
    for (int trans_b : {0, 1})
      for (esp_int m : {1, 9})
        for (int bias = ESP_BIAS_NONE; bias <= ESP_BIAS_FULL; ++bias)
          for (int activation = ESP_ACT_NONE; activation <= ESP_ACT_CLIP; ++activation)
            check({.m = m,
                   .n = 21,
                   .k = k,
                   .trans_b = trans_b,
                   .bias = bias,
                   .activation = activation,
                   .extra = 1,
                   .alpha = 0.5f,
                   .beta = activation % 2 ? 0.75f : 0.0f,
                   .bias_scale = 2.0f});
}

TEST_CASE("gemm: batches") {
  for (int trans = 0; trans < 4; ++trans)
    for (bool share_a : {false, true})
      for (bool share_b : {false, true})
        check({.m = 14,
               .n = 19,
               .k = 23,
               .trans_a = trans & 1,
               .trans_b = trans >> 1,
               .bias = ESP_BIAS_ROW,
               .batch = 3,
               .share_a = share_a,
               .share_b = share_b});
}

TEST_CASE("gemm: nothing to add up, nothing to do") {
  check({.m = 5, .n = 7, .k = 0, .bias = ESP_BIAS_COLUMN, .beta = 0.5f});
  check({.m = 0, .n = 7, .k = 3});
  check({.m = 5, .n = 0, .k = 3});
  check({.m = 5, .n = 7, .k = 3, .batch = 0});
}

TEST_CASE("gemm: NaN and infinity arrive") {
  for (const Variant& v : ESP_VARIANTS(gemm))
    for (int trans_b : {0, 1})
      for (esp_int m : {1, 20}) {
        Product p({.m = m, .n = 20, .k = 30, .trans_b = trans_b, .activation = ESP_ACT_RELU});
        p.b[static_cast<size_t>(trans_b ? 3 * p.ldb + 4 : 4 * p.ldb + 3)] = kNaN;
        run_tiles(
            *v.kernel,
            [&] {
              static esp_gemm_args g;
              g = p.args();
              return &g;
            }(),
            false);
        for (esp_int i = 0; i < m; ++i)
          for (esp_int j = 0; j < 20; ++j)
            CHECK(std::isnan(p.out[static_cast<size_t>(i * p.ldc + j)]) == (j == 3));
      }
}

TEST_CASE("gemm: chunks of k add up to the whole") {
  for (const Variant& v : ESP_VARIANTS(gemm))
    for (int trans_a : {0, 1})
      for (esp_int n : {1, 18}) {
        const Case c = {.m = 10, .n = n, .k = 5003, .trans_a = trans_a, .batch = 2, .chunks = 4};
        CHECK(esp_gemm_chunks(1, c.m, c.n, c.k) == 4);
        Product p(c);
        Product whole({.m = c.m, .n = c.n, .k = c.k, .trans_a = trans_a, .batch = 2});
        CHECK(run_both_ways(*v.kernel, p.args(), p.out));
        Guarded<float> sum(whole.out.size());
        const esp_sum_chunks_args s = {p.out.data(), sum.data(), 4,
                                       static_cast<esp_int>(sum.size()), 0};
        for (const Variant& adder : ESP_VARIANTS(sum_chunks)) {
          CHECK(run_both_ways(*adder.kernel, s, sum));
          CHECK(worst_error(sum, whole.expected()) < 2e-5);
        }
      }
}

}  // namespace
}  // namespace espalier::testing
