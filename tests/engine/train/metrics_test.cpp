// SPDX-License-Identifier: Apache-2.0
#include "engine/train/metrics.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "engine/base/message.h"

using namespace espalier;

TEST_CASE("accuracy and confusion of classes") {
  MetricSums sums(3);
  const std::vector<float> scores{3, 1, 0, 0, 5, 1, 1, 0, 2};
  const std::vector<std::int64_t> targets{0, 1, 0};
  sums.add_classes(0.5, 3, scores, targets, {3, 3});
  CHECK(sums.last_accuracy() == doctest::Approx(2.0 / 3));
  const Metrics m = sums.result();
  CHECK(m.at("loss") == doctest::Approx(0.5));
  CHECK(m.at("accuracy") == doctest::Approx(2.0 / 3));
  const Confusion c = sums.confusion();
  CHECK(c[0][0] == 1);
  CHECK(c[0][2] == 1);
  CHECK(c[1][1] == 1);
}

TEST_CASE("batches count by their samples") {
  MetricSums sums(2);
  sums.add_classes(1.0, 3, std::vector<float>{1, 0, 1, 0, 1, 0}, std::vector<std::int64_t>{0, 0, 0},
                   {3, 2});
  sums.add_classes(5.0, 1, std::vector<float>{1, 0}, std::vector<std::int64_t>{1}, {1, 2});
  CHECK(sums.result().at("loss") == doctest::Approx(2.0));
  CHECK(sums.result().at("accuracy") == doctest::Approx(0.75));
}

TEST_CASE("scores with positions, NaN, labels out of range") {
  MetricSums sums(2);
  const float nan = std::numeric_limits<float>::quiet_NaN();
  // [1, 2, 2]: class 0 of both positions, then class 1.
  sums.add_classes(0, 1, std::vector<float>{1, nan, 0, 2}, std::vector<std::int64_t>{0, 1},
                   {1, 2, 2});
  CHECK(sums.result().at("accuracy") == doctest::Approx(1));
  sums.add_classes(0, 2, std::vector<float>{1, 0, 1, 0}, std::vector<std::int64_t>{7, -1}, {2, 2});
  CHECK(sums.result().at("accuracy") == doctest::Approx(1));
}

TEST_CASE("values give the mean absolute error") {
  MetricSums sums;
  sums.add_values(0.25, 2, std::vector<float>{1, 2}, std::vector<float>{1.5F, 4});
  CHECK(sums.result().at("mae") == doctest::Approx(1.25));
  CHECK(std::isnan(sums.last_accuracy()));
  CHECK(sums.confusion().empty());
}

TEST_CASE("saved and loaded sums end with the same figures to the bit") {
  MetricSums a(3);
  for (int i = 0; i < 50; ++i)
    a.add_classes(0.1 * i / 3, 1, std::vector<float>{0, 1.0F * i, 3},
                  std::vector<std::int64_t>{i % 3}, {1, 3});
  MetricSums b(3);
  b.load(a.save());
  a.add_loss(1.0 / 3, 7);
  b.add_loss(1.0 / 3, 7);
  CHECK(a.result().at("loss") == b.result().at("loss"));
  CHECK(a.confusion() == b.confusion());
  MetricSums other(4);
  CHECK_THROWS_AS(other.load(a.save()), Error);
  CHECK_THROWS_AS(b.load("not json"), Error);
}
