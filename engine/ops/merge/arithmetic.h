// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/rules.h"

namespace espalier {

// Add, Sub, Mul, Div: the spec of one of them. Precondition: the table in arithmetic.cpp has it.
OpSpec arithmetic_spec(std::string_view name);

// Before opset 7 B of a binary operator was aligned at `axis` of A, or at its end, where `broadcast`
// was set. Refuses what today's broadcasting does not mean.
void import_aligned_broadcast(OnnxImportContext& c);

}  // namespace espalier
