// SPDX-License-Identifier: Apache-2.0
//
// What may and what may not change before a run goes on.
#include <doctest/doctest.h>

#include "tests/engine/train/runs.h"

using namespace espalier;
using test::Folder;
using test::has;
using test::Log;
using test::refusal;
using test::run;

TEST_CASE("resuming something else is refused by the names of what differs") {
  const Folder folder("refused");
  Project p = test::points_project(folder.path);
  CHECK(has(refusal(p, folder.path, true), "no checkpoint to resume from"));
  Log log;
  run(p, folder.path, log);
  p.training.optimizer.lr = 0.5;
  p.data.validation_fraction = 0.3;
  const std::string reason = refusal(p, folder.path, true);
  CHECK(has(reason, "training.optimizer.lr: 0.01 → 0.5"));
  CHECK(has(reason, "data.validation_fraction: 0.2 → 0.3"));
  CHECK_FALSE(has(reason, "training.batch_size"));
  Project other = test::points_project(folder.path);
  other.network.graph.set_attribute(other.network.graph.find("fc1")->id, "units",
                                    AttrValue(std::int64_t{8}));
  CHECK(has(refusal(other, folder.path, true), "another drawing"));
}

TEST_CASE("more epochs go on, under every schedule") {
  for (const char* schedule : {"constant", "step", "cosine"}) {
    CAPTURE(schedule);
    const Folder folder("more");
    Project p = test::points_project(folder.path);
    p.training.schedule.name = schedule;
    Log first, second;
    run(p, folder.path, first);
    p.training.epochs += 2;
    CHECK(run(p, folder.path, second, true).state == RunState::finished);
    REQUIRE(second.epochs.size() == 2);
    CHECK(second.epochs.back().epoch + 1 == p.training.epochs);
    // Along the cosine of the new total, not at the old one's end.
    CHECK(second.points.front().learning_rate > 0);
  }
}

TEST_CASE("what does not change a step may change") {
  const Folder folder("free");
  Project p = test::points_project(folder.path);
  Log first, second;
  run(p, folder.path, first);
  p.training.epochs = 5;
  p.training.threads = 2;
  p.training.isa = "plain";
  p.training.checkpoint.every_steps = 3;
  CHECK(run(p, folder.path, second, true).state == RunState::finished);
}
