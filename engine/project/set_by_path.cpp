// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "engine/graph/op.h"
#include "engine/project/settings.h"
#include "engine/project/value_text.h"

namespace espalier {

namespace {

[[noreturn]] void expected(std::string_view path, const char* format, std::string_view got) {
  throw Error(format, path, got.empty() ? "\"\"" : got);
}

template <class T>
T given(std::optional<T> v, std::string_view path, const char* format, std::string_view text) {
  if (!v) expected(path, format, text);
  return *std::move(v);
}

constexpr const char* whole = ESP_TEXT("engine", "{}: expected a whole number, got {}.");
constexpr const char* number = ESP_TEXT("engine", "{}: expected a number, got {}.");
constexpr const char* flag = ESP_TEXT("engine", "{}: expected true or false, got {}.");

std::vector<double> reals(std::string_view path, std::string_view text) {
  std::vector<double> list;
  for (const std::string& part : list_from_text(text)) {
    list.push_back(given(real_from_text(part), path, number, part));
  }
  return list;
}

}  // namespace

SettingValue parse_setting(const Setting& s, std::string_view text) {
  switch (s.type) {
    case SettingType::integer:
      return given(integer_from_text(text), s.path, whole, text);
    case SettingType::real:
      return given(real_from_text(text), s.path, number, text);
    case SettingType::flag:
      return given(flag_from_text(text), s.path, flag, text);
    case SettingType::text:
      return std::string(text);
    case SettingType::reals:
      return reals(s.path, text);
    case SettingType::texts:
      return list_from_text(text);
  }
  return {};
}

namespace {

AttrValue parse_attribute(const AttrSpec& spec, std::string_view path, std::string_view text) {
  switch (spec.type) {
    case AttrType::integer:
      return given(integer_from_text(text), path, whole, text);
    case AttrType::real:
      return given(real_from_text(text), path, number, text);
    case AttrType::flag:
      return given(flag_from_text(text), path, flag, text);
    case AttrType::text:
      return std::string(text);
    case AttrType::integers: {
      std::vector<std::int64_t> list;
      for (const std::string& part : list_from_text(text)) {
        list.push_back(given(integer_from_text(part), path, whole, part));
      }
      return list;
    }
    case AttrType::reals:
      return reals(path, text);
    case AttrType::texts:
      return list_from_text(text);
    case AttrType::shape:
      return parse_shape(text);
    case AttrType::tensor:
    case AttrType::graph:
      break;
  }
  throw Error(ESP_TEXT("engine", "{}: a tensor or graph cannot be given as a text."), path);
}

std::string names_of(const OpSpec& op) {
  std::string all;
  for (const AttrSpec& a : op.attributes) all += (all.empty() ? "" : ", ") + std::string(a.name);
  return all.empty() ? "none" : all;
}

// "layers.NAME.ATTRIBUTE" or "layers.GROUP/NAME.ATTRIBUTE"; names may contain dots.
void set_layer(Project& project, std::string_view path, std::string_view value) {
  std::string_view rest = path.substr(std::string_view("layers.").size());
  const std::size_t dot = rest.rfind('.');
  if (dot == std::string_view::npos) {
    throw Error(ESP_TEXT("engine", "{}: expected layers.NAME.SETTING."), path);
  }
  const std::string_view attribute = rest.substr(dot + 1);
  std::string_view layer = rest.substr(0, dot);
  Graph* graph = &project.network.graph;
  if (const std::size_t slash = layer.find('/'); slash != std::string_view::npos) {
    const auto group = project.network.groups.find(layer.substr(0, slash));
    if (group == project.network.groups.end()) {
      throw Error(ESP_TEXT("engine", "{}: there is no group named {}."), path,
                  layer.substr(0, slash));
    }
    graph = &group->second.graph;
    layer.remove_prefix(slash + 1);
  }
  const Node* node = graph->find(layer);
  if (!node) throw Error(ESP_TEXT("engine", "{}: there is no layer named {}."), path, layer);
  const AttrSpec* spec = node->op->attribute(attribute);
  if (!spec) {
    throw Error(ESP_TEXT("engine", "{}: {} has no setting {}; it has {}."), path, node->op->name,
                attribute, names_of(*node->op));
  }
  const auto refusal =
      graph->set_attribute(node->id, attribute, parse_attribute(*spec, path, value));
  if (refusal) throw Error(ESP_TEXT("engine", "{}: {}."), path, refusal->reason.text());
}

// Fewest edits that make one text of the other (Levenshtein).
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, changed});
    }
  }
  return row[b.size()];
}

// Throws the Error for a setting that there is not: it names one that is much like it, or else where
// settings are.
[[noreturn]] void unknown(std::string_view path) {
  std::string sections;
  const Setting* closest = nullptr;
  std::size_t fewest = std::max<std::size_t>(2, path.size() / 4) + 1;
  std::string_view before;
  for (const Setting& s : all_settings()) {
    const bool tail = s.path.ends_with(fmt::format(".{}", path));
    if (const std::size_t d = tail ? 0 : distance(path, s.path); d < fewest) {
      fewest = d;
      closest = &s;
    }
    const std::string_view section = std::string_view(s.path).substr(0, s.path.rfind('.'));
    if (section == before) continue;
    before = section;
    if (sections.find(fmt::format("{}.…", section)) == std::string::npos)
      sections += fmt::format("{}.…, ", section);
  }
  if (closest)
    throw Error(ESP_TEXT("engine", "There is no setting {}; the closest is {}."), path,
                closest->path);
  throw Error(ESP_TEXT("engine", "There is no setting {}; there are {}."), path,
              sections + "layers.NAME.…");
}

}  // namespace

void set_by_path(Project& project, std::string_view path, std::string_view value) {
  if (path.size() > 1000) throw Error(ESP_TEXT("engine", "The name of the setting is too long."));
  if (path.starts_with("layers.")) return set_layer(project, path, value);
  const Setting* setting = find_setting(path);
  if (!setting) unknown(path);
  set_setting(project, *setting, parse_setting(*setting, value));
}

}  // namespace espalier
