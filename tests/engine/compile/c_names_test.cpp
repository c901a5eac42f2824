// SPDX-License-Identifier: Apache-2.0
#include "engine/compile/c_names.h"

#include <doctest/doctest.h>

using namespace espalier;

TEST_CASE("a name is given once, in small letters and in capitals") {
  CNames names;
  CHECK(names.unique("x") == "x");
  CHECK(names.unique("x") == "x_2");
  CHECK(names.unique("X") == "X_3");  // X_COUNT and X_2_COUNT are taken
  CHECK(names.unique("y") == "y");
}

TEST_CASE("names of headers, of the written function and of kernels are not given") {
  CNames names;
  names.reserve("static void conv2d_tile(const esp_args* a, float bias) {}");
  for (const char* taken : {"size_t", "NULL", "linux", "arena", "m", "conv2d_tile", "esp_args"}) {
    CHECK(names.taken(taken));
    CHECK(names.unique(taken) != taken);
  }
  CHECK(names.unique("bias") == "bias");  // a local name of a kernel is in nobody's way
}
