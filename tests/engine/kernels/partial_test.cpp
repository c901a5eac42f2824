// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/partial.h"

#include <doctest/doctest.h>

#include "engine/kernels/chunk.h"
#include "engine/kernels/mse.h"
#include "guarded.h"

using namespace espalier::testing;

namespace {

constexpr size_t kSizes[] = {0, 1, 3, 8, 31, 2048, 2049, 16384, 3 * 16384 + 77};
const float kInf = std::numeric_limits<float>::infinity();

float sum_of(const Guarded<double>& partial, const std::string& isa, float scale) {
  Guarded<float> y(1, -1.0f);
  for (const Variant& v : ESP_VARIANTS(sum_partials)) {
    if (v.isa != isa) continue;
    esp_sum_partials_args args{partial.data(), y.data(), static_cast<esp_int>(partial.size()),
                               scale};
    CHECK(run_both_ways(*v.kernel, args, y));
  }
  return y[0];
}

}  // namespace

TEST_CASE("sum_squares and sum_partials") {
  for (const Variant& v : ESP_VARIANTS(sum_squares))
    for (size_t size : kSizes) {
      CAPTURE(v.isa);
      CAPTURE(size);
      Guarded<float> x(size);
      fill_random(x, 5);
      double expected = 0;
      for (float value : x) expected += double(value) * value;
      Guarded<double> partial(static_cast<size_t>(esp_chunks(static_cast<esp_int>(size))));
      esp_sum_squares_args args{x.data(), partial.data(), static_cast<esp_int>(size)};
      CHECK(run_both_ways(*v.kernel, args, partial));
      CHECK(sum_of(partial, v.isa, 0.5f) == doctest::Approx(expected / 2).epsilon(1e-6));
      if (size == 0) continue;
      x[size / 2] = std::nanf("");
      run_tiles(*v.kernel, &args, false);
      CHECK(std::isnan(sum_of(partial, v.isa, 1.0f)));
    }
}

TEST_CASE("clip_factor is that of clip_grad_norm_") {
  for (const Variant& v : ESP_VARIANTS(clip_factor)) {
    Guarded<double> partial(3);
    partial[0] = 9.0;
    partial[1] = 16.0;
    partial[2] = 0.0;
    Guarded<float> norm(1), factor(1);
    esp_clip_factor_args args{partial.data(), norm.data(), factor.data(), 3, 1.0f};
    CHECK(run_both_ways(*v.kernel, args, norm, factor));
    CHECK(norm[0] == 5.0f);
    CHECK(factor[0] == doctest::Approx(1.0 / (5.0 + 1e-6)));
    args.max_norm = 6.0f;
    run_tiles(*v.kernel, &args, false);
    CHECK(factor[0] == 1.0f);
    args.max_norm = 0.0f;
    run_tiles(*v.kernel, &args, false);
    CHECK(factor[0] == 1.0f);
    args.max_norm = 1.0f;
    partial[1] = std::nan("");
    run_tiles(*v.kernel, &args, false);
    CHECK(std::isnan(factor[0]));
  }
}

TEST_CASE("first_non_finite finds the first of them, wherever it lies") {
  for (const Variant& v : ESP_VARIANTS(first_non_finite))
    for (size_t size : kSizes) {
      CAPTURE(v.isa);
      CAPTURE(size);
      Guarded<float> x(size);
      fill_random(x, 6);
      if (size > 1) x[1] = 3.4e38f;
      if (size > 2) x[2] = -3.4e38f;
      Guarded<int64_t> partial(static_cast<size_t>(esp_chunks(static_cast<esp_int>(size)))), at(1);
      esp_first_non_finite_args args{x.data(), partial.data(), static_cast<esp_int>(size), 100};
      const auto first = [&] {
        CHECK(run_both_ways(*v.kernel, args, partial));
        for (const Variant& last : ESP_VARIANTS(first_index)) {
          esp_first_index_args combine{partial.data(), at.data(),
                                       static_cast<esp_int>(partial.size())};
          CHECK(run_both_ways(*last.kernel, combine, at));
        }
        return at[0];
      };
      CHECK(first() == -1);
      const float odd[] = {std::nanf(""), kInf, -kInf};
      for (size_t i : {size - 1, size / 2, size_t(0)}) {
        if (i >= size) continue;
        x[i] = odd[i % 3];
        CHECK(first() == static_cast<int64_t>(i) + 100);
      }
    }
}

TEST_CASE("mse, its sums and its gradient") {
  for (const Variant& v : ESP_VARIANTS(mse_grad))
    for (size_t size : kSizes) {
      CAPTURE(v.isa);
      CAPTURE(size);
      const esp_int count = static_cast<esp_int>(size);
      Guarded<float> a(size), b(size), y(size), da(size), db(size), dloss(size);
      fill_random(a, 1);
      fill_random(b, 2);
      fill_random(dloss, 3);
      std::vector<double> squares, grads, each;
      double sum = 0;
      for (size_t i = 0; i < size; ++i) {
        const double d = double(a[i]) - b[i];
        squares.push_back(d * d);
        sum += d * d;
        grads.push_back(2 * 0.25 * d * dloss[0]);
        each.push_back(2 * 0.25 * d * dloss[i]);
      }
      for (const Variant& none : ESP_VARIANTS(mse)) {
        esp_mse_args args{a.data(), b.data(), y.data(), count};
        CHECK(run_both_ways(*none.kernel, args, y));
        CHECK(worst_error(y, squares) <= 1e-6);
      }
      Guarded<double> partial(static_cast<size_t>(esp_chunks(count)));
      for (const Variant& total : ESP_VARIANTS(mse_sum)) {
        esp_mse_sum_args args{a.data(), b.data(), partial.data(), count};
        CHECK(run_both_ways(*total.kernel, args, partial));
        CHECK(sum_of(partial, total.isa, 1.0f) == doctest::Approx(sum).epsilon(1e-6));
      }
      esp_mse_grad_args args{a.data(), b.data(), dloss.data(), da.data(), db.data(),
                             count,    0,        0.25f};
      CHECK(run_both_ways(*v.kernel, args, da, db));
      CHECK(worst_error(da, grads) <= 1e-6);
      for (double& g : grads) g = -g;
      CHECK(worst_error(db, grads) <= 1e-6);
      args.dloss_per_element = 1;
      args.db = nullptr;
      args.da = a.data();
      CHECK(run_both_ways(*v.kernel, args, a));
      CHECK(worst_error(a, each) <= 1e-6);
    }
}
