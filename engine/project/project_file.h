// SPDX-License-Identifier: Apache-2.0
//
// The project file `name.espalier`: JSON with a format number, and beside it the weights as
// `name.weights-<generation>.safetensors`. Weights are written first; the rename of the JSON commits;
// generations that nothing refers to are removed afterwards. Schema: resources/project.schema.json.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/file.h"
#include "engine/base/message.h"
#include "engine/project/project.h"

namespace espalier {

// Version of the file's format. Files of older versions are migrated when read; newer ones are
// refused without harm.
inline constexpr int project_format = 1;

// What a file was when it was read or written, to notice that another program changed it, and to
// write weights only when they changed.
struct FileStamp {
  std::uint64_t size = 0;
  std::uint64_t hash = 0;          // of the content
  int generation = 0;              // of the weights in use; 0: none
  std::uint64_t weight_names = 0;  // hash of the names in the weights file
  WeightSet weights;               // what that generation holds
  struct Version {
    int generation = 0;
    WeightSet weights;
    std::uint64_t names = 0;
  };
  std::vector<Version> versions;
  std::vector<int> keep;  // generations that could not be read whole: a save leaves them alone
};

struct LoadedProject {
  Project project;
  FileStamp stamp;
  std::vector<Message> warnings;  // what was left out: weights of another shape …
  // Why the weights that the file names are not all there, with the cure; empty: they are. Such a
  // project can be drawn and trained, but neither judged nor shipped.
  Message weights_problem;
};

// Throws Error on anything that cannot be a project, naming file, place, expected and got.
LoadedProject load_project(const fs::path& path);

// Saves, with a lock against other programs. Throws Error (and leaves the old project intact) where the disk refuses, another program
// holds the file, or, unless `stamp` is null, the file is no longer what the stamp says. Returns the
// new stamp. To save under another name give no stamp.
FileStamp save_project(const Project& project, const fs::path& path, const FileStamp* stamp);

// Whether the file on disk is another one than the stamp says (or gone). Compares contents: clocks are
// too coarse to tell two quick saves apart.
bool changed_on_disk(const fs::path& path, const FileStamp& stamp);

// The JSON text without weights, for autosave, comparing and tests.
std::string project_text(const Project& project);
LoadedProject project_from_text(std::string_view text, const std::string& origin);

}  // namespace espalier
