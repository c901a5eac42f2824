// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/project/json_reader.h"
#include "engine/project/layout.h"

namespace espalier {

Json to_json(const SheetLayout& sheet);
SheetLayout sheet_from_json(const JsonValue& value, UnknownFields* unknown);

Json to_json(Point p);
Point point_from_json(const JsonValue& value);  // within ±1e7

}  // namespace espalier
