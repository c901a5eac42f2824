// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/rules.h"

namespace espalier {

// scores, labels, weights? → loss, log_prob?, total_weight?
void cross_entropy_reference(ReferenceContext& c);
// dloss, log_prob, labels, total_weight, weights? → dscores
void cross_entropy_grad_reference(ReferenceContext& c);

}  // namespace espalier
