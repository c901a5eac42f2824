// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/project/json_reader.h"
#include "engine/project/quantization.h"

namespace espalier {

// The section "quantization" of a project file. Reading throws Error naming the place.
Json to_json(const Quantization& q);
Quantization quantization_from_json(JsonValue value, UnknownFields* unknown);

}  // namespace espalier
