// SPDX-License-Identifier: Apache-2.0
//
// A device that fails in the middle of a run: the CPU goes on from the last good state.
#include "tests/engine/backends/gpu/injected_driver.h"
#include "tests/engine/train/runs.h"

using namespace espalier;
using espalier::testing::injection;
using test::Folder;
using test::has;
using test::Log;
using test::run;

TEST_CASE("a device that fails in mid-run hands over to the CPU") {
  const Folder folder("lost");
  Project p = test::points_project(folder.path, 300);
  p.training.checkpoint.every_steps = 3;
  Log on_cpu;
  run(p, folder.path, on_cpu);
  p.training.device = "injected:0";
  for (const int after : {0, 60, 150}) {
    CAPTURE(after);
    injection = {};
    injection.launches = after;
    Log log;
    const TrainResult result = run(p, folder.path, log);
    CHECK(injection.launches == 0);
    CHECK(result.state == RunState::finished);
    REQUIRE(log.told.size() == 1);
    CHECK(has(log.told[0], "the device was lost"));
    CHECK(has(log.told[0], "The run goes on on the CPU from step"));
    // Every step once, as if nothing had happened.
    REQUIRE(log.points.size() == on_cpu.points.size());
    for (std::size_t i = 0; i < log.points.size(); ++i) {
      CHECK(log.points[i].step == on_cpu.points[i].step);
      CHECK(log.points[i].loss == doctest::Approx(on_cpu.points[i].loss).epsilon(1e-3));
    }
    CHECK(log.epochs.size() == on_cpu.epochs.size());
  }
  injection = {};
}

TEST_CASE("a device that cannot begin leaves the run to the CPU") {
  const Folder folder("refused");
  Project p = test::points_project(folder.path, 100);
  p.training.device = "injected:0";
  for (const bool memory : {true, false}) {
    injection = {};
    (memory ? injection.allocations : injection.builds) = 1;
    Log log;
    CHECK(run(p, folder.path, log).state == RunState::finished);
    REQUIRE(log.told.size() == 1);
    CHECK(has(log.told[0], memory ? "no memory is left" : "its compiler says"));
    CHECK(has(log.told[0], "The run uses the CPU instead"));
  }
  injection = {};
}
