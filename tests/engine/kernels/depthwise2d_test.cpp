// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/depthwise2d.h"

#include <doctest/doctest.h>

#include "tests/engine/kernels/convolution_reference.h"

namespace espalier::testing {
namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr double kTolerance = 2e-5;

// Besides those of conv2d, 3 x 3 with either stride and each way that a row may end.
std::vector<Geometry> depthwise_geometries() {
  std::vector<Geometry> all = geometries(true);
  for (esp_int stride : {1, 2})
    for (esp_int size : {1, 2, 3, 5, 6, 8, 9, 15, 16, 17, 19, 31, 33, 34, 37, 48, 70})
      for (esp_int pad : {0, 1, 2, 3}) {
        if (size + 2 * pad < 3) continue;
        all.push_back({.batch = 2,
                       .in_channels = 2,
                       .in_h = size > 40 ? 12 : size,
                       .in_w = size,
                       .out_channels = size % 4 == 1 ? 4 : 2,
                       .kernel_h = 3,
                       .kernel_w = 3,
                       .stride_h = stride,
                       .stride_w = stride,
                       .pad_top = pad,
                       .pad_left = pad,
                       .pad_bottom = pad ? pad - 1 : 0,
                       .pad_right = pad,
                       .group = 2});
        if (all.back().in_h + pad + all.back().pad_bottom < 3) all.pop_back();
      }
  // More small planes than are computed together, and several tiles of them.
  for (esp_int size : {1, 3, 4, 6, 8})
    for (esp_int channels : {21, 700})
      all.push_back({.batch = channels > 100 ? 1 : 2,
                     .in_channels = channels,
                     .in_h = size,
                     .in_w = size,
                     .out_channels = channels,
                     .kernel_h = 3,
                     .kernel_w = 3,
                     .pad_top = 1,
                     .pad_left = 1,
                     .pad_bottom = 1,
                     .pad_right = 1,
                     .group = channels});
  return all;
}

struct Extras {
  bool bias = false, add = false, in_place = false;
  int activation = ESP_ACT_NONE;
};

template <class Args>
void check_map(const std::vector<Variant>& variants, const Geometry& g, const Extras& e,
               std::vector<double> expected, Guarded<float>& out, esp_int channels, Args a) {
  Guarded<float> bias(static_cast<size_t>(channels)), add(out.size());
  fill_random(bias, 3);
  fill_random(add, 4);
  const size_t plane = channels ? out.size() / static_cast<size_t>(channels) : 0;
  const size_t images = static_cast<size_t>(std::max<esp_int>(g.batch, 1));
  for (size_t i = 0; i < expected.size(); ++i) {
    if (e.bias) expected[i] += double(bias[i / (plane / images) % static_cast<size_t>(channels)]);
    if (e.add) expected[i] += double(add[i]);
    expected[i] = reference_activation(expected[i], e.activation, 0.25, 0.75);
  }
  set_geometry(a, g);
  a.bias = e.bias ? bias.data() : nullptr;
  a.add = !e.add ? nullptr : e.in_place ? out.data() : add.data();
  a.activation = e.activation;
  a.act_alpha = 0.25f;
  a.act_beta = 0.75f;
  for (const Variant& v : variants) {
    if (e.in_place)
      std::copy(add.begin(), add.end(), out.begin());
    else
      std::fill(out.begin(), out.end(), kNaN);
    INFO(v.isa, " ", g.text(), " bias ", e.bias, " add ", e.add, e.in_place, " activation ",
         e.activation);
    CHECK(run_both_ways(*v.kernel, a, out));
    CHECK(worst_error(out, expected) < kTolerance);
  }
}

void check_forward(const Geometry& g, const Extras& e) {
  Guarded<float> x(g.x_size()), w(g.w_size()), y(g.y_size());
  fill_random(x, 1);
  fill_random(w, 2);
  std::vector<double> sums(g.y_size());
  for_each_product(
      g, [&](size_t xi, size_t wi, size_t yi) { sums[yi] += double(x[xi]) * double(w[wi]); });
  esp_depthwise2d_args a = {};
  a.x = x.data();
  a.w = w.data();
  a.y = y.data();
  check_map(ESP_VARIANTS(depthwise2d), g, e, sums, y, g.out_channels, a);
}

void check_grad_x(const Geometry& g, const Extras& e) {
  Guarded<float> dy(g.y_size()), w(g.w_size()), dx(g.x_size());
  fill_random(dy, 1);
  fill_random(w, 2);
  std::vector<double> sums(g.x_size());
  for_each_product(
      g, [&](size_t xi, size_t wi, size_t yi) { sums[xi] += double(dy[yi]) * double(w[wi]); });
  esp_depthwise2d_grad_x_args a = {};
  a.dy = dy.data();
  a.w = w.data();
  a.dx = dx.data();
  check_map(ESP_VARIANTS(depthwise2d_grad_x), g, e, sums, dx, g.in_channels, a);
}

void check_grad_w(const Geometry& g, esp_int chunks, bool with_db) {
  Guarded<float> x(g.x_size()), dy(g.y_size());
  Guarded<float> dw(g.w_size() * static_cast<size_t>(chunks), kNaN);
  Guarded<float> db(with_db ? static_cast<size_t>(g.out_channels * chunks) : 0, kNaN);
  fill_random(x, 1);
  fill_random(dy, 2);
  const size_t rows = static_cast<size_t>(g.batch * g.out_h()), oh = static_cast<size_t>(g.out_h());
  const size_t channels = static_cast<size_t>(g.out_channels), n = static_cast<size_t>(chunks);
  const auto chunk = [&](size_t yi) {
    const size_t line = yi / static_cast<size_t>(g.out_w());
    const size_t row = line / oh / channels * oh + line % oh;
    size_t j = 0;
    while ((j + 1) * rows / n <= row) ++j;
    return j;
  };
  std::vector<double> sums(dw.size()), bias_sums(db.size());
  for_each_product(g, [&](size_t xi, size_t wi, size_t yi) {
    sums[chunk(yi) * g.w_size() + wi] += double(x[xi]) * double(dy[yi]);
  });
  if (with_db)
    for (size_t yi = 0; yi < dy.size(); ++yi)
      bias_sums[chunk(yi) * channels + yi / oh / static_cast<size_t>(g.out_w()) % channels] +=
          double(dy[yi]);
  for (const Variant& v : ESP_VARIANTS(depthwise2d_grad_w)) {
    esp_depthwise2d_grad_w_args a = {};
    set_geometry(a, g);
    a.x = x.data();
    a.dy = dy.data();
    a.dw = dw.data();
    a.db = with_db ? db.data() : nullptr;
    a.chunks = chunks;
    INFO(v.isa, " ", g.text(), " chunks ", chunks);
    std::fill(dw.begin(), dw.end(), kNaN);
    std::fill(db.begin(), db.end(), kNaN);
    CHECK(run_both_ways(*v.kernel, a, dw, db));
    CHECK(worst_error(dw, sums) < kTolerance);
    CHECK(worst_error(db, bias_sums) < kTolerance);
  }
}

TEST_CASE("depthwise2d: shapes") {
  for (const Geometry& g : depthwise_geometries()) {
    check_forward(g, {});
    check_forward(g, {.bias = true, .activation = ESP_ACT_RELU});
  }
}

TEST_CASE("depthwise2d: what is added, activations") {
  const std::vector<Geometry> all = depthwise_geometries();
  for (size_t i = 0; i < all.size(); ++i) {
    const int activation = static_cast<int>(i) % (ESP_ACT_CLIP + 1);
    check_forward(all[i], {.bias = true, .add = true, .activation = activation});
    check_forward(all[i], {.bias = true, .add = true, .in_place = true, .activation = activation});
    check_forward(all[i], {.activation = activation});
  }
}

TEST_CASE("depthwise2d_grad_x") {
  int activation = 0;
  for (const Geometry& g : depthwise_geometries()) {
    check_grad_x(g, {});
    check_grad_x(g, {.bias = true, .add = true, .in_place = true, .activation = activation});
    activation = (activation + 1) % (ESP_ACT_CLIP + 1);
  }
}

TEST_CASE("depthwise2d_grad_w") {
  for (const Geometry& g : depthwise_geometries()) {
    check_grad_w(g, 1, true);
    check_grad_w(g, 3, true);
    check_grad_w(g, 2, false);
  }
}

TEST_CASE("depthwise2d: NaN reaches what it touches and nothing else") {
  for (esp_int stride : {1, 2}) {
    const Geometry g = {.in_h = 9,
                        .in_w = 40,
                        .out_channels = 1,
                        .kernel_h = 3,
                        .kernel_w = 3,
                        .stride_h = stride,
                        .stride_w = stride,
                        .pad_top = 1,
                        .pad_left = 1,
                        .pad_bottom = 1,
                        .pad_right = 1};
    Guarded<float> x(g.x_size()), w(g.w_size()), y(g.y_size());
    fill_random(x, 1);
    fill_random(w, 2);
    x[4 * 40 + 39] = kNaN;
    x[4 * 40 + 20] = kNaN;
    std::vector<bool> touched(g.y_size());
    for_each_product(g, [&](size_t xi, size_t, size_t yi) {
      if (std::isnan(x[xi])) touched[yi] = true;
    });
    for (const Variant& v : ESP_VARIANTS(depthwise2d)) {
      esp_depthwise2d_args a = {};
      set_geometry(a, g);
      a.x = x.data();
      a.w = w.data();
      a.y = y.data();
      a.activation = ESP_ACT_RELU;
      run_tiles(*v.kernel, &a, false);
      for (size_t i = 0; i < y.size(); ++i) CHECK(std::isnan(y[i]) == touched[i]);
    }
  }
}

}  // namespace
}  // namespace espalier::testing
