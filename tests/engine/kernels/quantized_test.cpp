// SPDX-License-Identifier: Apache-2.0
//
// Kernels on 8-bit integers: every instruction set gives, to the bit, what plain integers and the one
// float32 arithmetic of quantized.h say.
#include "engine/kernels/quantized.h"

#include <doctest/doctest.h>

#include "tests/engine/kernels/guarded.h"

namespace espalier::testing {
namespace {

template <class T> void fill_bytes(Guarded<T>& array, uint32_t seed) {
  std::minstd_rand random(seed * 7919 + 17);
  for (T& v : array) v = static_cast<T>(random());
}

// The extremes: where 16-bit sums of two products would saturate.
template <class T> void fill_extreme(Guarded<T>& array, T with) {
  for (T& v : array) v = with;
}

uint8_t scaled(int64_t sum, float scale, esp_int zero_point, esp_int low, esp_int high) {
  volatile float v = static_cast<float>(static_cast<int32_t>(sum)) * scale;
  const float clamped =
      std::min(std::max(static_cast<float>(v), static_cast<float>(low - zero_point)),
               static_cast<float>(high - zero_point));
  return static_cast<uint8_t>(static_cast<int>(std::nearbyintf(clamped)) + zero_point);
}

struct Conv {
  esp_int batch = 1, c = 1, h = 1, w = 1, m = 1, kh = 1, kw = 1, sh = 1, sw = 1, dh = 1, dw = 1;
  esp_int top = 0, left = 0, bottom = 0, right = 0, group = 1;
  bool is_signed = false, extreme = false;
  esp_int out_h() const { return (h + top + bottom - (kh - 1) * dh - 1) / sh + 1; }
  esp_int out_w() const { return (w + left + right - (kw - 1) * dw - 1) / sw + 1; }
};

void check_conv(const Conv& g, const Variant& variant) {
  const auto size = [](esp_int n) { return static_cast<size_t>(n); };
  const esp_int channels = g.c / g.group, zero = g.is_signed ? -37 : 119;
  Guarded<uint8_t> x(size(g.batch * g.c * g.h * g.w)),
      y(size(g.batch * g.m * g.out_h() * g.out_w()));
  Guarded<int8_t> w(size(g.m * channels * g.kh * g.kw));
  Guarded<int32_t> bias(size(g.m));
  Guarded<float> w_scale(size(g.m));
  fill_bytes(x, 1);
  fill_bytes(w, 2);
  if (g.extreme) fill_extreme<uint8_t>(x, g.is_signed ? 0x7f : 0xff), fill_extreme<int8_t>(w, -128);
  for (size_t i = 0; i < bias.size(); ++i) {
    bias[i] = static_cast<int32_t>(i) * 331 - 900;
    w_scale[i] = 0.0017f + 0.0003f * static_cast<float>(i % 5);
  }
  esp_qpack_args p{};
  p.w = w.data();
  p.bias = bias.data();
  p.w_scale = w_scale.data();
  p.group = g.group;
  p.out_channels = p.w_scales = g.m;
  p.channels = channels;
  p.kernel_h = g.kh;
  p.kernel_w = g.kw;
  p.by_columns = channels == 1 && g.dw == 1;
  p.each = ESP_QUANTIZED_EACH(width_of(variant));
  p.panel = ESP_QUANTIZED_PANEL(width_of(variant));
  p.offset = p.each == 4 ? zero + (g.is_signed ? 128 : 0) : 0;
  p.x_scale = 0.013f;
  p.y_scale = 0.021f * static_cast<float>(channels * g.kh);
  const esp_int all = esp_qpack_channels(g.group, g.m, p.panel);
  const esp_int steps = esp_qpack_steps(channels, g.kh, g.kw, p.each, p.by_columns);
  Guarded<int8_t> packed(size(all * steps * p.each), 99);
  Guarded<int32_t> start(size(all), -1);
  Guarded<float> scale(size(all), -1);
  p.packed = packed.data();
  p.start = start.data();
  p.scale = scale.data();
  run_tiles(esp_plain_qpack, &p, true);
  esp_qconv2d_args a{};
  a.x = x.data();
  a.packed = packed.data();
  a.start = start.data();
  a.scale = scale.data();
  a.y = y.data();
  a.batch = g.batch;
  a.in_channels = g.c;
  a.in_h = g.h;
  a.in_w = g.w;
  a.out_channels = g.m;
  a.out_h = g.out_h();
  a.out_w = g.out_w();
  a.kernel_h = g.kh;
  a.kernel_w = g.kw;
  a.stride_h = g.sh;
  a.stride_w = g.sw;
  a.dilation_h = g.dh;
  a.dilation_w = g.dw;
  a.pad_top = g.top;
  a.pad_left = g.left;
  a.group = g.group;
  a.by_columns = p.by_columns;
  a.x_signed = g.is_signed;
  a.x_zero_point = zero;
  a.y_zero_point = 5;
  a.low = 2;
  a.high = 250;
  CHECK(run_both_ways(*variant.kernel, a, y));
  size_t at = 0;
  for (esp_int n = 0; n < g.batch; ++n)
    for (esp_int m = 0; m < g.m; ++m)
      for (esp_int oy = 0; oy < a.out_h; ++oy)
        for (esp_int ox = 0; ox < a.out_w; ++ox, ++at) {
          int64_t sum = bias[size(m)];
          for (esp_int c = 0; c < channels; ++c)
            for (esp_int ky = 0; ky < g.kh; ++ky)
              for (esp_int kx = 0; kx < g.kw; ++kx) {
                const esp_int iy = oy * g.sh - g.top + ky * g.dh;
                const esp_int ix = ox * g.sw - g.left + kx * g.dw;
                if (iy < 0 || iy >= g.h || ix < 0 || ix >= g.w) continue;
                const esp_int from = m / (g.m / g.group) * channels + c;
                const uint8_t byte = x[size(((n * g.c + from) * g.h + iy) * g.w + ix)];
                const esp_int v = g.is_signed ? static_cast<int8_t>(byte) : byte;
                sum += (v - zero) * w[size(((m * channels + c) * g.kh + ky) * g.kw + kx)];
              }
          volatile float product = p.x_scale * w_scale[size(m)];
          const float factor = product / p.y_scale;
          REQUIRE(y[at] == scaled(sum, factor, 5, 2, 250));
        }
}

}  // namespace

TEST_CASE("quantised convolutions are exact on every instruction set") {
  const std::vector<Conv> convs = {
      {.batch = 2,
       .c = 3,
       .h = 9,
       .w = 37,
       .m = 17,
       .kh = 3,
       .kw = 3,
       .top = 1,
       .left = 1,
       .bottom = 1,
       .right = 1},
      {.c = 1,
       .h = 28,
       .w = 28,
       .m = 6,
       .kh = 5,
       .kw = 5,
       .top = 2,
       .left = 2,
       .bottom = 2,
       .right = 2},
      {.c = 8, .h = 11, .w = 12, .m = 33, .kh = 3, .kw = 2, .sh = 2, .sw = 2, .is_signed = true},
      {.c = 4, .h = 8, .w = 9, .m = 6, .kh = 2, .kw = 3, .dh = 2, .dw = 2, .left = 3, .group = 2},
      {.c = 5,
       .h = 6,
       .w = 7,
       .m = 5,
       .kh = 3,
       .kw = 3,
       .sw = 3,
       .top = 2,
       .right = 1,
       .group = 5,
       .is_signed = true},
      {.c = 64, .h = 1, .w = 1, .m = 10},
      {.c = 130,
       .h = 5,
       .w = 4,
       .m = 16,
       .kh = 3,
       .kw = 3,
       .top = 5,
       .left = 4,
       .bottom = 5,
       .right = 4},
      {.c = 16, .h = 6, .w = 33, .m = 8, .kh = 1, .kw = 7, .extreme = true},
      {.c = 16, .h = 6, .w = 33, .m = 8, .kh = 3, .kw = 3, .is_signed = true, .extreme = true},
      {.c = 48, .h = 64, .w = 64, .m = 4, .kh = 3, .kw = 3}};
  for (const Variant& v : ESP_VARIANTS(qconv2d)) {
    CAPTURE(v.isa);
    for (const Conv& g : convs) {
      CAPTURE(&g - convs.data());
      check_conv(g, v);
    }
  }
}

TEST_CASE("quantised products of matrices are exact on every instruction set") {
  for (const Variant& v : ESP_VARIANTS(qgemm)) {
    for (const auto& [m, n, k] : std::vector<std::tuple<esp_int, esp_int, esp_int>>{
             {1, 1, 1}, {1, 10, 84}, {7, 33, 401}, {50, 16, 3}, {3, 300, 64}}) {
      CAPTURE(v.isa);
      CAPTURE(k);
      const auto size = [](esp_int c) { return static_cast<size_t>(c); };
      Guarded<uint8_t> x(size(m * k)), y(size(m * n));
      Guarded<int8_t> w(size(k * n));
      Guarded<float> w_scale(1, 0.004f);
      fill_bytes(x, 3);
      fill_bytes(w, 4);
      esp_qpack_args p{};
      p.w = w.data();
      p.w_scale = w_scale.data();
      p.group = p.kernel_h = p.kernel_w = p.w_scales = p.columns = 1;
      p.out_channels = n;
      p.channels = k;
      p.each = ESP_QUANTIZED_EACH(width_of(v));
      p.panel = ESP_QUANTIZED_PANEL(width_of(v));
      p.offset = p.each == 4 ? 77 : 0;
      p.x_scale = 0.5f;
      p.y_scale = 0.9f;
      const esp_int all = esp_qpack_channels(1, n, p.panel);
      Guarded<int8_t> packed(size(all * esp_qpack_steps(k, 1, 1, p.each, 0) * p.each));
      Guarded<int32_t> start(size(all));
      Guarded<float> scale(size(all));
      p.packed = packed.data();
      p.start = start.data();
      p.scale = scale.data();
      run_tiles(esp_plain_qpack, &p, true);
      esp_qgemm_args a{
          x.data(), packed.data(), start.data(), scale.data(), y.data(), m, n, k, 0, 77,
          -3,       -128,          127};
      CHECK(run_both_ways(*v.kernel, a, y));
      volatile float product = p.x_scale * w_scale[0];
      const float factor = product / p.y_scale;
      for (esp_int i = 0; i < m; ++i)
        for (esp_int j = 0; j < n; ++j) {
          int64_t sum = 0;
          for (esp_int t = 0; t < k; ++t) sum += (x[size(i * k + t)] - 77) * w[size(t * n + j)];
          REQUIRE(y[size(i * n + j)] == scaled(sum, factor, -3, -128, 127));
        }
    }
  }
}

TEST_CASE("quantised sums give the same bits on every instruction set") {
  Guarded<uint8_t> a(70000), b(70000), first(70000), y(70000);
  fill_bytes(a, 5);
  fill_bytes(b, 6);
  bool have = false;
  for (const Variant& v : ESP_VARIANTS(qadd)) {
    CAPTURE(v.isa);
    esp_qadd_args s{};
    s.a = a.data();
    s.b = b.data();
    s.y = y.data();
    s.count = s.b_count = 70000;
    s.b_signed = 1;
    s.a_zero_point = 131;
    s.b_zero_point = -7;
    s.y_zero_point = 120;
    s.high = 255;
    s.a_scale = 0.7313f;
    s.b_scale = 1.0411f;
    CHECK(run_both_ways(*v.kernel, s, y));
    for (size_t i = 0; i < 2000; ++i) {
      volatile float p = static_cast<float>(a[i] - 131) * s.a_scale;
      volatile float q = static_cast<float>(static_cast<int8_t>(b[i]) + 7) * s.b_scale;
      volatile float sum = p + q;
      const float held = std::min(std::max(static_cast<float>(sum), -120.0f), 135.0f);
      REQUIRE(y[i] == static_cast<uint8_t>(static_cast<int>(std::nearbyintf(held)) + 120));
    }
    if (have) CHECK(std::equal(y.begin(), y.end(), first.begin()));
    std::copy(y.begin(), y.end(), first.begin());
    have = true;
  }
}

}  // namespace espalier::testing
