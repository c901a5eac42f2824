// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <cstdlib>

#include "engine/base/file.h"
#include "engine/base/philox.h"
#include "engine/train/trainer.h"

namespace espalier {
namespace {

fs::path user_data() {
  if (const char* xdg = std::getenv("XDG_DATA_HOME"); xdg && *xdg)
    return fs::path(xdg) / "espalier";
  if (const char* home = std::getenv("HOME"); home && *home)
    return fs::path(home) / ".local/share/espalier";
  return fs::temp_directory_path() / "espalier";
}

}  // namespace

fs::path run_folder(const fs::path& project) {
  std::error_code error;
  const fs::path whole = fs::absolute(project, error);
  const fs::path beside = whole.parent_path() / (whole.stem().string() + ".runs");
  if (fs::is_directory(beside, error) ? access(beside.c_str(), W_OK) == 0
                                      : access(whole.parent_path().c_str(), W_OK) == 0)
    return beside;
  return user_data() / "runs" /
         fmt::format("{}-{:016x}", whole.stem().string(), stable_hash(whole.string()));
}

}  // namespace espalier
