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
};
FileWithData open_with_data(const std::string& file, const std::string& lender);

// Applies "PATH=VALUE" settings. Throws Error on a wrong one.
void apply_settings(Project& project, const std::vector<std::string>& settings);

}  // namespace espalier::cli
