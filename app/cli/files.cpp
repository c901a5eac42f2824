// SPDX-License-Identifier: Apache-2.0
#include "app/cli/files.h"

#include "engine/project/project_file.h"
#include "engine/session/operations.h"

namespace espalier::cli {

FileWithData open_with_data(const std::string& file, const std::string& lender) {
  OpenedFile opened = open_file(file);
  FileWithData f{std::move(opened.project), file, std::move(opened.warnings)};
  if (!lender.empty()) {
    const LoadedProject other = load_project(lender);
    f.project.data = other.project.data;
    if (opened.onnx) f.project.training = other.project.training;
    f.data_path = lender;
  }
  return f;
}

void apply_settings(Project& project, const std::vector<std::string>& settings) {
  for (const std::string& s : settings) {
    const std::size_t equals = s.find('=');
    if (equals == std::string::npos || equals == 0)
      throw Error(ESP_TEXT("engine", "--set {}: expected PATH=VALUE, as training.epochs=3"), s);
    set_by_path(project, s.substr(0, equals), s.substr(equals + 1));
  }
}

}  // namespace espalier::cli
