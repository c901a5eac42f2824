// SPDX-License-Identifier: Apache-2.0
//
// The activation that fused operators end in.
#pragma once

#include <vector>

#include "engine/graph/rules.h"

namespace espalier {

// Attributes "activation" (an operator's name or empty) and "activation_alpha" (LeakyRelu's).
std::vector<AttrSpec> activation_attributes();
// Those of a fused node as its body applies them.
ValueRef add_activation(BodyContext& c, ValueRef value);
// The attributes that another operator shares with the node at hand, as set.
AttributeMap attributes_for(const RuleContext& c, const OpSpec& other);

}  // namespace espalier
