// SPDX-License-Identifier: Apache-2.0
#include "app/cli/files.h"

#include "app/cli/commands.h"
#include "engine/project/project_file.h"
#include "engine/session/check.h"

namespace espalier::cli {

FileWithData open_with_data(const std::string& file, const std::string& lender, Weights weights) {
  OpenedFile opened = open_file(file);
  FileWithData f{std::move(opened.project), file, std::move(opened.warnings), opened.onnx};
  if (weights == Weights::needed) {
    if (!opened.weights_problem.empty()) throw Error(opened.weights_problem);
    Message m = untrained(f.project);
    f.untrained = !m.empty();
    if (f.untrained) f.warnings.push_back(std::move(m));
  }
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
      throw UsageError(ESP_TEXT("engine", "--set {}: expected PATH=VALUE, as training.epochs=3"),
                       s);
    try {
      set_by_path(project, s.substr(0, equals), s.substr(equals + 1));
    } catch (const Error& e) {
      throw UsageError(e.message());
    }
  }
}

void refuse_to_replace(const fs::path& output, const std::vector<fs::path>& inputs, bool force) {
  std::error_code ignored;
  if (!fs::exists(output, ignored)) return;
  for (const fs::path& input : inputs)
    if (fs::equivalent(output, input, ignored))
      throw Error(
          ESP_TEXT("engine",
                   "{}: is what this command reads; choose another name for what it writes"),
          output.string());
  if (!force)
    throw Error(
        ESP_TEXT("engine", "{}: is there already; choose another name, or replace it with --force"),
        output.string());
}

}  // namespace espalier::cli
