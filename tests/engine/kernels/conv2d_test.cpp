// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/conv2d.h"

#include <doctest/doctest.h>

#include "engine/kernels/conv2d_grad.h"
#include "tests/engine/kernels/convolution_reference.h"

namespace espalier::testing {
namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

struct Extras {
  bool bias = true, add = false, in_place = false;
  int activation = ESP_ACT_NONE;
};

// result = act(bias + add + products), with `channels` channels of `plane` pixels.
std::vector<double> finished(std::vector<double> sums, const Guarded<float>& bias,
                             const Guarded<float>& add, esp_int channels, esp_int plane,
                             const Extras& e) {
  for (size_t i = 0; i < sums.size(); ++i) {
    if (e.bias)
      sums[i] += double(bias[i / static_cast<size_t>(plane) % static_cast<size_t>(channels)]);
    if (e.add) sums[i] += double(add[i]);
    sums[i] = reference_activation(sums[i], e.activation, 0.25, 0.75);
  }
  return sums;
}

double tolerance(double terms) { return 2e-6 * (4 + std::sqrt(terms)); }

template <class Args>
void set_extras(Args& a, const Extras& e, Guarded<float>& bias, Guarded<float>& add,
                Guarded<float>& y) {
  a.bias = e.bias ? bias.data() : nullptr;
  a.add = !e.add ? nullptr : e.in_place ? y.data() : add.data();
  a.activation = e.activation;
  a.act_alpha = 0.25f;
  a.act_beta = 0.75f;
}

void check_forward(const Geometry& g, const Extras& e) {
  Guarded<float> x(g.x_size()), w(g.w_size()), bias(static_cast<size_t>(g.out_channels));
  Guarded<float> add(g.y_size()), y(g.y_size());
  fill_random(x, 1);
  fill_random(w, 2);
  fill_random(bias, 3);
  fill_random(add, 4);
  std::vector<double> sums(g.y_size());
  for_each_product(
      g, [&](size_t xi, size_t wi, size_t yi) { sums[yi] += double(x[xi]) * double(w[wi]); });
  const std::vector<double> expected =
      finished(sums, bias, add, g.out_channels, g.out_h() * g.out_w(), e);
  const esp_int terms = static_cast<esp_int>(w.size()) / g.out_channels;
  const auto start = [&] {
    if (e.in_place)
      std::copy(add.begin(), add.end(), y.begin());
    else
      std::fill(y.begin(), y.end(), kNaN);
  };
  for (const Variant& v : ESP_VARIANTS(conv2d)) {
    esp_conv2d_args a = {};
    set_geometry(a, g);
    set_extras(a, e, bias, add, y);
    a.x = x.data();
    a.w = w.data();
    a.y = y.data();
    INFO(v.isa, " ", g.text(), " add ", e.add, e.in_place, " activation ", e.activation);
    start();
    CHECK(run_both_ways(*v.kernel, a, y));
    CHECK(worst_error(y, expected) < tolerance(double(terms)));
  }
  for (const Variant& v : ESP_VARIANTS(conv2d_packed)) {
    for (const bool wide : {false, true}) {
      const esp_int width = width_of(v);
      const esp_int panel = wide ? ESP_CONV_WIDE_PANEL(width) : ESP_CONV_PANEL(width);
      Guarded<float> packed(esp_conv2d_packed_floats(g.group, g.out_channels, terms, panel), kNaN);
      const esp_conv2d_pack_args pack = {w.data(),       packed.data(), g.group,
                                         g.out_channels, terms,         panel};
      run_tiles(*ESP_VARIANTS(conv2d_pack).front().kernel, &pack, true);
      esp_conv2d_packed_args a = {};
      set_geometry(a, g);
      set_extras(a, e, bias, add, y);
      a.x = x.data();
      a.packed = packed.data();
      a.y = y.data();
      a.panel = panel;
      INFO("packed ", v.isa, " ", g.text(), " add ", e.add, e.in_place, " activation ",
           e.activation);
      start();
      CHECK(run_both_ways(*v.kernel, a, y));
      CHECK(worst_error(y, expected) < tolerance(double(terms)));
    }
  }
}

void check_grad_x(const Geometry& g, const Extras& e) {
  Guarded<float> dy(g.y_size()), w(g.w_size()), bias(static_cast<size_t>(g.in_channels));
  Guarded<float> add(g.x_size()), dx(g.x_size());
  fill_random(dy, 1);
  fill_random(w, 2);
  fill_random(bias, 3);
  fill_random(add, 4);
  std::vector<double> sums(g.x_size());
  for_each_product(
      g, [&](size_t xi, size_t wi, size_t yi) { sums[xi] += double(dy[yi]) * double(w[wi]); });
  const std::vector<double> expected = finished(sums, bias, add, g.in_channels, g.in_h * g.in_w, e);
  for (const Variant& v : ESP_VARIANTS(conv2d_grad_x)) {
    esp_conv2d_grad_x_args a = {};
    set_geometry(a, g);
    set_extras(a, e, bias, add, dx);
    a.dy = dy.data();
    a.w = w.data();
    a.dx = dx.data();
    INFO(v.isa, " ", g.text(), " add ", e.add, e.in_place, " activation ", e.activation);
    if (e.in_place)
      std::copy(add.begin(), add.end(), dx.begin());
    else
      std::fill(dx.begin(), dx.end(), kNaN);
    CHECK(run_both_ways(*v.kernel, a, dx));
    CHECK(worst_error(dx, expected) < tolerance(double(w.size()) / double(g.in_channels)));
  }
}

void check_grad_w(const Geometry& g, esp_int chunks, bool with_db) {
  Guarded<float> x(g.x_size()), dy(g.y_size());
  Guarded<float> dw(g.w_size() * static_cast<size_t>(chunks), kNaN);
  Guarded<float> db(with_db ? static_cast<size_t>(g.out_channels * chunks) : 0, kNaN);
  fill_random(x, 1);
  fill_random(dy, 2);
  const esp_int rows = g.batch * g.out_h();
  // The chunk that a row belongs to.
  std::vector<size_t> chunk_of(static_cast<size_t>(rows));
  for (esp_int j = 0; j < chunks; ++j)
    for (esp_int r = j * rows / chunks; r < (j + 1) * rows / chunks; ++r)
      chunk_of[static_cast<size_t>(r)] = static_cast<size_t>(j);
  const auto chunk = [&](size_t yi) {
    const size_t row = yi / static_cast<size_t>(g.out_w());
    const size_t oh = static_cast<size_t>(g.out_h());
    return chunk_of[row / oh / static_cast<size_t>(g.out_channels) * oh + row % oh];
  };
  std::vector<double> sums(dw.size()), bias_sums(db.size());
  for_each_product(g, [&](size_t xi, size_t wi, size_t yi) {
    sums[chunk(yi) * g.w_size() + wi] += double(x[xi]) * double(dy[yi]);
  });
  if (with_db)
    for (size_t yi = 0; yi < dy.size(); ++yi) {
      const size_t channel =
          yi / static_cast<size_t>(g.out_h() * g.out_w()) % static_cast<size_t>(g.out_channels);
      bias_sums[chunk(yi) * static_cast<size_t>(g.out_channels) + channel] += double(dy[yi]);
    }
  for (const Variant& v : ESP_VARIANTS(conv2d_grad_w)) {
    esp_conv2d_grad_w_args a = {};
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
    const double terms = double(rows * g.out_w());
    CHECK(worst_error(dw, sums) < tolerance(terms));
    CHECK(worst_error(db, bias_sums) < tolerance(terms));
  }
}

TEST_CASE("conv2d: shapes") {
  for (const Geometry& g : geometries(false)) check_forward(g, {});
  for (const Geometry& g : geometries(true)) check_forward(g, {});
}

TEST_CASE("conv2d: borders, and several blocks of channels and pixels") {
  Geometry deep = {.in_channels = 45,
                   .in_h = 9,
                   .in_w = 8,
                   .out_channels = 33,
                   .kernel_h = 3,
                   .kernel_w = 3,
                   .pad_top = 1,
                   .pad_left = 1,
                   .pad_bottom = 1,
                   .pad_right = 1};
  check_forward(deep, {});
  deep.stride_h = deep.stride_w = 2;
  check_forward(deep, {.add = true, .activation = ESP_ACT_RELU});
  // A row has more pixels than are summed at a time.
  const Geometry long_rows = {.in_channels = 2,
                              .in_h = 3,
                              .in_w = 601,
                              .out_channels = 9,
                              .kernel_h = 2,
                              .kernel_w = 5,
                              .pad_left = 2,
                              .pad_right = 2};
  check_forward(long_rows, {});
  // No pixel meets all taps, and some meet none.
  const Geometry small = {.in_channels = 3,
                          .in_h = 2,
                          .in_w = 3,
                          .out_channels = 17,
                          .kernel_h = 5,
                          .kernel_w = 4,
                          .dilation_w = 2,
                          .pad_top = 6,
                          .pad_left = 9,
                          .pad_bottom = 7,
                          .pad_right = 8};
  check_forward(small, {.add = true});
}

TEST_CASE("conv2d: what is added, activations") {
  std::vector<Geometry> some = geometries(false);
  for (size_t i = 0; i < some.size(); i += 3)
    for (int activation = ESP_ACT_NONE; activation <= ESP_ACT_CLIP; ++activation) {
      check_forward(some[i], {.bias = activation % 2 == 0, .add = true, .activation = activation});
      check_forward(some[i], {.add = true, .in_place = true, .activation = activation});
      check_forward(some[i], {.bias = activation % 2 == 1, .activation = activation});
    }
  for (const Geometry& g : some) check_forward(g, {.add = true, .in_place = true, .activation = 1});
}

TEST_CASE("conv2d_grad_x: shapes") {
  for (const Geometry& g : geometries(false)) check_grad_x(g, {.bias = false});
  for (const Geometry& g : geometries(true)) check_grad_x(g, {.bias = false});
}

TEST_CASE("conv2d_grad_x: as a transposed convolution") {
  std::vector<Geometry> some = geometries(false);
  for (size_t i = 0; i < some.size(); ++i) {
    const int activation = static_cast<int>(i) % (ESP_ACT_CLIP + 1);
    check_grad_x(some[i], {.activation = activation});
    check_grad_x(some[i], {.add = true, .activation = activation});
    check_grad_x(some[i], {.add = true, .in_place = true, .activation = activation});
  }
}

TEST_CASE("conv2d_grad_w: shapes and chunks") {
  for (bool depthwise : {false, true})
    for (const Geometry& g : geometries(depthwise)) {
      check_grad_w(g, 1, true);
      check_grad_w(g, 1, false);
      check_grad_w(g, 3, true);
      check_grad_w(g,
                   esp_conv2d_grad_w_chunks(g.batch, g.in_channels, g.out_channels, g.out_h(),
                                            g.out_w(), g.kernel_h, g.kernel_w, g.group),
                   true);
    }
}

TEST_CASE("conv2d: NaN reaches what it touches and nothing else") {
  const Geometry g = {.in_channels = 2,
                      .in_h = 9,
                      .in_w = 20,
                      .out_channels = 3,
                      .kernel_h = 3,
                      .kernel_w = 3,
                      .pad_top = 1,
                      .pad_left = 1,
                      .pad_bottom = 1,
                      .pad_right = 1};
  Guarded<float> x(g.x_size()), w(g.w_size()), y(g.y_size());
  fill_random(x, 1);
  fill_random(w, 2);
  x[5 * 20 + 7] = kNaN;
  for (const Variant& v : ESP_VARIANTS(conv2d)) {
    esp_conv2d_args a = {};
    set_geometry(a, g);
    a.x = x.data();
    a.w = w.data();
    a.y = y.data();
    a.activation = ESP_ACT_RELU;
    run_tiles(*v.kernel, &a, false);
    for (esp_int i = 0; i < static_cast<esp_int>(y.size()); ++i) {
      const esp_int oy = i / 20 % 9, ox = i % 20;
      const bool touched = oy >= 4 && oy <= 6 && ox >= 6 && ox <= 8;
      CHECK(std::isnan(y[static_cast<size_t>(i)]) == touched);
    }
  }
}

}  // namespace
}  // namespace espalier::testing
