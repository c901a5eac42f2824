// SPDX-License-Identifier: Apache-2.0
#include "engine/session/unsaved_run.h"

#include <fmt/format.h>
#include <unistd.h>

#include "engine/base/message.h"
#include "engine/train/trainer.h"

namespace espalier {

namespace fs = std::filesystem;

fs::path unsaved_project() {
  const fs::path folder = fs::temp_directory_path() / fmt::format("espalier-{}", getpid());
  std::error_code error;
  fs::create_directories(folder, error);
  return folder / "unsaved.espalier";
}

void adopt_unsaved_run(const fs::path& project) {
  const fs::path from = run_folder(unsaved_project()), to = run_folder(project);
  std::error_code error;
  if (!fs::is_directory(from, error) || fs::exists(to, error)) return;
  fs::create_directories(to.parent_path(), error);
  fs::rename(from, to, error);
  if (!error) return;
  // Another file system: a copy, and what it was made of goes only when it is whole.
  error.clear();
  fs::copy(from, to, fs::copy_options::recursive, error);
  if (error) {
    std::error_code ignored;
    fs::remove_all(to, ignored);
    throw Error(ESP_TEXT("engine",
                         "{}: the run's checkpoints could not be moved here: {}. They are in {} "
                         "until the program ends"),
                to.string(), error.message(), from.string());
  }
  fs::remove_all(from, error);
}

void discard_unsaved_run() {
  std::error_code error;
  fs::remove_all(run_folder(unsaved_project()), error);
}

}  // namespace espalier
