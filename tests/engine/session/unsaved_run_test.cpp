// SPDX-License-Identifier: Apache-2.0
#include "engine/session/unsaved_run.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include "engine/base/file.h"
#include "engine/train/trainer.h"

using namespace espalier;

namespace {

struct Folder {
  fs::path path = fs::temp_directory_path() / ("unsaved-run-" + std::to_string(getpid()));
  Folder() { fs::create_directories(path); }
  ~Folder() {
    fs::remove_all(path);
    discard_unsaved_run();
  }
};

void train(const char* text) {
  const fs::path runs = run_folder(unsaved_project());
  fs::create_directories(runs);
  write_text(runs / last_checkpoint, text);
}

}  // namespace

TEST_CASE("a run from before the first save goes with the project") {
  const Folder folder;
  train("weights");
  const fs::path project = folder.path / "net.espalier";
  adopt_unsaved_run(project);
  CHECK(read_text(run_folder(project) / last_checkpoint) == "weights");
  CHECK(run_folder(project).parent_path() == folder.path);
  CHECK(!fs::exists(run_folder(unsaved_project())));
  adopt_unsaved_run(folder.path / "other.espalier");  // there is none any more
  CHECK(!fs::exists(run_folder(folder.path / "other.espalier")));
}

TEST_CASE("runs that a project has are never replaced by one of another") {
  const Folder folder;
  const fs::path project = folder.path / "net.espalier";
  fs::create_directories(run_folder(project));
  write_text(run_folder(project) / last_checkpoint, "its own");
  train("another");
  adopt_unsaved_run(project);
  CHECK(read_text(run_folder(project) / last_checkpoint) == "its own");
  discard_unsaved_run();
  CHECK(!fs::exists(run_folder(unsaved_project())));
}
