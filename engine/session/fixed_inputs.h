// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "engine/graph/network.h"

namespace espalier {

// The network with those of the given inputs (by layer) as constants that an operator reads as a
// setting: the shape of a Reshape, the axes of a ReduceSum. They decide shapes, so that a plan can
// only be made for their values.
Network with_fixed_inputs(Network network, const std::map<std::string, const Tensor*>& given);

}  // namespace espalier
