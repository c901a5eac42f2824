// SPDX-License-Identifier: Apache-2.0
//
// Runs that meet NaN or infinity, a history that cannot be used, or more memory than there is.
#include <doctest/doctest.h>

#include <cmath>

#include "engine/train/checkpoint.h"
#include "engine/train/history.h"
#include "engine/train/sqlite.h"
#include "tests/engine/train/runs.h"

using namespace espalier;
using test::Folder;
using test::has;
using test::Log;
using test::run;

namespace {

Project diverging(const Folder& folder, double rate) {
  Project p = test::points_project(folder.path, 300, "Relu");
  p.training.optimizer.name = "SGD";
  p.training.optimizer.lr = rate;
  return p;
}

}  // namespace

TEST_CASE("a NaN stops the run, names the layer and keeps the last good checkpoint") {
  const Folder folder("nan");
  Project p = diverging(folder, 1e30);
  p.training.checkpoint.every_steps = 1;
  Log log;
  const TrainResult result = run(p, folder.path, log);
  CHECK(result.state == RunState::failed);
  REQUIRE(log.end);
  CHECK(log.end->state == RunState::failed);
  CHECK_FALSE(log.end->layer.empty());
  CHECK(has(log.end->reason.text(), "the output of \"fc"));
  CHECK(has(log.end->reason.text(), "the last good checkpoint is kept"));
  const auto kept = load_checkpoint(run_folder(folder.path / "p.espalier") / last_checkpoint);
  REQUIRE(kept);
  CHECK(all_finite(kept->state));
  CHECK(all_finite(result.weights));
}

TEST_CASE("an update that overflows is found a step later, and undone") {
  const Folder folder("update");
  Project p = diverging(folder, 3e38);
  p.training.optimizer.weight_decay = 1000;
  Log log;
  const TrainResult result = run(p, folder.path, log);
  CHECK(result.state == RunState::failed);
  REQUIRE(log.end);
  CHECK(has(log.end->reason.text(), "step 0: the update of \"fc"));
  CHECK(has(log.end->reason.text(), "before its first checkpoint"));
  CHECK(all_finite(result.weights));
}

TEST_CASE("a run that is to go on leaves out the batches whose loss is no number") {
  const Folder folder("continue");
  Project p = diverging(folder, 1e30);
  p.training.on_non_finite = "continue";
  Log log;
  const TrainResult result = run(p, folder.path, log);
  CHECK(result.state == RunState::finished);
  CHECK(all_finite(result.weights));
  CHECK(std::isfinite(log.epochs.front().train.at("loss")));
  p.training.optimizer.lr = 3e38;
  p.training.optimizer.weight_decay = 1000;
  CHECK(all_finite(run(p, folder.path, log).weights));
}

TEST_CASE("samples a second count samples, not the size that a batch might have") {
  const Folder folder("rate");
  Project p = test::points_project(folder.path, 100);
  p.training.batch_size = 1000000;
  Log log;
  run(p, folder.path, log);
  REQUIRE(log.end);
  CHECK(log.end->samples_per_second * log.end->seconds < 4 * 80 * 1.01);
}

TEST_CASE("more memory than the machine has is refused before any is taken") {
  const Folder folder("memory");
  Project p = test::points_project(folder.path);
  p.network.graph.set_attribute(p.network.graph.find("fc1")->id, "units",
                                AttrValue(std::int64_t{1'000'000'000'000} / 1000));
  p.network.graph.set_attribute(p.network.graph.find("fc2")->id, "units",
                                AttrValue(std::int64_t{1000}));
  CHECK(has(test::refusal(p, folder.path, false), "GB of memory and cpu has"));
}

TEST_CASE("a damaged history is moved aside, and the run trains") {
  const Folder folder("damaged");
  const Project p = test::points_project(folder.path);
  const fs::path runs = run_folder(folder.path / "p.espalier");
  fs::create_directories(runs);
  write_text(runs / history_file, std::string(5000, 'x'));
  Log log;
  const TrainResult result = run(p, folder.path, log);
  CHECK(result.state == RunState::finished);
  REQUIRE(log.told.size() == 1);
  CHECK(has(log.told[0], "runs.sqlite.damaged"));
  CHECK(fs::file_size(runs / "runs.sqlite.damaged") == 5000);
  CHECK(RunStore(runs / history_file).run(result.run).state == "finished");
}

TEST_CASE("a history that fails on the way is told once and given up") {
  const Folder folder("failing");
  std::vector<std::string> told;
  History history(folder.path / history_file, [&](const Message& m) { told.push_back(m.text()); });
  RunRecord record;
  history.begin(record);
  CHECK(record.id == 1);
  sqlite::Database(folder.path / history_file).execute("DROP TABLE step");
  history.add_steps(record.id, {{0, 1, 0, 0}});
  history.add_epoch(record.id, {});
  history.update(record);
  CHECK_FALSE(history.go_on(record.id, 0));
  REQUIRE(told.size() == 1);
  CHECK(has(told[0], "The run goes on without a history"));
}

TEST_CASE("a full disk under the history is called one") {
  const Folder folder("full");
  sqlite::Database database(folder.path / history_file);
  database.execute("CREATE TABLE t(x); PRAGMA max_page_count = 2");
  try {
    database.execute("INSERT INTO t VALUES(zeroblob(100000))");
    FAIL("there was room");
  } catch (const Error& e) {
    CHECK(has(e.what(), "the disk is full"));
    CHECK_FALSE(has(e.what(), "Move the file away"));
  }
}
