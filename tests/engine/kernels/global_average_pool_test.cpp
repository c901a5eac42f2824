// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "engine/kernels/pool2d.h"
#include "tests/engine/kernels/guarded.h"

namespace espalier::testing {
namespace {

TEST_CASE("global_average_pool and its gradient") {
  for (esp_int planes : {0, 1, 5, 3000})
    for (esp_int pixels : {1, 3, 7, 8, 16, 25, 49, 64, 100, 131}) {
      Guarded<float> x(static_cast<size_t>(planes * pixels)), y(static_cast<size_t>(planes));
      Guarded<float> dx(x.size(), std::numeric_limits<float>::quiet_NaN());
      fill_random(x, 10);
      std::vector<double> means(y.size()), grads(x.size());
      for (size_t i = 0; i < x.size(); ++i)
        means[i / static_cast<size_t>(pixels)] += double(x[i]) / double(pixels);
      for (const Variant& v : ESP_VARIANTS(global_average_pool)) {
        INFO(v.isa, " ", planes, " ", pixels);
        const esp_global_average_pool_args a = {x.data(), y.data(), planes, pixels};
        CHECK(run_both_ways(*v.kernel, a, y));
        CHECK(worst_error(y, means) < 1e-6);
      }
      for (size_t i = 0; i < x.size(); ++i)
        grads[i] = double(y[i / static_cast<size_t>(pixels)]) / double(pixels);
      for (const Variant& v : ESP_VARIANTS(global_average_pool_grad)) {
        const esp_global_average_pool_grad_args a = {y.data(), dx.data(), planes, pixels};
        CHECK(run_both_ways(*v.kernel, a, dx));
        CHECK(worst_error(dx, grads) < 1e-6);
      }
    }
  // An empty plane.
  for (const Variant& v : ESP_VARIANTS(global_average_pool)) {
    Guarded<float> x(0), y(2);
    const esp_global_average_pool_args a = {x.data(), y.data(), 2, 0};
    CHECK(run_both_ways(*v.kernel, a, y));
    CHECK(std::isnan(y[1]));
  }
}

}  // namespace
}  // namespace espalier::testing
