// SPDX-License-Identifier: Apache-2.0
#include "engine/project/project_json.h"

#include "engine/project/graph_json.h"
#include "engine/project/layout_json.h"
#include "engine/project/project_file.h"
#include "engine/project/quantization_json.h"
#include "engine/project/settings.h"

namespace espalier {

// ---- settings

namespace {

// The member of a document at a dotted path, made where it is missing.
Json& member_at(Json& document, std::string_view path) {
  Json* at = &document;
  while (true) {
    const std::size_t dot = path.find('.');
    at = &(*at)[std::string(path.substr(0, dot))];
    if (dot == std::string_view::npos) return *at;
    path.remove_prefix(dot + 1);
  }
}

Json value_json(const SettingValue& value) {
  return std::visit([](const auto& v) { return Json(v); }, value);
}

SettingValue value_from(const Setting& s, const JsonValue& v) {
  switch (s.type) {
    case SettingType::integer:
      return v.integer();
    case SettingType::real:
      return v.real();
    case SettingType::flag:
      return v.flag();
    case SettingType::text:
      return v.text();
    case SettingType::reals: {
      std::vector<double> list(v.array_size(100'000));
      for (std::size_t i = 0; i < list.size(); ++i) list[i] = v.at(i).real();
      return list;
    }
    case SettingType::texts: {
      std::vector<std::string> list(v.array_size(100'000));
      for (std::size_t i = 0; i < list.size(); ++i) list[i] = v.at(i).text();
      return list;
    }
  }
  return {};
}

bool is_section(const std::string& path) {
  for (const Setting& s : all_settings()) {
    if (s.path.size() > path.size() && s.path.starts_with(path) && s.path[path.size()] == '.')
      return true;
  }
  return false;
}

// Reads the settings below `path`; sections are objects in objects.
void settings_from(const JsonValue& value, const std::string& path, Project& project) {
  value.require_object();
  for (const auto& [name, json] : value.json().items()) {
    const JsonValue member(json, joined_place(value.place(), name), value.origin());
    const std::string inner = path + "." + name;
    if (is_section(inner)) {
      settings_from(member, inner, project);
    } else if (const Setting* s = find_setting(inner)) {
      try {
        set_setting(project, *s, value_from(*s, member));
      } catch (const Error& e) {
        throw Error(ESP_TEXT("engine", "{}: {}"), value.origin(), e.message());
      }
    } else {
      project.unknown[member.place()] = dumped(json);
    }
  }
}

}  // namespace

Json settings_json(const Project& project) {
  Json json = {{"training", Json::object()}, {"data", Json::object()}};
  for (const Setting& s : all_settings()) member_at(json, s.path) = value_json(s.get(project));
  return json;
}

// ---- the document

namespace {

Json weights_json(int generation) { return {{"generation", generation}}; }

int generation_from(JsonObject& object) {
  return static_cast<int>(object.get("generation").integer(1, INT32_MAX));
}

void groups_from(JsonObject& root, Project& project) {
  if (!root.has("groups")) return;
  const JsonValue all = root.get("groups");
  all.require_object();
  for (const auto& [name, json] : all.json().items()) {
    const JsonValue place(json, joined_place(all.place(), name), all.origin());
    if (name.empty() || name.size() > 1000 || name.find('/') != std::string::npos) {
      place.fail(message(ESP_TEXT("engine", "a group's name is not empty and has no '/'.")));
    }
    JsonObject object(place, &project.unknown);
    GroupDef& group = project.network.groups[name];
    group.help = object.text("help", "");
    group.graph = graph_from_json(object.get("graph"), &project.unknown);
    object.finish();
  }
}

// Cards of layers that are not there are dropped.
void keep_existing(SheetLayout& sheet, const Graph& graph) {
  std::erase_if(sheet.cards, [&](const auto& c) { return !graph.contains(c.first); });
  std::erase_if(sheet.knots, [&](const auto& k) { return !graph.contains(k.first.node); });
}

void layout_from(JsonObject& root, Project& project) {
  if (!root.has("layout")) return;
  const JsonValue all = root.get("layout");
  all.require_object();
  for (const auto& [name, json] : all.json().items()) {
    const auto group = project.network.groups.find(name);
    if (!name.empty() && group == project.network.groups.end()) continue;
    SheetLayout& sheet = project.layout.sheets[name];
    sheet = sheet_from_json(JsonValue(json, joined_place(all.place(), name), all.origin()),
                            &project.unknown);
    keep_existing(sheet, name.empty() ? project.network.graph : group->second.graph);
  }
}

void weights_from(JsonObject& root, Project& project, WeightRefs& weights) {
  if (root.has("weights")) {
    JsonObject object(root.get("weights"), &project.unknown);
    weights.current = generation_from(object);
    object.finish();
  }
  if (!root.has("versions")) return;
  const JsonValue versions = root.get("versions");
  weights.versions.resize(versions.array_size(10'000));
  for (std::size_t i = 0; i < weights.versions.size(); ++i) {
    JsonObject object(versions.at(i), nullptr);
    weights.versions[i].label = object.text("label", "");
    weights.versions[i].generation = generation_from(object);
  }
}

}  // namespace

Json project_json(const Project& project, const WeightRefs& weights) {
  Json json = settings_json(project);
  json["espalier"] = project_format;
  json["graph"] = to_json(project.network.graph);
  for (const auto& [name, group] : project.network.groups) {
    Json& g = json["groups"][name];
    g["graph"] = to_json(group.graph);
    if (!group.help.empty()) g["help"] = group.help;
  }
  if (!project.notes.empty()) json["notes"] = project.notes;
  if (!project.quantization.empty()) json["quantization"] = to_json(project.quantization);
  if (weights.current != 0) json["weights"] = weights_json(weights.current);
  for (const auto& v : weights.versions) {
    json["versions"].push_back(weights_json(v.generation));
    json["versions"].back()["label"] = v.label;
  }
  for (const auto& [name, sheet] : project.layout.sheets) json["layout"][name] = to_json(sheet);
  restore_unknown(json, project.unknown);
  return json;
}

Project project_from_json(const Json& document, const std::string& origin, WeightRefs& weights) {
  Project project;
  JsonObject root(JsonValue(document, "", origin), &project.unknown);
  (void)root.has("espalier");
  project.notes = root.text("notes", "", 10'000'000);
  project.network.graph = graph_from_json(root.get("graph"), &project.unknown);
  groups_from(root, project);
  layout_from(root, project);
  if (root.has("training")) settings_from(root.get("training"), "training", project);
  if (root.has("data")) settings_from(root.get("data"), "data", project);
  if (root.has("quantization"))
    project.quantization = quantization_from_json(root.get("quantization"), &project.unknown);
  weights_from(root, project, weights);
  root.finish();
  return project;
}

}  // namespace espalier
