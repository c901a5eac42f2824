// SPDX-License-Identifier: Apache-2.0
#include "engine/train/conditions.h"

#include <nlohmann/json.hpp>

#include "engine/base/philox.h"
#include "engine/project/project_file.h"
#include "engine/project/settings.h"

namespace espalier {
namespace {

using OrderedJson = nlohmann::ordered_json;

bool may_differ(std::string_view path) {
  return path == "training.epochs" || path == "training.threads" || path == "training.device" ||
         path == "training.isa" || path.starts_with("training.checkpoint.");
}

OrderedJson value_of(const Setting& setting, const Project& project) {
  return std::visit([](const auto& v) { return OrderedJson(v); }, setting.get(project));
}

}  // namespace

std::string settings_text(const Project& project) {
  OrderedJson j;
  for (const Setting& s : all_settings()) j[s.path] = value_of(s, project);
  return j.dump();
}

std::string fingerprint_of(const Project& project) {
  Project drawing;
  drawing.network = project.network;
  std::string settings;
  for (const Setting& s : all_settings())
    if (!may_differ(s.path)) settings += s.path + "=" + value_of(s, project).dump() + "\n";
  return fmt::format("{:016x}", stable_hash(project_text(drawing) + settings));
}

std::string changed_settings(const std::string& before, const Project& now) {
  const OrderedJson old = OrderedJson::parse(before, nullptr, false);
  std::string changes;
  if (!old.is_object()) return changes;
  for (const Setting& s : all_settings()) {
    const OrderedJson value = value_of(s, now);
    if (may_differ(s.path) || !old.contains(s.path) || old[s.path] == value) continue;
    changes += fmt::format("{}{}: {} → {}", changes.empty() ? "" : "; ", s.path, old[s.path].dump(),
                           value.dump());
  }
  return changes;
}

}  // namespace espalier
