// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/weights.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "engine/base/message.h"

using namespace espalier;

namespace {

struct Moments {
  double mean = 0, deviation = 0, least = 0, greatest = 0;
};

Moments moments(const Tensor& t) {
  Moments m;
  m.least = m.greatest = t.values<float>()[0];
  double squares = 0;
  for (const float x : t.values<float>()) {
    m.mean += x;
    squares += static_cast<double>(x) * x;
    m.least = std::min<double>(m.least, x);
    m.greatest = std::max<double>(m.greatest, x);
  }
  const auto n = static_cast<double>(t.count());
  m.mean /= n;
  m.deviation = std::sqrt(squares / n - m.mean * m.mean);
  return m;
}

}  // namespace

TEST_CASE("initialisers have the moments of torch.nn.init") {
  const Shape shape{64, 32, 3, 3};  // in 288, out 576
  struct Case {
    const char* kind;
    double gain, deviation, bound;  // bound 0: none
  };
  const double uniform = std::sqrt(3.0);
  for (const Case& c :
       {Case{"torch_default", 1, 1 / std::sqrt(288.0) / uniform, 1 / std::sqrt(288.0)},
        Case{"kaiming_uniform", 1, std::sqrt(2.0 / 288), std::sqrt(6.0 / 288)},
        Case{"kaiming_normal", 1, std::sqrt(2.0 / 288), 0},
        Case{"xavier_uniform", 2, 2 * std::sqrt(2.0 / 864), 2 * std::sqrt(6.0 / 864)},
        Case{"xavier_normal", 1, std::sqrt(2.0 / 864), 0}, Case{"uniform", 0.5, 0.5 / uniform, 0.5},
        Case{"normal", 0.02, 0.02, 0}}) {
    CAPTURE(c.kind);
    const Moments m = moments(initialize({c.kind, c.gain}, DType::float32, shape, 1, "1:W"));
    CHECK(std::abs(m.mean) < 0.03 * c.deviation);
    CHECK(m.deviation == doctest::Approx(c.deviation).epsilon(0.02));
    if (c.bound > 0) {
      CHECK(m.least >= -c.bound);
      CHECK(m.greatest <= c.bound);
      CHECK(m.greatest > 0.99 * c.bound);
    } else {
      CHECK(m.greatest > 3 * c.deviation);
    }
  }
  const Moments bias = moments(initialize({}, DType::float32, {10000}, 1, "1:B", {288, 64}));
  CHECK(bias.greatest == doctest::Approx(1 / std::sqrt(288.0)).epsilon(0.01));
}

TEST_CASE("constants, types and unknown kinds") {
  CHECK(initialize({"ones", 5}, DType::float32, {2}, 1, "k").values<float>()[1] == 1);
  CHECK(initialize({"zeros", 5}, DType::int64, {}, 1, "k").values<std::int64_t>()[0] == 0);
  CHECK(initialize({"constant", 5}, DType::float64, {1}, 1, "k").values<double>()[0] == 5);
  const auto half = [](DType t, double v) {
    std::uint16_t bits = 0;
    std::memcpy(&bits, initialize({"constant", v}, t, {1}, 1, "k").data(), 2);
    return bits;
  };
  CHECK(half(DType::float16, 1) == 0x3c00);
  CHECK(half(DType::float16, -2.5) == 0xc100);
  CHECK(half(DType::float16, 65504) == 0x7bff);
  CHECK(half(DType::float16, 1e6) == 0x7c00);
  CHECK(half(DType::float16, 5.9604645e-8) == 0x0001);
  CHECK(half(DType::float16, 6.1035156e-5) == 0x0400);
  CHECK(half(DType::bfloat16, 1) == 0x3f80);
  CHECK(half(DType::bfloat16, 3.140625) == 0x4049);
  CHECK_THROWS_AS(initialize({"magic", 1}, DType::float32, {1}, 1, "k"), Error);
  CHECK_THROWS_AS(initialize({"ones", 1}, DType::string, {1}, 1, "k"), Error);
}

TEST_CASE("a parameter depends on its seed and key only") {
  const auto draw = [](std::uint64_t seed, const char* key) {
    return initialize({"normal", 1}, DType::float32, {100}, seed, key);
  };
  CHECK(draw(1, "3:W").identical(draw(1, "3:W")));
  CHECK_FALSE(draw(1, "3:W").identical(draw(2, "3:W")));
  CHECK_FALSE(draw(1, "3:W").identical(draw(1, "4:W")));
}
