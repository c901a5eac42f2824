// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "engine/kernels/batch_norm_grad.h"
#include "engine/kernels/batch_norm_infer.h"
#include "engine/kernels/batch_norm_train.h"
#include "guarded.h"

using namespace espalier::testing;

namespace {

struct Shape {
  esp_int batch, channels, spatial;
};

const Shape kShapes[] = {{1, 1, 5},    {2, 3, 49}, {4, 5, 7},    {3, 2, 5000}, {130, 3, 2},
                         {8, 1, 1},    {5, 17, 1}, {200, 70, 1}, {1, 4, 2048}, {2, 3, 2049},
                         {65, 129, 1}, {0, 4, 3},  {4, 0, 3},    {3, 4, 0}};
constexpr float kEpsilon = 1e-3f;

size_t volume(const Shape& s) { return static_cast<size_t>(s.batch * s.channels * s.spatial); }

// Calls f(index, channel) for every element.
template <class F> void each(const Shape& s, F f) {
  for (size_t i = 0; i < volume(s); ++i)
    f(i, i / static_cast<size_t>(s.spatial) % static_cast<size_t>(s.channels));
}

struct Moments {
  std::vector<double> mean, var;
};

template <class X> Moments moments_of(const Shape& s, const X& x) {
  const size_t channels = static_cast<size_t>(s.channels);
  Moments m{std::vector<double>(channels), std::vector<double>(channels)};
  const double count = static_cast<double>(s.batch * s.spatial);
  each(s, [&](size_t i, size_t c) { m.mean[c] += x[i] / count; });
  each(s, [&](size_t i, size_t c) { m.var[c] += (x[i] - m.mean[c]) * (x[i] - m.mean[c]) / count; });
  return m;
}

struct Parameters {
  Guarded<float> scale, bias, mean, var;
  explicit Parameters(size_t channels)
      : scale(channels), bias(channels), mean(channels), var(channels) {
    fill_random(scale, 11);
    fill_random(bias, 12);
    fill_random(mean, 13);
    fill_random(var, 14);
    for (float& v : var) v = v * v + 0.1f;
  }
};

}  // namespace

TEST_CASE("batch_norm_train normalises and keeps its statistics") {
  for (const Variant& v : ESP_VARIANTS(batch_norm_train))
    for (const Shape& s : kShapes)
      for (int activation : {ESP_ACT_NONE, ESP_ACT_RELU}) {
        CAPTURE(v.isa);
        CAPTURE(&s - kShapes);
        const size_t channels = static_cast<size_t>(s.channels);
        Parameters p(channels);
        Guarded<float> x(volume(s)), y(volume(s)), mean(channels), inv_std(channels);
        Guarded<float> new_mean(channels), new_var(channels);
        fill_random(x, 1);
        each(s, [&](size_t i, size_t c) { x[i] += static_cast<float>(c); });
        const Moments m = moments_of(s, x);
        std::vector<double> expected, expected_std, expected_mean, expected_var;
        for (size_t c = 0; c < channels; ++c) {
          expected_std.push_back(1 / std::sqrt(m.var[c] + kEpsilon));
          expected_mean.push_back(double(0.9f) * p.mean[c] + (1 - double(0.9f)) * m.mean[c]);
          expected_var.push_back(double(0.9f) * p.var[c] + (1 - double(0.9f)) * m.var[c]);
        }
        each(s, [&](size_t i, size_t c) {
          const double value = (x[i] - m.mean[c]) * expected_std[c] * p.scale[c] + p.bias[c];
          expected.push_back(reference_activation(value, activation, 0, 0));
        });
        esp_batch_norm_train_args args{};
        args.x = x.data();
        args.scale = p.scale.data();
        args.bias = p.bias.data();
        args.running_mean = p.mean.data();
        args.running_var = p.var.data();
        args.y = y.data();
        args.saved_mean = mean.data();
        args.saved_inv_std = inv_std.data();
        args.new_mean = new_mean.data();
        args.new_var = new_var.data();
        args.batch = s.batch;
        args.channels = s.channels;
        args.spatial = s.spatial;
        args.activation = activation;
        args.epsilon = kEpsilon;
        args.momentum = 0.9f;
        CHECK(run_both_ways(*v.kernel, args, y, mean, inv_std, new_mean, new_var));
        CHECK(worst_error(y, expected) <= 2e-5);
        if (volume(s) == 0) continue;
        CHECK(worst_error(mean, m.mean) <= 1e-6);
        CHECK(worst_error(inv_std, expected_std) <= 1e-5);
        CHECK(worst_error(new_mean, expected_mean) <= 1e-6);
        CHECK(worst_error(new_var, expected_var) <= 1e-6);
        args.y = x.data();
        args.new_mean = p.mean.data();
        args.new_var = nullptr;
        run_tiles(*v.kernel, &args, true);
        CHECK(std::memcmp(x.data(), y.data(), volume(s) * sizeof(float)) == 0);
        CHECK(p.mean.copy() == new_mean.copy());
      }
}

