// SPDX-License-Identifier: Apache-2.0
#include "engine/base/dim.h"

#include <doctest/doctest.h>

#include "engine/base/message.h"
#include "engine/base/philox.h"

using namespace espalier;

namespace {
const Dim n = Dim::symbol("N");
const Dim h = Dim::symbol("H");
}  // namespace

TEST_CASE("dim: equal polynomials are equal") {
  CHECK(n + h == h + n);
  CHECK((n + 1) * (n - 1) == n * n - 1);
  CHECK(n - n == Dim(0));
  CHECK(n * 0 == Dim(0));
  CHECK_FALSE(n == h);
  CHECK((n - n + 3).constant() == 3);
}

TEST_CASE("dim: floor division") {
  CHECK(floor_div(n * 2, 2) == n);
  CHECK(floor_div(n * 4 + 5, 2) == n * 2 + 2);
  CHECK(floor_div(h - 1, 2) + 1 == floor_div(h + 1, 2));
  CHECK(floor_div(floor_div(h, 2), 2) == floor_div(h, 4));
  CHECK(floor_div(floor_div(h + 1, 2) + 1, 2) == floor_div(h + 3, 4));
  CHECK(floor_div(h * 6 + 4, 4) == h + floor_div(h, 2) + 1);
  CHECK(floor_div(n * h, n) == h);
  CHECK(floor_div(n * h + h, n + 1) == h);
  CHECK(floor_div(-7, 2) == Dim(-4));
  CHECK(floor_div(n, -1) == Dim(0) - n);
  CHECK(ceil_div(7, 2) == Dim(4));
  CHECK(ceil_div(h, 2) == floor_div(h + 1, 2));
  CHECK_FALSE(floor_div(5, 0).is_constant());
  CHECK_FALSE(floor_div(5, 0).evaluate({}));
}

TEST_CASE("dim: max and min use that symbols are not negative") {
  CHECK(max(n, n + 1) == n + 1);
  CHECK(min(n, 0) == Dim(0));
  CHECK(max(n, h) == max(h, n));
  CHECK(max(max(n, h), 3) == max(n, max(Dim(3), h)));
  CHECK(max(Dim(2), 3) == Dim(3));
}

TEST_CASE("dim: what is known of equality") {
  CHECK(equal(n, n) == Known::yes);
  CHECK(equal(n, h) == Known::unknown);
  CHECK(equal(n + 1, 0) == Known::no);
  CHECK(equal(n + 1, n) == Known::no);
  CHECK(equal(n * 2, h * 2 + 1) == Known::no);
  CHECK(equal(n * 2, 7) == Known::no);
  CHECK(equal(n * 2, 8) == Known::unknown);
}

TEST_CASE("dim: evaluation and substitution") {
  const Dim d = floor_div(h - 1, 2) * n + max(n, 4);
  CHECK(d.evaluate({{"H", 7}, {"N", 2}}) == 10);
  CHECK_FALSE(d.evaluate({{"H", 7}}));
  CHECK_FALSE((n * n).evaluate({{"N", INT64_MAX}}));
  CHECK(d.substitute({{"H", Dim(7)}}) == n * 3 + max(n, 4));
  CHECK(d.substitute({{"H", n * 2 + 1}}) == n * n + max(n, 4));
  std::vector<std::string> symbols;
  d.collect_symbols(symbols);
  CHECK(symbols.size() == 2);
}

TEST_CASE("dim: text") {
  CHECK(n.text() == "N");
  CHECK((n * 2 + 1).text() == "2*N + 1");
  CHECK((Dim(1) - n).text() == "-N + 1");
  CHECK(floor_div(h - 1, 2).text() == "floor((H - 1)/2)");
  CHECK((floor_div(h, 2) + 1).text() == "floor(H/2) + 1");
  CHECK(to_string(SymShape{n, 32, floor_div(h, 2)}) == "N×32×floor(H/2)");
  CHECK(to_string(SymShape{n + 1, 3}) == "(N + 1)×3");
  CHECK(to_string(SymShape{}) == "scalar");
}

TEST_CASE("dim: parsing") {
  CHECK(parse_dim("28") == Dim(28));
  CHECK(parse_dim("floor(H/2)+1") == floor_div(h, 2) + 1);
  CHECK(parse_dim(" 2 * N ") == n * 2);
  CHECK(parse_dim("floor(1 - H/2)") == floor_div(Dim(0) - h, 2) + 1);
  CHECK(parse_dim("ceil(H/2)") == ceil_div(h, 2));
  CHECK(parse_dim("H//2") == floor_div(h, 2));
  CHECK(parse_dim("floor") == Dim::symbol("floor"));
  CHECK(parse_dim("'a b'") == Dim::symbol("a b"));
  CHECK(parse_dim("dense_1.0:2") == Dim::symbol("dense_1.0:2"));
  for (const char* bad : {"", "2*", "N/2", "floor(N/2*2)", "(N", "N)", "max(N",
                          "99999999999999999999", "N M", "floor(N/2 + N/3)"})
    CHECK_THROWS_AS(parse_dim(bad), Error);
  CHECK_THROWS_AS(parse_dim(std::string(100000, '(')), Error);
  CHECK_THROWS_AS(parse_dim(std::string(100000, '-')), Error);
}

TEST_CASE("dim: overflow is an error") {
  CHECK_THROWS_AS(Dim(INT64_MAX) + 1, Error);
  CHECK_THROWS_AS(n * INT64_MAX * 2, Error);
}

TEST_CASE("dim: random expressions keep their value and survive their text") {
  Random r(7, 0);
  const auto pick = [&](std::int64_t k) {
    return static_cast<int>(r.below(static_cast<std::uint64_t>(k)));
  };
  for (int round = 0; round < 3000; ++round) {
    const Bindings b{{"N", pick(9)}, {"H", pick(50)}};
    std::vector<std::pair<Dim, std::int64_t>> pool{
        {n, b.at("N")}, {h, b.at("H")}, {3, 3}, {-2, -2}, {0, 0}};
    for (int step = 0; step < 8; ++step) {
      const auto [x, xv] =
          pool[static_cast<std::size_t>(pick(static_cast<std::int64_t>(pool.size())))];
      const auto [y, yv] =
          pool[static_cast<std::size_t>(pick(static_cast<std::int64_t>(pool.size())))];
      const std::int64_t c = pick(5) + 1;
      switch (pick(6)) {
        case 0:
          pool.emplace_back(x + y, xv + yv);
          break;
        case 1:
          pool.emplace_back(x - y, xv - yv);
          break;
        case 2:
          if (std::abs(xv) < 10000 && std::abs(yv) < 10000) pool.emplace_back(x * y, xv * yv);
          break;
        case 3:
          pool.emplace_back(floor_div(x, c), (xv - ((xv % c) + c) % c) / c);
          break;
        case 4:
          pool.emplace_back(max(x, y), std::max(xv, yv));
          break;
        default:
          pool.emplace_back(min(x, y), std::min(xv, yv));
          break;
      }
      const auto& [d, v] = pool.back();
      CAPTURE(d.text());
      REQUIRE(d.evaluate(b) == v);
      REQUIRE(parse_dim(d.text()) == d);
    }
  }
}
