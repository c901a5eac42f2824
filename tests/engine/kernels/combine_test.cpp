// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/combine.h"

#include <doctest/doctest.h>

#include "guarded.h"

using namespace espalier::testing;

TEST_CASE("sum_n adds from left to right, scale and fill do as they say") {
  for (size_t size : {0, 1, 7, 8, 33, 40001}) {
    const esp_int count = static_cast<esp_int>(size);
    Guarded<float> a(size), b(size), c(size), d(size), y(size);
    fill_random(a, 1);
    fill_random(b, 2);
    fill_random(c, 3);
    fill_random(d, 4);
    for (const Variant& v : ESP_VARIANTS(sum_n))
      for (int inputs = 1; inputs <= 4; ++inputs) {
        CAPTURE(v.isa);
        CAPTURE(size);
        esp_sum_n_args args{a.data(),
                            inputs > 1 ? b.data() : nullptr,
                            inputs > 2 ? c.data() : nullptr,
                            inputs > 3 ? d.data() : nullptr,
                            y.data(),
                            count};
        std::vector<float> expected;
        for (size_t i = 0; i < size; ++i) {
          float sum = a[i];
          if (inputs > 1) sum += b[i];
          if (inputs > 2) sum += c[i];
          if (inputs > 3) sum += d[i];
          expected.push_back(sum);
        }
        CHECK(run_both_ways(*v.kernel, args, y));
        CHECK(y.copy() == expected);
        args.x0 = y.data();
        std::copy(a.begin(), a.end(), y.begin());
        run_tiles(*v.kernel, &args, true);
        CHECK(y.copy() == expected);
      }
    for (const Variant& v : ESP_VARIANTS(scale)) {
      esp_scale_args args{a.data(), y.data(), count, -2.5f};
      CHECK(run_both_ways(*v.kernel, args, y));
      for (size_t i = 0; i < size; ++i) REQUIRE(y[i] == a[i] * -2.5f);
    }
    for (const Variant& v : ESP_VARIANTS(fill)) {
      esp_fill_args args{y.data(), count, 0.75f};
      CHECK(run_both_ways(*v.kernel, args, y));
      CHECK(std::count(y.begin(), y.end(), 0.75f) == count);
    }
  }
}
