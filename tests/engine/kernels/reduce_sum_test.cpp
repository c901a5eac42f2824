// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/reduce_sum.h"

#include <doctest/doctest.h>

#include "guarded.h"

using namespace espalier::testing;

namespace {

using Shape = std::vector<esp_int>;

struct Case {
  Shape kept, kept_strides, reduced, reduced_strides;
  size_t x_count;
};

const Case kCases[] = {
    {{}, {}, {}, {}, 1},                               // a scalar to itself
    {{}, {}, {50000}, {1}, 50000},                     // everything
    {{7}, {50}, {50}, {1}, 350},                       // rows
    {{3}, {5000}, {5000}, {1}, 15000},                 // long rows
    {{900}, {10}, {10}, {1}, 9000},                    // many short rows
    {{7}, {1}, {50}, {7}, 350},                        // columns
    {{300}, {1}, {1000}, {300}, 300000},               // many of them
    {{64}, {49}, {6, 49}, {64 * 49, 1}, 6 * 64 * 49},  // bias of a convolution
    {{200}, {4}, {70, 4}, {800, 1}, 70 * 800},         // the same, tiny planes
    {{2, 70}, {70, 1}, {3, 1}, {140, 1}, 420},         //
    {{2, 70}, {280, 4}, {3, 4}, {560, 1}, 1680},       //
    {{5}, {1000}, {3, 1000}, {5000, 1}, 15000},        // the same, large planes
    {{4, 6}, {30, 1}, {5}, {6}, 120},                  // the middle of three
    {{4, 200}, {1000, 1}, {5}, {200}, 4000},           //
    {{3}, {4}, {2, 4, 5}, {60, 1, 12}, 120},           // stride 1 not last in x
    {{9}, {1}, {3, 5}, {90, 9}, 3 * 90},               // columns over two dimensions
    {{6}, {3}, {2}, {18}, 36},                         // no stride is 1
    {{12}, {1}, {}, {}, 12},                           // nothing is reduced
    {{3}, {1}, {0}, {3}, 0},                           // empty sums
    {{3}, {0}, {0}, {1}, 0},
    {{0}, {5}, {5}, {1}, 0},  // no result
};

}  // namespace

TEST_CASE("reduce_sum agrees with sums in double") {
  for (const Variant& v : ESP_VARIANTS(reduce_sum))
    for (const Case& c : kCases)
      for (bool accumulate : {false, true}) {
        CAPTURE(v.isa);
        CAPTURE(&c - kCases);
        size_t outputs = 1, terms = 1;
        for (esp_int n : c.kept) outputs *= static_cast<size_t>(n);
        for (esp_int n : c.reduced) terms *= static_cast<size_t>(n);
        Guarded<float> x(c.x_count), y(outputs, 0.5f);
        fill_random(x, 3);
        std::vector<double> expected;
        double largest = 1;  // sum of the sizes of the terms
        for (size_t k = 0; k < outputs; ++k) {
          esp_int at = 0, rest = static_cast<esp_int>(k);
          for (size_t d = c.kept.size(); d-- > 0; rest /= c.kept[d])
            at += rest % c.kept[d] * c.kept_strides[d];
          double sum = 0, size = 0;
          for (size_t r = 0; r < terms; ++r) {
            esp_int from = at;
            rest = static_cast<esp_int>(r);
            for (size_t d = c.reduced.size(); d-- > 0; rest /= c.reduced[d])
              from += rest % c.reduced[d] * c.reduced_strides[d];
            sum += x[static_cast<size_t>(from)];
            size += std::abs(x[static_cast<size_t>(from)]);
          }
          largest = std::max(largest, size);
          expected.push_back(sum * 0.25 + (accumulate ? 0.5 : 0.0));
        }
        esp_reduce_sum_args args{};
        args.x = x.data();
        args.y = y.data();
        args.kept_rank = static_cast<esp_int>(c.kept.size());
        args.reduced_rank = static_cast<esp_int>(c.reduced.size());
        std::copy(c.kept.begin(), c.kept.end(), args.kept_shape);
        std::copy(c.kept_strides.begin(), c.kept_strides.end(), args.kept_strides);
        std::copy(c.reduced.begin(), c.reduced.end(), args.reduced_shape);
        std::copy(c.reduced_strides.begin(), c.reduced_strides.end(), args.reduced_strides);
        args.accumulate = accumulate;
        args.scale = 0.25f;
        CHECK(run_both_ways(*v.kernel, args, y));
        CHECK(worst_error(y, expected) <= 2e-7 * std::sqrt(largest));
      }
}

TEST_CASE("reduce_sum keeps its accuracy over millions of terms") {
  for (const Variant& v : ESP_VARIANTS(reduce_sum))
    for (bool columns : {false, true}) {
      CAPTURE(v.isa);
      const esp_int terms = 4'000'000;
      Guarded<float> x(static_cast<size_t>(terms), 0.1f), y(1);
      esp_reduce_sum_args args{};
      args.x = x.data();
      args.y = y.data();
      args.reduced_rank = 1;
      args.reduced_shape[0] = terms;
      args.reduced_strides[0] = 1;
      args.scale = 1.0f;
      if (columns) {
        args.kept_rank = 1;
        args.kept_shape[0] = 2;
        args.kept_strides[0] = 1;
        args.reduced_shape[0] = terms / 2;
        args.reduced_strides[0] = 2;
        Guarded<float> two(2);
        args.y = two.data();
        run_tiles(*v.kernel, &args, false);
        CHECK(two[0] == doctest::Approx(200000.0).epsilon(1e-5));
        CHECK(two[1] == two[0]);
      } else {
        run_tiles(*v.kernel, &args, false);
        CHECK(y[0] == doctest::Approx(400000.0).epsilon(1e-5));
      }
    }
}
