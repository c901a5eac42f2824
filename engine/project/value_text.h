// SPDX-License-Identifier: Apache-2.0
//
// Values as people type them after --set.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace espalier {

std::optional<std::int64_t> integer_from_text(std::string_view text);
std::optional<double> real_from_text(std::string_view text);  // finite
std::optional<bool> flag_from_text(std::string_view text);  // true, yes, on, 1 and their opposites
// Parts between commas, without blanks around them; an empty text has none.
std::vector<std::string> list_from_text(std::string_view text);

}  // namespace espalier
