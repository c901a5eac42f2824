// SPDX-License-Identifier: Apache-2.0
#include "engine/train/run_store.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <cmath>
#include <fstream>

#include "engine/base/file.h"

using namespace espalier;

namespace {
struct Folder {
  fs::path path = fs::temp_directory_path() / ("espalier-runs-test-" + std::to_string(getpid()));
  Folder() { fs::create_directories(path); }
  ~Folder() { fs::remove_all(path); }
};
}  // namespace

TEST_CASE("runs keep settings, drawing, epochs and steps") {
  const Folder folder;
  std::int64_t id = 0;
  {
    RunStore store(folder.path / "runs.sqlite");
    RunRecord run;
    run.state = "running";
    run.settings = "{\"training.epochs\":3}";
    run.drawing = "{\"format\":1}";
    id = store.begin(run);
    store.add_steps(id, {{0, 2.5F, 0.1F, 1e-3F}, {1, NAN, NAN, 1e-3F}});
    store.add_epoch(id, {0, 2, 1.5, {{"loss", 2.0}, {"accuracy", 0.5}}, {{"loss", NAN}}});
    run.id = id;
    run.state = "finished";
    run.test = {{"accuracy", 0.9}};
    store.update(run);
  }
  const RunStore store(folder.path / "runs.sqlite");
  REQUIRE(store.runs().size() == 1);
  const RunRecord run = store.run(id);
  CHECK(run.state == "finished");
  CHECK(run.drawing == "{\"format\":1}");
  CHECK(run.test.at("accuracy") == 0.9);
  CHECK(run.started.size() == 20);
  const auto steps = store.steps(id);
  REQUIRE(steps.size() == 2);
  CHECK(steps[0].loss == 2.5F);
  CHECK(std::isnan(steps[1].loss));
  const auto epochs = store.epochs(id);
  REQUIRE(epochs.size() == 1);
  CHECK(epochs[0].train.at("accuracy") == 0.5);
  CHECK(std::isnan(epochs[0].validation.at("loss")));
}

TEST_CASE("a resumed run writes what came after the checkpoint again") {
  const Folder folder;
  RunStore store(folder.path / "runs.sqlite");
  const std::int64_t id = store.begin({});
  store.add_steps(id, {{0, 1, 0, 0}, {1, 1, 0, 0}, {2, 1, 0, 0}});
  store.add_epoch(id, {0, 2, 1, {}, {}});
  store.add_epoch(id, {1, 4, 1, {}, {}});
  store.rewind(id, 2);
  CHECK(store.steps(id).size() == 2);
  CHECK(store.epochs(id).size() == 1);
  store.remove(id);
  CHECK(store.steps(id).empty());
  CHECK_THROWS_AS(store.run(id), Error);
}

TEST_CASE("a file that is no history is refused by name and left alone") {
  const Folder folder;
  std::ofstream(folder.path / "other.sqlite") << std::string(5000, 'x');
  try {
    const RunStore store(folder.path / "other.sqlite");
    FAIL("accepted");
  } catch (const Error& e) {
    CHECK(std::string(e.what()).find("other.sqlite") != std::string::npos);
  }
  CHECK(fs::file_size(folder.path / "other.sqlite") == 5000);
}
