// SPDX-License-Identifier: Apache-2.0
//
// The kernel for convolutions on 8-bit integers with one input channel a group.
#include "engine/kernels/quantized.h"

#include <doctest/doctest.h>

#include "tests/engine/kernels/guarded.h"

namespace espalier::testing {
namespace {

template <class T> void fill_bytes(Guarded<T>& array, uint32_t seed) {
  std::minstd_rand random(seed * 7919 + 17);
  for (T& v : array) v = static_cast<T>(random());
}

struct Conv {
  esp_int batch = 1, c = 1, h = 1, w = 1, m = 1, kh = 1, kw = 1, sh = 1, sw = 1, dh = 1, dw = 1;
  esp_int top = 0, left = 0, bottom = 0, right = 0, group = 1;
  bool is_signed = false;
  esp_int out_h() const { return (h + top + bottom - (kh - 1) * dh - 1) / sh + 1; }
  esp_int out_w() const { return (w + left + right - (kw - 1) * dw - 1) / sw + 1; }
};

// One input channel a group: the kernel for that gives what qconv2d gives.
void check_depthwise(const Conv& g, const Variant& variant, const Variant& general) {
  const auto size = [](esp_int n) { return static_cast<size_t>(n); };
  const esp_int zero = g.is_signed ? -37 : 119;
  Guarded<uint8_t> x(size(g.batch * g.c * g.h * g.w)),
      y(size(g.batch * g.m * g.out_h() * g.out_w())),
      expected(size(g.batch * g.m * g.out_h() * g.out_w()));
  Guarded<int8_t> w(size(g.m * g.kh * g.kw));
  Guarded<int32_t> bias(size(g.m));
  Guarded<float> w_scale(size(g.m));
  fill_bytes(x, 1);
  fill_bytes(w, 2);
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
  p.channels = 1;
  p.kernel_h = g.kh;
  p.kernel_w = g.kw;
  p.each = ESP_QUANTIZED_EACH(width_of(general));
  p.panel = ESP_QUANTIZED_PANEL(width_of(general));
  p.offset = p.each == 4 ? zero + (g.is_signed ? 128 : 0) : 0;
  p.x_scale = 0.013f;
  p.y_scale = 0.021f * static_cast<float>(g.kh);
  const esp_int all = esp_qpack_channels(g.group, g.m, p.panel);
  Guarded<int8_t> packed(size(all * esp_qpack_steps(1, g.kh, g.kw, p.each, 0) * p.each));
  Guarded<int32_t> start(size(all));
  Guarded<float> scale(size(all));
  p.packed = packed.data();
  p.start = start.data();
  p.scale = scale.data();
  run_tiles(esp_plain_qpack, &p, true);
  const auto fill = [&](auto& a) {
    a.x = x.data();
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
    a.x_signed = g.is_signed;
    a.x_zero_point = zero;
    a.y_zero_point = 5;
    a.low = 2;
    a.high = 250;
  };
  esp_qconv2d_args c{};
  fill(c);
  c.packed = packed.data();
  c.start = start.data();
  c.scale = scale.data();
  c.y = expected.data();
  run_tiles(*general.kernel, &c, true);
  esp_qdepthwise2d_args a{};
  fill(a);
  a.w = w.data();
  a.bias = bias.data();
  a.w_scale = w_scale.data();
  a.w_scales = g.m;
  a.x_scale = p.x_scale;
  a.y_scale = p.y_scale;
  a.y = y.data();
  CHECK(run_both_ways(*variant.kernel, a, y));
  CHECK(std::equal(y.begin(), y.end(), expected.begin()));
}

}  // namespace

TEST_CASE("quantised convolutions with a channel a group have a kernel of the same bits") {
  const std::vector<Conv> convs = {{.batch = 2,
                                    .c = 5,
                                    .h = 6,
                                    .w = 19,
                                    .m = 5,
                                    .kh = 3,
                                    .kw = 3,
                                    .top = 1,
                                    .left = 1,
                                    .bottom = 1,
                                    .right = 1,
                                    .group = 5},
                                   {.c = 3,
                                    .h = 9,
                                    .w = 40,
                                    .m = 6,
                                    .kh = 3,
                                    .kw = 5,
                                    .sh = 2,
                                    .sw = 2,
                                    .top = 2,
                                    .right = 3,
                                    .group = 3,
                                    .is_signed = true},
                                   {.c = 4,
                                    .h = 8,
                                    .w = 9,
                                    .m = 4,
                                    .kh = 2,
                                    .kw = 3,
                                    .sw = 3,
                                    .dh = 2,
                                    .dw = 2,
                                    .left = 9,
                                    .group = 4}};
  const auto general = ESP_VARIANTS(qconv2d);
  const auto variants = ESP_VARIANTS(qdepthwise2d);
  REQUIRE(variants.size() == general.size());
  for (size_t i = 0; i < variants.size(); ++i) {
    CAPTURE(variants[i].isa);
    for (const Conv& g : convs) {
      CAPTURE(&g - convs.data());
      check_depthwise(g, variants[i], general[i]);
    }
  }
}

}  // namespace espalier::testing
