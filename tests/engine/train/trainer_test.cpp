// SPDX-License-Identifier: Apache-2.0
#include "engine/train/trainer.h"

#include <doctest/doctest.h>

#include <cmath>

#include "engine/train/checkpoint.h"
#include "engine/train/run_store.h"
#include "tests/engine/train/runs.h"

using namespace espalier;
using test::Folder;
using test::Log;
using test::run;
using test::same;

TEST_CASE("a run learns, reports every step and leaves a history") {
  const Folder folder("trainer");
  Project p = test::points_project(folder.path, 600);
  p.training.epochs = 40;
  Log log;
  const TrainResult result = run(p, folder.path, log);
  CHECK(result.state == RunState::finished);
  REQUIRE(log.epochs.size() == 40);
  CHECK(log.points.size() == 40 * 15);
  CHECK(log.epochs.back().train.at("loss") < log.epochs.front().train.at("loss"));
  CHECK(log.epochs.back().validation.at("accuracy") > 0.85);
  const RunStore history(run_folder(folder.path / "p.espalier") / history_file);
  REQUIRE(history.runs().size() == 1);
  CHECK(history.runs()[0].state == "finished");
  CHECK(history.steps(result.run).size() == log.points.size());
  CHECK(history.epochs(result.run).size() == 40);
  CHECK_FALSE(history.run(result.run).drawing.empty());
}

TEST_CASE("the same bits at any number of threads, and others with another seed") {
  const Folder a("threads1"), b("threads2"), c("threads3");
  Project p = test::points_project(a.path);
  test::points_project(b.path);
  test::points_project(c.path);
  Log log;
  const WeightSet one = run(p, a.path, log).weights;
  p.training.threads = 3;
  CHECK(same(one, run(p, b.path, log).weights));
  p.training.seed = 9;
  CHECK_FALSE(same(one, run(p, c.path, log).weights));
}

TEST_CASE("a stopped and resumed run ends with the bits of one that was left alone") {
  const Folder alone("alone"), stopped("stopped");
  const Project p = test::points_project(alone.path);
  test::points_project(stopped.path);
  Log whole;
  const WeightSet expected = run(p, alone.path, whole).weights;
  TrainControl control;
  Log first;
  int steps = 0;
  const TrainListener stop_soon = [&](TrainEvent event) {
    if (auto* progress = std::get_if<TrainProgress>(&event))
      steps += static_cast<int>(progress->points.size());
    if (std::get_if<EpochDone>(&event)) control.stop = true;
    first.listener()(event);
  };
  CHECK(train({p, stopped.path / "p.espalier", false}, control, stop_soon).state ==
        RunState::stopped);
  Log second;
  const TrainResult resumed = run(p, stopped.path, second, true);
  CHECK(resumed.state == RunState::finished);
  CHECK(same(expected, resumed.weights));
  CHECK(second.epochs.size() == 3);
  CHECK(second.epochs.back().train.at("loss") == whole.epochs.back().train.at("loss"));
  const RunStore history(run_folder(stopped.path / "p.espalier") / history_file);
  CHECK(history.runs().size() == 1);
  CHECK(history.steps(resumed.run).size() == whole.points.size());
}

TEST_CASE("what does not fit is said with both shapes before anything runs") {
  const Folder folder("fit");
  Project p = test::points_project(folder.path);
  p.network.graph.set_attribute(p.network.graph.find("x")->id, "shape",
                                AttrValue(SymShape{Dim::symbol("N"), 3}));
  Log log;
  try {
    run(p, folder.path, log);
    FAIL("accepted");
  } catch (const Error& e) {
    const std::string text = e.what();
    MESSAGE(text);
    CHECK(text.find("x:") != std::string::npos);
    CHECK(text.find("N×3") != std::string::npos);
  }
}

TEST_CASE("a last batch of one") {
  const Folder folder("one");
  Project p = test::points_project(folder.path, 41);  // 33 for training: 32 and 1
  Log log;
  CHECK(run(p, folder.path, log).state == RunState::finished);
  CHECK(log.points.size() == 4 * 2);
}
