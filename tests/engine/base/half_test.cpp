// SPDX-License-Identifier: Apache-2.0
#include "engine/base/half.h"

#include <doctest/doctest.h>

#include <limits>

using namespace espalier;

TEST_CASE("every float16 comes back from float") {
  for (std::uint32_t i = 0; i < 0x10000; ++i) {
    const auto bits = static_cast<std::uint16_t>(i);
    const float value = from_float16(bits);
    if (std::isnan(value))
      CHECK(std::isnan(from_float16(to_float16(value))));
    else
      REQUIRE(to_float16(value) == bits);
  }
}

TEST_CASE("rounding to nearest, ties to even") {
  CHECK(to_float16(1.0F) == 0x3c00);
  CHECK(to_float16(1.0F + 0x1p-11F) == 0x3c00);
  CHECK(to_float16(1.0F + 0x3p-11F) == 0x3c02);
  CHECK(to_float16(65519.0F) == 0x7bff);
  CHECK(to_float16(65520.0F) == 0x7c00);
  CHECK(to_float16(0x1p-25F) == 0);
  CHECK(to_float16(0x1.8p-25F) == 1);
  CHECK(to_bfloat16(1.0F + 0x1p-8F) == 0x3f80);
  CHECK(to_bfloat16(1.0F + 0x3p-8F) == 0x3f82);
  CHECK(std::isinf(from_bfloat16(to_bfloat16(std::numeric_limits<float>::max()))));
  CHECK(std::isnan(from_bfloat16(to_bfloat16(std::numeric_limits<float>::quiet_NaN()))));
}
