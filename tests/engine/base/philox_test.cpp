// SPDX-License-Identifier: Apache-2.0
#include "engine/base/philox.h"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

using namespace espalier;

TEST_CASE("philox: known answers of Random123") {
  using Block = std::array<std::uint32_t, 4>;
  CHECK(philox(0, 0, 0) == Block{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  CHECK(philox(UINT64_MAX, UINT64_MAX, UINT64_MAX) ==
        Block{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
  CHECK(philox(0x299f31d0a4093822, 0x0370734413198a2e, 0x85a308d3243f6a88) ==
        Block{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

TEST_CASE("random: moments") {
  Random r(1, 2);
  double sum = 0;
  double squares = 0;
  double fourth = 0;
  double uniform = 0;
  constexpr int n = 200000;
  for (int i = 0; i < n; ++i) {
    const double x = r.normal();
    sum += x;
    squares += x * x;
    fourth += x * x * x * x;
    const float u = r.uniform();
    REQUIRE(u >= 0);
    REQUIRE(u < 1);
    uniform += u;
  }
  CHECK(sum / n == doctest::Approx(0).epsilon(0.01));
  CHECK(squares / n == doctest::Approx(1).epsilon(0.02));
  CHECK(fourth / n == doctest::Approx(3).epsilon(0.05));
  CHECK(uniform / n == doctest::Approx(0.5).epsilon(0.01));
}

TEST_CASE("random: the first normal numbers are those of the formula") {
  Random a(3, 4);
  Random b(3, 4);
  for (int i = 0; i < 1000; ++i) {
    const double u = (b.bits() + 0.5) * 0x1p-32;
    const double angle = 2 * 3.14159265358979323846 * (b.bits() * 0x1p-32);
    const double radius = std::sqrt(-2 * std::log(u));
    REQUIRE(std::abs(a.normal() - radius * std::cos(angle)) < 1e-6);
    REQUIRE(std::abs(a.normal() - radius * std::sin(angle)) < 1e-6);
  }
}

TEST_CASE("random: below is even and in range") {
  Random r(5, 6);
  std::vector<int> hits(7);
  for (int i = 0; i < 70000; ++i) ++hits[r.below(7)];
  for (const int h : hits) CHECK(std::abs(h - 10000) < 500);
  for (int i = 0; i < 100; ++i) CHECK(r.below(1) == 0);
  for (int i = 0; i < 100; ++i) CHECK(r.below(std::uint64_t{1} << 40) < std::uint64_t{1} << 40);
}

TEST_CASE("stable hash is FNV-1a") {
  CHECK(stable_hash("") == 0xcbf29ce484222325U);
  CHECK(stable_hash("a") == 0xaf63dc4c8601ec8cU);
}
