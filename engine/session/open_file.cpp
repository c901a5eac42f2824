// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "engine/data/dataset.h"
#include "engine/onnx/onnx.h"
#include "engine/project/project_file.h"
#include "engine/session/operations.h"

namespace espalier {
namespace {

std::vector<Message> warnings_of(const ImportReport& report) {
  std::vector<Message> list = report.notes;
  for (const auto& [op, n] : report.unknown)
    list.push_back(
        n == 1
            ? message(ESP_TEXT("engine",
                               "operator {} is not supported; its layer is kept but cannot run"),
                      op)
            : message(ESP_TEXT("engine",
                               "operator {} ({} times) is not supported; its layers are kept but "
                               "cannot run"),
                      op, n));
  return list;
}

}  // namespace

OpenedFile open_file(const std::filesystem::path& file) {
  OpenedFile opened;
  if (file.extension() == ".onnx") {
    ImportedModel model = import_onnx(file);
    opened.onnx = true;
    opened.warnings = warnings_of(model.report);
    opened.project.network = std::move(model.network);
    opened.project.weights = std::move(model.weights);
    return opened;
  }
  LoadedProject loaded = load_project(file);
  opened.project = std::move(loaded.project);
  opened.warnings = std::move(loaded.warnings);
  opened.weights_problem = std::move(loaded.weights_problem);
  return opened;
}

Preprocessing preprocessing_of(const Project& project, const std::filesystem::path& path) {
  Preprocessing p;
  if (project.data.train.samples.empty()) return p;
  try {
    const auto data = open_dataset(project.data, path.has_parent_path() ? path.parent_path() : ".");
    const InputFormat& format = data->input_format();
    p.json = nlohmann::json{{"shape", format.shape},
                            {"raw", format.bytes ? "uint8" : "float32"},
                            {"formula", "input = raw * scale + offset, channel by channel"},
                            {"scale", format.scaling.scale},
                            {"offset", format.scaling.offset}}
                 .dump();
    for (const Column& c : data->columns())
      if (c.is_target) p.classes = c.class_names;
  } catch (const Error&) {
    // Data that are not at hand do not keep a network from being shipped.
  }
  return p;
}

}  // namespace espalier
