// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/copy_strided.h"

#include <doctest/doctest.h>

#include "engine/kernels/strided.h"
#include "guarded.h"

using namespace espalier::testing;

namespace {

using Shape = std::vector<esp_int>;

struct Case {
  Shape shape, x_strides, y_strides;
  esp_int x_offset, y_offset;
  size_t x_count, y_count;
};

const Case kCases[] = {
    {{1}, {1}, {1}, 0, 0, 1, 1},
    {{50000}, {1}, {1}, 0, 0, 50000, 50000},
    {{0, 4}, {4, 1}, {4, 1}, 0, 0, 0, 0},
    // Transposes: 2-d, of even and odd sizes, batched, channels last, a permutation.
    {{64, 48}, {1, 64}, {48, 1}, 0, 0, 64 * 48, 64 * 48},
    {{131, 257}, {1, 131}, {257, 1}, 0, 0, 131 * 257, 131 * 257},
    {{5, 17, 19}, {17 * 19, 1, 17}, {17 * 19, 19, 1}, 0, 0, 5 * 17 * 19, 5 * 17 * 19},
    {{2, 49, 3}, {147, 1, 49}, {147, 3, 1}, 0, 0, 294, 294},
    {{9, 2, 16, 20}, {1, 16 * 20 * 9, 9, 9 * 16}, {640, 320, 20, 1}, 0, 0, 5760, 5760},
    // The same, into a view with gaps.
    {{20, 30}, {1, 20}, {70, 2}, 0, 3, 600, 20 * 70},
    // Concat into the middle, a slice with a step, reversal, expansion.
    {{4, 10}, {10, 1}, {25, 1}, 0, 7, 40, 100},
    {{4, 5}, {10, 2}, {5, 1}, 1, 0, 40, 20},
    {{33}, {-1}, {1}, 32, 0, 33, 33},
    {{6, 21}, {1, 0}, {21, 1}, 0, 0, 6, 126},
    {{3, 2, 2, 2, 2, 2, 2, 3},
     {1, 3, 6, 12, 24, 48, 96, 192},
     {192, 96, 48, 24, 12, 6, 3, 1},
     0,
     0,
     576,
     576},
};

template <class T> void check(const Variant& v) {
  for (const Case& c : kCases) {
    CAPTURE(v.isa);
    CAPTURE(sizeof(T));
    CAPTURE(&c - kCases);
    Guarded<T> x(c.x_count), y(c.y_count, T(99));
    for (size_t i = 0; i < x.size(); ++i) x[i] = static_cast<T>(i * 31 + 7);
    std::vector<T> expected = y.copy();
    const esp_int rank = static_cast<esp_int>(c.shape.size());
    const esp_int count = esp_volume(rank, c.shape.data());
    for (esp_int i = 0; i < count; ++i) {
      esp_int rest = i, from = c.x_offset, to = c.y_offset;
      for (size_t d = c.shape.size(); d-- > 0; rest /= c.shape[d]) {
        from += rest % c.shape[d] * c.x_strides[d];
        to += rest % c.shape[d] * c.y_strides[d];
      }
      expected[static_cast<size_t>(to)] = x[static_cast<size_t>(from)];
    }
    esp_copy_strided_args args{};
    args.x = reinterpret_cast<const uint8_t*>(x.data());
    args.y = reinterpret_cast<uint8_t*>(y.data());
    args.size = sizeof(T);
    args.rank = rank;
    std::copy(c.shape.begin(), c.shape.end(), args.shape);
    std::copy(c.x_strides.begin(), c.x_strides.end(), args.x_strides);
    std::copy(c.y_strides.begin(), c.y_strides.end(), args.y_strides);
    args.x_offset = c.x_offset;
    args.y_offset = c.y_offset;
    CHECK(run_both_ways(*v.kernel, args, y));
    CHECK(y.copy() == expected);
  }
}

}  // namespace

TEST_CASE("copy_strided copies every element of every size to its place") {
  for (const Variant& v : ESP_VARIANTS(copy_strided)) {
    check<uint8_t>(v);
    check<uint16_t>(v);
    check<uint32_t>(v);
    check<float>(v);
    check<uint64_t>(v);
  }
}
