// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace espalier {

// ASCII letters in capitals, for macros.
std::string c_upper(std::string_view text);

// The names of one C file, each given once. From the start it knows those of the C library's headers
// and those that the C writer's own text uses.
class CNames {
 public:
  // Names with an underscore in a piece of C are not given: functions, types and macros of kernels
  // all have one.
  void reserve(std::string_view c);
  bool taken(const std::string& name) const { return names_.contains(name); }
  // `wish`, or with a number where it is taken. In capitals it is unique as well.
  std::string unique(const std::string& wish);

 private:
  static const std::set<std::string> fixed_;
  std::set<std::string> names_ = fixed_, capitals_;
};

}  // namespace espalier
