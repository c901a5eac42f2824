// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/pool2d.h"

#include <doctest/doctest.h>

#include "tests/engine/kernels/guarded.h"

namespace espalier::testing {
namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

struct Pool {
  esp_int planes = 3, in_h = 1, in_w = 1, kernel_h = 1, kernel_w = 1, stride_h = 1, stride_w = 1;
  esp_int dilation_h = 1, dilation_w = 1, top = 0, left = 0, bottom = 0, right = 0;
  bool ceil = false;

  static esp_int out(esp_int in, esp_int pads, esp_int kernel, esp_int dilation, esp_int stride,
                     bool up) {
    const esp_int room = in + pads - (kernel - 1) * dilation - 1;
    return (room + (up ? stride - 1 : 0)) / stride + 1;
  }
  esp_int out_h() const { return out(in_h, top + bottom, kernel_h, dilation_h, stride_h, ceil); }
  esp_int out_w() const { return out(in_w, left + right, kernel_w, dilation_w, stride_w, ceil); }
  size_t x_size() const { return static_cast<size_t>(planes * in_h * in_w); }
  size_t y_size() const { return static_cast<size_t>(planes * out_h() * out_w()); }
  std::string text() const {
    std::string s;
    for (esp_int v : {planes, in_h, in_w, kernel_h, kernel_w, stride_h, stride_w, dilation_h,
                      dilation_w, top, left, bottom, right, esp_int(ceil)})
      s += std::to_string(v) + " ";
    return s;
  }
};

// Calls f(y index, x index or -1 for padding, position in the plane) for each place of each window
// that lies in the padded plane.
template <class F> void for_each_place(const Pool& g, F f) {
  for (esp_int p = 0; p < g.planes; ++p)
    for (esp_int oy = 0; oy < g.out_h(); ++oy)
      for (esp_int ox = 0; ox < g.out_w(); ++ox)
        for (esp_int ky = 0; ky < g.kernel_h; ++ky)
          for (esp_int kx = 0; kx < g.kernel_w; ++kx) {
            const esp_int y = oy * g.stride_h - g.top + ky * g.dilation_h;
            const esp_int x = ox * g.stride_w - g.left + kx * g.dilation_w;
            if (y >= g.in_h + g.bottom || x >= g.in_w + g.right) continue;
            const bool in = y >= 0 && y < g.in_h && x >= 0 && x < g.in_w;
            f(static_cast<size_t>((p * g.out_h() + oy) * g.out_w() + ox),
              in ? (p * g.in_h + y) * g.in_w + x : esp_int(-1), y * g.in_w + x);
          }
}

template <class Args> void set_geometry(Args& a, const Pool& g) {
  a.planes = g.planes;
  a.in_h = g.in_h;
  a.in_w = g.in_w;
  a.out_h = g.out_h();
  a.out_w = g.out_w();
  a.kernel_h = g.kernel_h;
  a.kernel_w = g.kernel_w;
  a.stride_h = g.stride_h;
  a.stride_w = g.stride_w;
  a.dilation_h = g.dilation_h;
  a.dilation_w = g.dilation_w;
  a.pad_top = g.top;
  a.pad_left = g.left;
}

std::vector<Pool> pools() {
  std::vector<Pool> all;
  // 2 x 2 with stride 2, each way that a row may end.
  for (esp_int w : {2, 3, 5, 8, 10, 15, 16, 17, 28, 31, 32, 33, 66})
    all.push_back({.in_h = w > 20 ? 5 : w,
                   .in_w = w,
                   .kernel_h = 2,
                   .kernel_w = 2,
                   .stride_h = 2,
                   .stride_w = 2});
  for (esp_int stride : {1, 2, 3})
    for (esp_int w : {3, 7, 20, 41, 70})
      all.push_back({.in_h = 9,
                     .in_w = w,
                     .kernel_h = 3,
                     .kernel_w = 3,
                     .stride_h = stride,
                     .stride_w = stride,
                     .top = 1,
                     .left = 1,
                     .bottom = 1,
                     .right = 1});
  all.push_back({.in_h = 10,
                 .in_w = 13,
                 .kernel_h = 3,
                 .kernel_w = 2,
                 .stride_h = 2,
                 .stride_w = 2,
                 .dilation_h = 2,
                 .dilation_w = 3,
                 .top = 2,
                 .left = 1,
                 .right = 1});
  all.push_back({.in_h = 10,
                 .in_w = 12,
                 .kernel_h = 3,
                 .kernel_w = 3,
                 .stride_h = 2,
                 .stride_w = 2,
                 .ceil = true});
  all.push_back({.in_h = 7,
                 .in_w = 7,
                 .kernel_h = 2,
                 .kernel_w = 2,
                 .stride_h = 2,
                 .stride_w = 2,
                 .ceil = true});
  all.push_back({.in_h = 3,
                 .in_w = 2,
                 .kernel_h = 5,
                 .kernel_w = 5,
                 .top = 2,
                 .left = 2,
                 .bottom = 2,
                 .right = 2});
  all.push_back({.in_h = 4, .in_w = 4, .kernel_h = 1, .kernel_w = 1, .stride_h = 3, .stride_w = 3});
  all.push_back({.in_h = 1, .in_w = 50, .kernel_w = 4, .stride_w = 3, .left = 2, .ceil = true});
  all.push_back({.planes = 0, .in_h = 4, .in_w = 4, .kernel_h = 2, .kernel_w = 2});
  all.push_back({.planes = 300,
                 .in_h = 8,
                 .in_w = 9,
                 .kernel_h = 2,
                 .kernel_w = 2,
                 .stride_h = 2,
                 .stride_w = 2});
  // A window with nothing in it.
  all.push_back({.in_h = 3, .in_w = 3, .kernel_h = 1, .kernel_w = 1, .top = 2, .left = 1});
  return all;
}

// Whole numbers, so that there are ties; now and then NaN and infinity.
void fill_ties(Guarded<float>& x, uint32_t seed, bool specials) {
  std::minstd_rand random(seed);
  for (float& v : x) {
    v = static_cast<float>(random() % 5) - 2;
    if (specials && random() % 11 == 0) v = random() % 3 ? kNaN : random() % 2 ? kInf : -kInf;
  }
}

TEST_CASE("max_pool2d: values, indices, ties, NaN") {
  for (const Pool& g : pools())
    for (bool specials : {false, true}) {
      Guarded<float> x(g.x_size()), y(g.y_size());
      Guarded<int32_t> index(g.y_size());
      fill_ties(x, 5, specials);
      std::vector<float> expected(y.size(), -kInf);
      std::vector<int32_t> places(y.size(), -1);
      for_each_place(g, [&](size_t yi, esp_int xi, esp_int place) {
        if (xi < 0) return;
        const float v = x[static_cast<size_t>(xi)];
        if (places[yi] >= 0 && !(v > expected[yi] || (std::isnan(v) && !std::isnan(expected[yi]))))
          return;
        expected[yi] = v;
        places[yi] = static_cast<int32_t>(place);
      });
      for (const Variant& v : ESP_VARIANTS(max_pool2d)) {
        INFO(v.isa, " ", g.text());
        esp_max_pool2d_args a = {};
        set_geometry(a, g);
        a.x = x.data();
        a.y = y.data();
        for (bool with_index : {true, false}) {
          a.index = with_index ? index.data() : nullptr;
          std::fill(y.begin(), y.end(), 77.0f);
          CHECK(run_both_ways(*v.kernel, a, y, index));
          CHECK(worst_error(y, expected) == 0);
          CHECK(index.copy() == places);
        }
      }
    }
}

TEST_CASE("max_pool2d_grad: windows that overlap, indices of -1") {
  for (const Pool& g : pools()) {
    Guarded<float> x(g.x_size()), y(g.y_size()), dy(g.y_size()), dx(g.x_size(), kNaN);
    Guarded<int32_t> index(g.y_size());
    fill_ties(x, 6, false);
    fill_random(dy, 7);
    esp_max_pool2d_args f = {};
    set_geometry(f, g);
    f.x = x.data();
    f.y = y.data();
    f.index = index.data();
    run_tiles(*ESP_VARIANTS(max_pool2d).front().kernel, &f, false);
    std::vector<float> expected(dx.size());
    const esp_int in = g.in_h * g.in_w, out = g.out_h() * g.out_w();
    for (esp_int i = 0; i < g.planes * out; ++i)
      if (index[static_cast<size_t>(i)] >= 0)
        expected[static_cast<size_t>(i / out * in + index[static_cast<size_t>(i)])] +=
            dy[static_cast<size_t>(i)];
    for (const Variant& v : ESP_VARIANTS(max_pool2d_grad)) {
      INFO(v.isa, " ", g.text());
      const esp_max_pool2d_grad_args a = {dy.data(), index.data(), dx.data(), g.planes,
                                          g.in_h,    g.in_w,       g.out_h(), g.out_w()};
      CHECK(run_both_ways(*v.kernel, a, dx));
      CHECK(dx.copy() == expected);
    }
  }
}

TEST_CASE("average_pool2d and its gradient") {
  for (const Pool& g : pools())
    for (bool include : {false, true}) {
      Guarded<float> x(g.x_size()), y(g.y_size(), kNaN), dy(g.y_size()), dx(g.x_size(), kNaN);
      fill_random(x, 8);
      fill_random(dy, 9);
      std::vector<double> sums(y.size()), counts(y.size()), grads(x.size());
      for_each_place(g, [&](size_t yi, esp_int xi, esp_int) {
        if (xi >= 0) sums[yi] += double(x[static_cast<size_t>(xi)]);
        if (xi >= 0 || include) counts[yi] += 1;
      });
      for (size_t i = 0; i < sums.size(); ++i) sums[i] = counts[i] > 0 ? sums[i] / counts[i] : 0;
      for_each_place(g, [&](size_t yi, esp_int xi, esp_int) {
        if (xi >= 0) grads[static_cast<size_t>(xi)] += double(dy[yi]) / counts[yi];
      });
      for (const Variant& v : ESP_VARIANTS(average_pool2d)) {
        INFO(v.isa, " ", g.text(), " include ", include);
        esp_average_pool2d_args a = {};
        set_geometry(a, g);
        a.x = x.data();
        a.y = y.data();
        a.pad_bottom = g.bottom;
        a.pad_right = g.right;
        a.count_include_pad = include;
        CHECK(run_both_ways(*v.kernel, a, y));
        CHECK(worst_error(y, sums) < 1e-6);
      }
      for (const Variant& v : ESP_VARIANTS(average_pool2d_grad)) {
        INFO(v.isa, " ", g.text(), " include ", include);
        esp_average_pool2d_grad_args a = {};
        set_geometry(a, g);
        a.dy = dy.data();
        a.dx = dx.data();
        a.pad_bottom = g.bottom;
        a.pad_right = g.right;
        a.count_include_pad = include;
        CHECK(run_both_ways(*v.kernel, a, dx));
        CHECK(worst_error(dx, grads) < 1e-6);
      }
    }
}

TEST_CASE("average_pool2d: NaN reaches what it touches and nothing else") {
  const Pool g = {.planes = 1,
                  .in_h = 9,
                  .in_w = 40,
                  .kernel_h = 3,
                  .kernel_w = 3,
                  .stride_h = 2,
                  .stride_w = 2,
                  .top = 1,
                  .left = 1,
                  .bottom = 1,
                  .right = 1};
  Guarded<float> x(g.x_size()), y(g.y_size());
  fill_random(x, 1);
  x[4 * 40 + 39] = kNaN;
  std::vector<bool> touched(y.size());
  for_each_place(g, [&](size_t yi, esp_int xi, esp_int) {
    if (xi == 4 * 40 + 39) touched[yi] = true;
  });
  for (const Variant& v : ESP_VARIANTS(average_pool2d)) {
    esp_average_pool2d_args a = {};
    set_geometry(a, g);
    a.x = x.data();
    a.y = y.data();
    run_tiles(*v.kernel, &a, false);
    for (size_t i = 0; i < y.size(); ++i) CHECK(std::isnan(y[i]) == touched[i]);
  }
}

}  // namespace
}  // namespace espalier::testing
