// SPDX-License-Identifier: Apache-2.0
//
// How a line of the settings tables reaches its field; for the tables only.
#pragma once

#include <concepts>
#include <type_traits>
#include <utility>

#include "engine/project/settings.h"

namespace espalier {

template <class T> SettingValue to_setting(const T& field) {
  if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, std::string> ||
                std::is_same_v<T, std::vector<std::string>>) {
    return field;
  } else if constexpr (std::is_same_v<T, std::vector<float>>) {
    return std::vector<double>(field.begin(), field.end());
  } else if constexpr (std::floating_point<T>) {
    return static_cast<double>(field);
  } else if constexpr (std::is_same_v<T, char>) {
    return field == '\0' ? std::string() : std::string(1, field);
  } else if constexpr (std::is_enum_v<T>) {
    return std::string(name(field));
  } else {
    static_assert(std::integral<T>);
    return static_cast<std::int64_t>(field);
  }
}

// Precondition: the value is one that the setting allows.
template <class T> void from_setting(T& field, const SettingValue& value) {
  if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, std::string> ||
                std::is_same_v<T, std::vector<std::string>>) {
    field = std::get<T>(value);
  } else if constexpr (std::is_same_v<T, std::vector<float>>) {
    const auto& list = std::get<std::vector<double>>(value);
    field.assign(list.begin(), list.end());
  } else if constexpr (std::floating_point<T>) {
    field = static_cast<T>(std::get<double>(value));
  } else if constexpr (std::is_same_v<T, char>) {
    const std::string& text = std::get<std::string>(value);
    field = text.empty() ? '\0' : text[0];
  } else if constexpr (std::is_enum_v<T>) {
    field = from_name<T>(std::get<std::string>(value)).value_or(field);
  } else {
    static_assert(std::integral<T>);
    field = static_cast<T>(std::get<std::int64_t>(value));
  }
}

// `at` gives the field of a project: Field& at(Project&).
template <class At> Setting bound(Setting s, At at) {
  using Field = std::remove_cvref_t<decltype(at(std::declval<Project&>()))>;
  s.type = static_cast<SettingType>(to_setting(Field{}).index());
  s.get = [at](const Project& p) { return to_setting(at(const_cast<Project&>(p))); };
  s.put = [at](Project& p, const SettingValue& v) { from_setting(at(p), v); };
  return s;
}

void add_training_settings(std::vector<Setting>& table);
void add_data_settings(std::vector<Setting>& table);

}  // namespace espalier

// The accessor of a field, for bound().
#define ESP_FIELD(path) \
  [](::espalier::Project & p) -> auto& { return p.path; }
