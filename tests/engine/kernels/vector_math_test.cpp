// SPDX-License-Identifier: Apache-2.0
//
// exp, log, tanh and sigmoid of vector_math.h, over the whole range of floats, by way of the
// elementwise kernels.
#include <doctest/doctest.h>

#include "engine/kernels/unary.h"
#include "tests/engine/kernels/guarded.h"

namespace espalier::testing {
namespace {

// Some hundred thousand floats: each sign and exponent, all kinds of mantissas, and the special ones.
std::vector<float> all_kinds() {
  std::vector<float> all;
  for (uint64_t bits = 0; bits < (1ull << 32); bits += 10007) {
    const uint32_t word = static_cast<uint32_t>(bits);
    float v;
    std::memcpy(&v, &word, sizeof v);
    all.push_back(v);
  }
  for (int i = -120000; i <= 120000; ++i) all.push_back(static_cast<float>(i) / 1000);
  for (float v : {0.0f, -0.0f, 1.0f, -1.0f, 0.625f, 88.72f, 88.73f, -87.4f, -103.9f, -104.1f})
    all.push_back(v);
  for (float v : {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN(),
                  std::numeric_limits<float>::denorm_min(), std::numeric_limits<float>::max()}) {
    all.push_back(v);
    all.push_back(-v);
  }
  return all;
}

// Largest relative error; differences below the smallest denormal number do not count.
template <class F> void check(const std::vector<Variant>& variants, F exact, double tolerance) {
  const std::vector<float> values = all_kinds();
  Guarded<float> x(values.size()), y(values.size());
  std::copy(values.begin(), values.end(), x.begin());
  for (const Variant& v : variants) {
    const esp_exp_args a = {x.data(), y.data(), static_cast<esp_int>(x.size())};
    run_tiles(*v.kernel, &a, false);
    double worst = 0;
    float where = 0;
    for (size_t i = 0; i < x.size(); ++i) {
      const double e = exact(static_cast<double>(x[i]));
      const double limit = std::numeric_limits<float>::max();
      if (std::isnan(e) && std::isnan(y[i])) continue;
      if (static_cast<double>(y[i]) == e) continue;
      if (std::isinf(y[i]) && std::abs(e) > limit * (1 - 1e-7) && (e > 0) == (y[i] > 0)) continue;
      const double difference = std::abs(static_cast<double>(y[i]) - e);
      const double error = difference / (std::abs(e) + 1e-300);
      if (difference < 1.5e-45 || !(error > worst)) {
        CHECK(!std::isnan(error));
        continue;
      }
      worst = error;
      where = x[i];
      // Denormal results have fewer digits.
      if (std::abs(e) < 1.2e-38) worst = difference < 3e-45 ? 0 : error;
    }
    INFO(v.isa, " ", v.kernel->name, " at ", where);
    CHECK(worst < tolerance);
  }
}

TEST_CASE("vector math: exp") {
  check(
      ESP_VARIANTS(exp), [](double v) { return std::exp(v); }, 3e-7);
}
TEST_CASE("vector math: log") {
  check(
      ESP_VARIANTS(log), [](double v) { return std::log(v); }, 3e-7);
}
TEST_CASE("vector math: tanh") {
  check(
      ESP_VARIANTS(tanh), [](double v) { return std::tanh(v); }, 5e-7);
}
TEST_CASE("vector math: sigmoid") {
  check(
      ESP_VARIANTS(sigmoid), [](double v) { return 1 / (1 + std::exp(-v)); }, 5e-7);
}

}  // namespace
}  // namespace espalier::testing
