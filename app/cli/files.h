// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/project/project.h"

namespace espalier::cli {

// A project or ONNX file, with the data of another project where one lends them.
struct FileWithData {
  Project project;
  std::filesystem::path data_path;  // of the project that the data's paths are relative to
  std::vector<Message> warnings;
  bool onnx = false;
  bool untrained = false;  // parameters have initial values; known where weights are needed
};
enum class Weights { needed, welcome };
// Where weights are needed: throws Error if those that a project names are not all there, and warns
// of parameters that were never trained.
FileWithData open_with_data(const std::string& file, const std::string& lender, Weights weights);

// Applies "PATH=VALUE" settings. Throws UsageError on a wrong one.
void apply_settings(Project& project, const std::vector<std::string>& settings);

// Throws Error where writing `output` would replace a file that the command reads, or, without
// `force`, any file.
void refuse_to_replace(const std::filesystem::path& output,
                       const std::vector<std::filesystem::path>& inputs, bool force);

}  // namespace espalier::cli
