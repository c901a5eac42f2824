// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/rules.h"

namespace espalier {

// What operators have in common that only give a tensor another shape.
OpSpec view_spec(const char* name);

}  // namespace espalier
