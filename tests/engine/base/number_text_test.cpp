// SPDX-License-Identifier: Apache-2.0
#include "engine/base/number_text.h"

#include <doctest/doctest.h>

#include <limits>

using namespace espalier;

TEST_CASE("whole numbers are grouped, others have seven digits") {
  CHECK(number_text(0) == "0");
  CHECK(number_text(-3) == "-3");
  CHECK(number_text(999) == "999");
  CHECK(number_text(1000) == "1,000");
  CHECK(number_text(1073741824) == "1,073,741,824");
  CHECK(number_text(-65536) == "-65,536");
  CHECK(number_text(0.001) == "0.001");
  CHECK(number_text(1e300) == "1e+300");
  CHECK(number_text(std::numeric_limits<double>::infinity()) == "inf");
}
