// SPDX-License-Identifier: Apache-2.0
#include "engine/base/shape.h"

#include <doctest/doctest.h>

#include "engine/base/dtype.h"
#include "engine/base/message.h"

using namespace espalier;

TEST_CASE("shape: counts") {
  CHECK(count({}) == 1);
  CHECK(count({2, 3, 4}) == 24);
  CHECK(count({2, 0}) == 0);
  CHECK_FALSE(checked_count({-1}));
  CHECK_FALSE(checked_count({std::int64_t{1} << 40, std::int64_t{1} << 40}));
  CHECK_FALSE(checked_count({0, std::int64_t{1} << 40, std::int64_t{1} << 40}));
  CHECK_THROWS_AS(count({-1}), Error);
}

TEST_CASE("shape: strides and text") {
  CHECK(strides_of({2, 3, 4}) == std::vector<std::int64_t>{12, 4, 1});
  CHECK(to_string(Shape{2, 3}) == "[2,3]");
  CHECK(to_string(Shape{}) == "[]");
}

TEST_CASE("shape: broadcasting") {
  CHECK(broadcast({2, 1, 4}, {3, 1}) == Shape{2, 3, 4});
  CHECK(broadcast({}, {5}) == Shape{5});
  CHECK(broadcast({1}, {0}) == Shape{0});
  CHECK_FALSE(broadcast({2}, {3}));
}

TEST_CASE("dtype: names and sizes") {
  for (int i = 1; i <= 26; ++i) {
    const auto t = static_cast<DType>(i);
    CHECK(dtype_from_name(name(t)) == t);
    CHECK((is_floating(t) && is_integer(t)) == false);
  }
  CHECK(name(DType::boolean) == "bool");
  CHECK_FALSE(dtype_from_name("undefined"));
  CHECK(bytes_of(DType::float32, 3) == 12);
  CHECK(bytes_of(DType::int4, 3) == 2);
  CHECK(bytes_of(DType::uint2, 5) == 2);
  CHECK(bytes_of(DType::complex128, 2) == 32);
  CHECK(bytes_of(DType::float64, INT64_MAX) == SIZE_MAX);
}
