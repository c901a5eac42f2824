// SPDX-License-Identifier: Apache-2.0
#include "engine/compile/c_text.h"

#include <doctest/doctest.h>

#include <limits>

using namespace espalier;

TEST_CASE("identifiers from any text") {
  CHECK(c_identifier("conv1") == "conv1");
  CHECK(c_identifier("a/b:0") == "a_b_0");
  CHECK(c_identifier("1x1") == "n1x1");
  CHECK(c_identifier("") == "n");
  CHECK(c_identifier("int") == "int_");
  CHECK(c_identifier("卷积") == "u5377u79ef");
  CHECK(c_identifier("\xff\x80") != c_identifier("\xc0"));  // no text at all, and yet a name
}

TEST_CASE("floats keep their bits") {
  CHECK(c_float(1.0F) == "0x1p+0f");
  CHECK(c_float(std::numeric_limits<float>::infinity()) == "INFINITY");
  CHECK(c_float(-std::numeric_limits<float>::infinity()) == "-INFINITY");
  CHECK(c_float(std::numeric_limits<float>::quiet_NaN()) == "NAN");
  for (const float v : {0.1F, -3.4e38F, 1e-45F, 1.1754944e-38F})
    CHECK(std::stof(c_float(v).substr(0, c_float(v).size() - 1)) == v);
}

TEST_CASE("strings and comments cannot end early") {
  CHECK(c_string("a\"b\\c\n") == "\"a\\\"b\\\\c\\012\"");
  CHECK(c_comment("x */ y\nz\\").find("*/") == std::string::npos);
  CHECK(c_comment("x\ny").find('\n') == std::string::npos);
}

TEST_CASE("arrays of integers at their limits, and an empty one") {
  CHECK(c_array(Tensor::of<std::int64_t>({1}, {std::numeric_limits<std::int64_t>::min()}), "a",
                "static const")
            .find("INT64_MIN") != std::string::npos);
  CHECK(c_array(Tensor(DType::float32, {0}), "a", "static const").find("a[1] = {0") !=
        std::string::npos);
}
