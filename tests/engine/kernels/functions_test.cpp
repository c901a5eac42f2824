// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/functions.h"

#include <doctest/doctest.h>

#include "guarded.h"

using namespace espalier::testing;

namespace {

// From tiny numbers to such where exp overflows, of both signs.
void fill_widely(Guarded<float>& x) {
  for (size_t i = 0; i < x.size(); ++i) {
    const double size =
        std::pow(10.0, -6 + 8.0 * static_cast<double>(i) / static_cast<double>(x.size()));
    x[i] = static_cast<float>(i % 2 ? size : -size);
  }
  if (x.size() > 3) {
    x[0] = 0;
    x[1] = std::nanf("");
  }
}

template <class Args>
void check(const std::vector<Variant>& variants, double (*f)(double), double tolerance) {
  for (const Variant& v : variants)
    for (const size_t size : {size_t{0}, size_t{1}, size_t{9}, size_t{1003}}) {
      CAPTURE(v.isa);
      CAPTURE(v.kernel->name);
      Guarded<float> x(size), y(size, 7.0f);
      fill_widely(x);
      std::vector<float> expected;
      for (const float value : x) expected.push_back(static_cast<float>(f(value)));
      Args args{};
      args.x = x.data();
      args.y = y.data();
      args.count = static_cast<esp_int>(size);
      args.alpha = 0.7f;
      args.beta = 1.3f;
      CHECK(run_both_ways(*v.kernel, args, y));
      CHECK(worst_error(y, expected) <= tolerance);
    }
}

constexpr double alpha = 0.7f, beta = 1.3f;

}  // namespace

TEST_CASE("functions agree with those of the library") {
  check<esp_erf_args>(
      ESP_VARIANTS(erf), [](double x) { return std::erf(x); }, 5e-7);
  check<esp_softplus_args>(
      ESP_VARIANTS(softplus),
      [](double x) { return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x))); }, 1e-6);
  check<esp_elu_args>(
      ESP_VARIANTS(elu), [](double x) { return x > 0 ? x : alpha * std::expm1(x); }, 1e-6);
  check<esp_selu_args>(
      ESP_VARIANTS(selu), [](double x) { return beta * (x > 0 ? x : alpha * std::expm1(x)); },
      1e-6);
  check<esp_floor_args>(
      ESP_VARIANTS(floor), [](double x) { return std::floor(x); }, 0);
  check<esp_round_args>(
      ESP_VARIANTS(round), [](double x) { return std::nearbyint(x); }, 0);
  check<esp_clip_args>(
      ESP_VARIANTS(clip), [](double x) { return x != x ? x : std::min(std::max(x, alpha), beta); },
      0);
  check<esp_softsign_args>(
      ESP_VARIANTS(softsign), [](double x) { return x / (1 + std::abs(x)); }, 1e-6);
}
