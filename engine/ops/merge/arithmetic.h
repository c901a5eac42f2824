// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/rules.h"

namespace espalier {

// Add, Sub, Mul, Div: the spec of one of them. Precondition: the table in arithmetic.cpp has it.
OpSpec arithmetic_spec(std::string_view name);

}  // namespace espalier
