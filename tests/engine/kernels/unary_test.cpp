// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/unary.h"

#include <doctest/doctest.h>

#include "engine/kernels/unary_grad.h"
#include "guarded.h"

using namespace espalier::testing;

namespace {

constexpr size_t kSizes[] = {0, 1, 3, 4, 7, 8, 9, 31, 100, 16384, 16384 * 2 + 5};
constexpr double kAlpha = 0.1f;

// Random numbers in [-range, range) with a few odd ones among them.
void fill_odd(Guarded<float>& x, uint32_t seed, float range) {
  fill_random(x, seed);
  for (float& v : x) v *= range;
  const float inf = std::numeric_limits<float>::infinity();
  const float odd[] = {0.0f,    -0.0f, inf,    -inf,  std::nanf(""), 1e-40f,
                       -1e-40f, 3e38f, -3e38f, 88.0f, -100.0f};
  for (size_t i = 0; i < std::size(odd) && i * 5 + 2 < x.size(); ++i) x[i * 5 + 2] = odd[i];
}

template <class Args>
void check_unary(const std::vector<Variant>& variants, double (*f)(double), double tolerance) {
  for (const Variant& v : variants)
    for (size_t size : kSizes) {
      CAPTURE(v.isa);
      CAPTURE(v.kernel->name);
      CAPTURE(size);
      Guarded<float> x(size), y(size, 7.0f);
      fill_odd(x, static_cast<uint32_t>(size), 6.0f);
      std::vector<float> expected;
      for (float value : x) expected.push_back(static_cast<float>(f(value)));
      Args args{};
      args.x = x.data();
      args.y = y.data();
      args.count = static_cast<esp_int>(size);
      if constexpr (requires { args.alpha; }) args.alpha = static_cast<float>(kAlpha);
      CHECK(run_both_ways(*v.kernel, args, y));
      CHECK(worst_error(y, expected) <= tolerance);
      args.y = x.data();
      CHECK(run_both_ways(*v.kernel, args, x));
      CHECK(std::memcmp(x.data(), y.data(), size * sizeof(float)) == 0);
    }
}

template <class Args>
void check_grad(const std::vector<Variant>& variants, double (*f)(double dy, double y)) {
  for (const Variant& v : variants)
    for (size_t size : kSizes) {
      CAPTURE(v.isa);
      CAPTURE(v.kernel->name);
      CAPTURE(size);
      Guarded<float> dy(size), y(size), dx(size, 7.0f);
      fill_random(dy, 1);
      fill_random(y, 2);
      if (size > 3) {
        y[0] = 0.0f;
        y[1] = -0.0f;
        y[2] = std::nanf("");
        dy[3] = std::nanf("");
      }
      std::vector<double> expected;
      for (size_t i = 0; i < size; ++i) expected.push_back(f(dy[i], y[i]));
      Args args{};
      args.dy = dy.data();
      args.y = y.data();
      args.dx = dx.data();
      args.count = static_cast<esp_int>(size);
      if constexpr (requires { args.alpha; }) args.alpha = static_cast<float>(kAlpha);
      CHECK(run_both_ways(*v.kernel, args, dx));
      CHECK(worst_error(dx, expected) <= 1e-6);
      args.dx = dy.data();
      CHECK(run_both_ways(*v.kernel, args, dy));
      CHECK(std::memcmp(dx.data(), dy.data(), size * sizeof(float)) == 0);
    }
}

}  // namespace

TEST_CASE("unary kernels agree with the functions of the library") {
  check_unary<esp_relu_args>(
      ESP_VARIANTS(relu), [](double x) { return x <= 0 ? 0.0 : x; }, 0);
  check_unary<esp_leaky_relu_args>(
      ESP_VARIANTS(leaky_relu), [](double x) { return x > 0 ? x : x * kAlpha; }, 1e-7);
  check_unary<esp_sigmoid_args>(
      ESP_VARIANTS(sigmoid), [](double x) { return 1 / (1 + std::exp(-x)); }, 5e-7);
  check_unary<esp_tanh_args>(
      ESP_VARIANTS(tanh), [](double x) { return std::tanh(x); }, 5e-7);
  check_unary<esp_exp_args>(
      ESP_VARIANTS(exp), [](double x) { return std::exp(x); }, 5e-7);
  check_unary<esp_log_args>(
      ESP_VARIANTS(log), [](double x) { return std::log(x); }, 5e-7);
  check_unary<esp_sqrt_args>(
      ESP_VARIANTS(sqrt), [](double x) { return std::sqrt(x); }, 1e-7);
  check_unary<esp_neg_args>(
      ESP_VARIANTS(neg), [](double x) { return -x; }, 0);
  check_unary<esp_abs_args>(
      ESP_VARIANTS(abs), [](double x) { return std::abs(x); }, 0);
  check_unary<esp_reciprocal_args>(
      ESP_VARIANTS(reciprocal), [](double x) { return 1 / x; }, 1e-7);
}

TEST_CASE("gradients of the activations") {
  check_grad<esp_relu_grad_args>(ESP_VARIANTS(relu_grad),
                                 [](double dy, double y) { return y <= 0 ? 0.0 : dy; });
  check_grad<esp_leaky_relu_grad_args>(
      ESP_VARIANTS(leaky_relu_grad), [](double dy, double y) { return y > 0 ? dy : dy * kAlpha; });
  check_grad<esp_sigmoid_grad_args>(ESP_VARIANTS(sigmoid_grad),
                                    [](double dy, double y) { return dy * y * (1 - y); });
  check_grad<esp_tanh_grad_args>(ESP_VARIANTS(tanh_grad),
                                 [](double dy, double y) { return dy * (1 - y * y); });
}
