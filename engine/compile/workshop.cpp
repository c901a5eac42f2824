// SPDX-License-Identifier: Apache-2.0
#include "engine/compile/workshop.h"

#include <unistd.h>

#include "engine/base/message.h"

namespace espalier {

Workshop::Workshop(const fs::path& wish) : final_(fs::absolute(wish).lexically_normal()) {
  if (final_.filename().empty()) final_ = final_.parent_path();
  std::error_code error;
  if (fs::exists(final_, error) && !fs::is_empty(final_, error) &&
      !fs::exists(final_ / "manifest.json", error))
    throw Error(
        ESP_TEXT("engine",
                 "{}: this folder holds other things than a bundle; choose a new or empty one"),
        final_.string());
  work_ = final_.parent_path() / fmt::format(".{}.{}", final_.filename().string(), getpid());
  fs::remove_all(work_, error);
  fs::create_directories(work_, error);
  if (error)
    throw Error(ESP_TEXT("engine", "{}: cannot be created: {}; choose another folder"),
                final_.string(), error.message());
}

Workshop::~Workshop() {
  std::error_code error;
  fs::remove_all(work_, error);
}

void Workshop::finish() {
  std::error_code error;
  const fs::path old = work_.string() + ".old";
  if (fs::exists(final_, error)) fs::rename(final_, old, error);
  fs::rename(work_, final_, error);
  if (error) {
    const std::string reason = error.message();
    fs::rename(old, final_, error);
    throw Error(ESP_TEXT("engine", "{}: cannot be put in place: {}"), final_.string(), reason);
  }
  rescue(old);
  fs::remove_all(old, error);
}

// What lay in the former folder and is not of a bundle (a main.c, a build folder) stays.
void Workshop::rescue(const fs::path& old) const {
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(old, error))
    if (const fs::path place = final_ / entry.path().filename(); !fs::exists(place, error))
      fs::rename(entry.path(), place, error);
}

}  // namespace espalier
