// SPDX-License-Identifier: Apache-2.0
#include "engine/train/learning_rate.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace espalier;

namespace {
TrainingSettings with(const char* schedule) {
  TrainingSettings t;
  t.optimizer.lr = 0.1;
  t.epochs = 10;
  t.schedule.name = schedule;
  return t;
}
}  // namespace

TEST_CASE("constant stays") {
  CHECK(learning_rate(with("constant"), 0, 100) == doctest::Approx(0.1));
  CHECK(learning_rate(with("constant"), 999, 100) == doctest::Approx(0.1));
}

TEST_CASE("step drops by gamma every step_size epochs") {
  TrainingSettings t = with("step");
  t.schedule.step_size = 3;
  t.schedule.gamma = 0.5;
  CHECK(learning_rate(t, 299, 100) == doctest::Approx(0.1));
  CHECK(learning_rate(t, 300, 100) == doctest::Approx(0.05));
  CHECK(learning_rate(t, 900, 100) == doctest::Approx(0.0125));
}

TEST_CASE("cosine goes from lr to the minimum") {
  TrainingSettings t = with("cosine");
  t.schedule.minimum = 0.01;
  CHECK(learning_rate(t, 0, 100) == doctest::Approx(0.1));
  CHECK(learning_rate(t, 500, 100) == doctest::Approx(0.055));
  CHECK(learning_rate(t, 1000, 100) == doctest::Approx(0.01));
  CHECK(learning_rate(t, 5000, 100) == doctest::Approx(0.01));
}

TEST_CASE("warm-up rises linearly, then the schedule begins") {
  TrainingSettings t = with("cosine");
  t.schedule.warmup_epochs = 1;
  CHECK(learning_rate(t, 0, 100) == doctest::Approx(0.001));
  CHECK(learning_rate(t, 99, 100) == doctest::Approx(0.1));
  CHECK(learning_rate(t, 100, 100) == doctest::Approx(0.1));
  t.schedule.warmup_steps = 200;
  CHECK(learning_rate(t, 99, 100) == doctest::Approx(0.05));
}
