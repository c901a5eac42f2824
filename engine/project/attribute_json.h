// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/graph/attribute.h"
#include "engine/project/json_reader.h"

namespace espalier {

// An attribute's value says its type itself, so that attributes of operators that we lack survive:
// 3, 0.5, true, "text", [3, 3], [0.5], ["a"]; and where that would be unclear an object:
// {"shape": "N,1"}, {"integers": []}, {"real": "inf"}, {"tensor": …}, {"graph": …}.
Json to_json(const AttrValue& value);
AttrValue attribute_from_json(const JsonValue& value);

std::string base64(const std::byte* data, std::size_t size);
// Nothing where the text is no base64.
std::optional<std::vector<std::byte>> from_base64(std::string_view text);

}  // namespace espalier
