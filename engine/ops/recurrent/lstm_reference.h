// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/rules.h"

namespace espalier {

void lstm_reference(ReferenceContext& c);
void lstm_grad_reference(ReferenceContext& c);

}  // namespace espalier
