// SPDX-License-Identifier: Apache-2.0
//
// One table of a project's settings: JSON, `--set`, the run panel and the help read it.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/project/project.h"

namespace espalier {

using SettingValue = std::variant<std::int64_t, double, bool, std::string, std::vector<double>,
                                  std::vector<std::string>>;
enum class SettingType { integer, real, flag, text, reals, texts };  // in the order of the variant

struct Setting {
  std::string path = {};  // "training.optimizer.lr"
  SettingType type = SettingType::integer;
  const char* label = "";                                     // for the form: "Learning rate"
  const char* help = "";                                      // one sentence
  double minimum = -std::numeric_limits<double>::infinity();  // inclusive
  double maximum = std::numeric_limits<double>::infinity();
  std::vector<const char*> choices = {};  // the allowed values of a text; empty: any
  const char* section = "";               // heading of the form: "Optimiser"
  const char* unit = "";
  // When it matters: "training.optimizer.name=SGD"; empty: always.
  const char* only_if = "";
  bool advanced = false;
  std::function<SettingValue(const Project&)> get = {};
  std::function<void(Project&, const SettingValue&)> put = {};  // no check; use set_setting
};

std::span<const Setting> all_settings();  // in the order of the form
const Setting* find_setting(std::string_view path);
// Checks type, bounds and choices; throws Error.
void set_setting(Project& project, const Setting& setting, const SettingValue& value);
SettingValue parse_setting(const Setting& setting, std::string_view text);  // throws Error
std::string to_string(const SettingValue& value);
bool applies(const Setting& setting, const Project& project);  // only_if

}  // namespace espalier
