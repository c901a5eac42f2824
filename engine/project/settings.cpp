// SPDX-License-Identifier: Apache-2.0
#include "engine/project/settings.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "engine/base/number_text.h"
#include "engine/project/setting_fields.h"

namespace espalier {
namespace {

const std::vector<Setting>& table() {
  static const std::vector<Setting> all = [] {
    std::vector<Setting> t;
    add_training_settings(t);
    add_data_settings(t);
    return t;
  }();
  return all;
}

std::string shown(double v) { return fmt::format("{}", v); }

void check_bounds(const Setting& s, double v) {
  const bool bounded = !std::isinf(s.minimum) || !std::isinf(s.maximum);
  if (std::isfinite(v) && (!bounded || (v >= s.minimum && v <= s.maximum))) return;
  if (std::isinf(s.maximum)) {
    throw Error(ESP_TEXT("engine", "{}: expected a number of at least {}, got {}."), s.path,
                number_text(s.minimum), number_text(v));
  }
  throw Error(ESP_TEXT("engine", "{}: expected a number from {} to {}, got {}."), s.path,
              number_text(s.minimum), number_text(s.maximum), number_text(v));
}

void check_choice(const Setting& s, const std::string& text) {
  if (s.choices.empty()) return;
  const bool known =
      std::any_of(s.choices.begin(), s.choices.end(), [&](const char* c) { return text == c; });
  if (known) return;
  std::string choices;
  for (const char* c : s.choices)
    choices += (choices.empty() ? "" : ", ") + std::string(*c ? c : "\"\"");
  throw Error(ESP_TEXT("engine", "{}: expected one of {}, got {}."), s.path, choices,
              text.empty() ? "\"\"" : text);
}

}  // namespace

std::span<const Setting> all_settings() { return table(); }

const Setting* find_setting(std::string_view path) {
  const auto at = std::find_if(table().begin(), table().end(),
                               [&](const Setting& s) { return s.path == path; });
  return at == table().end() ? nullptr : &*at;
}

void set_setting(Project& project, const Setting& s, const SettingValue& value) {
  if (value.index() != static_cast<std::size_t>(s.type)) {
    throw Error(ESP_TEXT("engine", "{}: the value {} is of another type."), s.path,
                to_string(value));
  }
  if (const auto* v = std::get_if<std::int64_t>(&value)) check_bounds(s, static_cast<double>(*v));
  if (const auto* v = std::get_if<double>(&value)) check_bounds(s, *v);
  if (const auto* v = std::get_if<std::vector<double>>(&value)) {
    for (const double x : *v) check_bounds(s, x);
  }
  if (const auto* v = std::get_if<std::string>(&value)) {
    check_choice(s, *v);
    if (s.path == "data.table.separator" && v->size() > 1) {
      throw Error(ESP_TEXT("engine", "{}: expected one character, got {}."), s.path, *v);
    }
  }
  s.put(project, value);
}

std::string to_string(const SettingValue& value) {
  const auto joined = [](const auto& list, const auto& text) {
    std::string all;
    for (const auto& x : list) all += (all.empty() ? "" : ",") + text(x);
    return all;
  };
  if (const auto* v = std::get_if<std::int64_t>(&value)) return std::to_string(*v);
  if (const auto* v = std::get_if<double>(&value)) return shown(*v);
  if (const auto* v = std::get_if<bool>(&value)) return *v ? "true" : "false";
  if (const auto* v = std::get_if<std::string>(&value)) return *v;
  if (const auto* v = std::get_if<std::vector<double>>(&value)) return joined(*v, shown);
  return joined(std::get<std::vector<std::string>>(value), [](const std::string& t) { return t; });
}

bool applies(const Setting& s, const Project& project) {
  const std::string_view condition(s.only_if);
  if (condition.empty()) return true;
  const std::size_t equals = condition.find('=');
  const Setting* other = find_setting(condition.substr(0, equals));
  if (!other) return true;
  const std::string now = to_string(other->get(project));
  std::string_view wanted = condition.substr(equals + 1);
  while (true) {
    const std::size_t comma = wanted.find(',');
    if (wanted.substr(0, comma) == now) return true;
    if (comma == std::string_view::npos) return false;
    wanted.remove_prefix(comma + 1);
  }
}

}  // namespace espalier
