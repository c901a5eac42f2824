// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "engine/graph/network.h"

namespace espalier {

// A node's shapes, set or left at their defaults, by attribute: where symbols stand in a drawing.
std::vector<std::pair<std::string, SymShape>> shape_attributes(const Node& node);

// Sizes for every symbol that occurs in the drawing: those given, `batch` for the first axis of the
// Inputs, 1 for what is left.
Bindings complete_dims(const Network& network, Bindings given = {}, std::int64_t batch = 1);

// The symbols of Inputs without a size in `given` that are not the batch, in alphabetical order: 1 is
// a guess for them.
std::vector<std::string> open_symbols(const Network& network, const Bindings& given = {});

}  // namespace espalier