TEST_CASE("the variance survives a large mean") {
  for (const Variant& v : ESP_VARIANTS(batch_norm_train))
    for (esp_int spatial : {1, 100}) {
      CAPTURE(v.isa);
      CAPTURE(spatial);
      const Shape s{1000, 2, spatial};
      Guarded<float> x(volume(s)), y(volume(s)), mean(2), inv_std(2), ones(2, 1.0f), zeros(2);
      fill_random(x, 1);
      for (float& value : x) value = value + 4096.0f;
      const Moments m = moments_of(s, x);
      esp_batch_norm_train_args args{};
      args.x = x.data();
      args.scale = ones.data();
      args.bias = zeros.data();
      args.y = y.data();
      args.saved_mean = mean.data();
      args.saved_inv_std = inv_std.data();
      args.batch = s.batch;
      args.channels = s.channels;
      args.spatial = s.spatial;
      CHECK(run_both_ways(*v.kernel, args, y, mean, inv_std));
      CHECK(inv_std[1] == doctest::Approx(1 / std::sqrt(m.var[1])).epsilon(1e-5));
      for (float& value : x) value = 3.0f;  // no variance at all
      args.epsilon = kEpsilon;
      run_tiles(*v.kernel, &args, false);
      CHECK(inv_std[0] == doctest::Approx(1 / std::sqrt(double(kEpsilon))));
      CHECK(std::count(y.begin(), y.end(), 0.0f) == static_cast<esp_int>(y.size()));
      x[0] = std::nanf("");
      run_tiles(*v.kernel, &args, false);
      CHECK(std::isnan(inv_std[0]));
      CHECK(y[static_cast<size_t>(spatial)] == 0.0f);  // the other channel
    }
}

TEST_CASE("batch_norm_infer is an affine function of each channel") {
  for (const Variant& v : ESP_VARIANTS(batch_norm_infer))
    for (const Shape& s : kShapes)
      for (int way = 0; way < 8; ++way) {
        const bool folded = way & 1, residual = way & 2;
        const int activation = way & 4 ? ESP_ACT_RELU : ESP_ACT_NONE;
        CAPTURE(v.isa);
        CAPTURE(&s - kShapes);
        CAPTURE(way);
        Parameters p(static_cast<size_t>(s.channels));
        Guarded<float> x(volume(s)), y(volume(s)), r(volume(s));
        fill_random(x, 1);
        fill_random(r, 2);
        std::vector<double> expected;
        each(s, [&](size_t i, size_t c) {
          double value = x[i];
          if (!folded) value = (value - p.mean[c]) / std::sqrt(double(p.var[c]) + kEpsilon);
          value = value * p.scale[c] + p.bias[c] + (residual ? r[i] : 0.0f);
          expected.push_back(reference_activation(value, activation, 0, 0));
        });
        esp_batch_norm_infer_args args{};
        args.x = x.data();
        args.scale = p.scale.data();
        args.bias = p.bias.data();
        args.mean = folded ? nullptr : p.mean.data();
        args.var = folded ? nullptr : p.var.data();
        args.residual = residual ? r.data() : nullptr;
        args.y = y.data();
        args.batch = s.batch;
        args.channels = s.channels;
        args.spatial = s.spatial;
        args.activation = activation;
        args.epsilon = kEpsilon;
        CHECK(run_both_ways(*v.kernel, args, y));
        CHECK(worst_error(y, expected) <= 2e-6);
        args.y = residual ? r.data() : x.data();
        run_tiles(*v.kernel, &args, true);
        CHECK(std::memcmp(args.y, y.data(), volume(s) * sizeof(float)) == 0);
      }
}

TEST_CASE("batch_norm_grad agrees with the formula in double") {
  for (const Variant& v : ESP_VARIANTS(batch_norm_grad))
    for (const Shape& s : kShapes)
      for (bool relu : {false, true}) {
        CAPTURE(v.isa);
        CAPTURE(&s - kShapes);
        CAPTURE(relu);
        const size_t channels = static_cast<size_t>(s.channels);
        Parameters p(channels);
        Guarded<float> x(volume(s)), dy(volume(s)), y(volume(s)), dx(volume(s));
        Guarded<float> mean(channels), inv_std(channels), dscale(channels), dbias(channels);
        fill_random(x, 1);
        fill_random(dy, 2);
        fill_random(y, 3);
        const Moments m = moments_of(s, x);
        for (size_t c = 0; c < channels; ++c) {
          mean[c] = static_cast<float>(m.mean[c]);
          inv_std[c] = static_cast<float>(1 / std::sqrt(m.var[c] + kEpsilon));
        }
        const double count = static_cast<double>(s.batch * s.spatial);
        const auto grad = [&](size_t i) { return relu && y[i] <= 0 ? 0.0 : double(dy[i]); };
        const auto hat = [&](size_t i, size_t c) { return (double(x[i]) - mean[c]) * inv_std[c]; };
        std::vector<double> sum(channels), product(channels), expected;
        each(s, [&](size_t i, size_t c) {
          sum[c] += grad(i);
          product[c] += grad(i) * hat(i, c);
        });
        each(s, [&](size_t i, size_t c) {
          expected.push_back(double(p.scale[c]) * inv_std[c] *
                             (grad(i) - (sum[c] + hat(i, c) * product[c]) / count));
        });
        esp_batch_norm_grad_args args{};
        args.dy = dy.data();
        args.x = x.data();
        args.y = relu ? y.data() : nullptr;
        args.scale = p.scale.data();
        args.saved_mean = mean.data();
        args.saved_inv_std = inv_std.data();
        args.dx = dx.data();
        args.dscale = dscale.data();
        args.dbias = dbias.data();
        args.batch = s.batch;
        args.channels = s.channels;
        args.spatial = s.spatial;
        CHECK(run_both_ways(*v.kernel, args, dx, dscale, dbias));
        CHECK(worst_error(dx, expected) <= 1e-5);
        if (volume(s) == 0) continue;
        CHECK(worst_error(dbias, sum) <= 5e-5);
        CHECK(worst_error(dscale, product) <= 5e-5);
        args.dx = nullptr;
        run_tiles(*v.kernel, &args, false);
        args.dx = dy.data();
        run_tiles(*v.kernel, &args, false);
        CHECK(std::memcmp(dx.data(), dy.data(), volume(s) * sizeof(float)) == 0);
      }
}
