// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/op.h"

namespace espalier {

std::vector<Sample> attention_samples();

}  // namespace espalier
