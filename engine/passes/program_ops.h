// SPDX-License-Identifier: Apache-2.0
//
// The nodes of a graph in the passes that compute nothing: parameters, constants and what the
// caller of the plan feeds.
#pragma once

#include <string>

#include "engine/graph/rules.h"

namespace espalier::passes {

// A value that the plan's caller gives (an internal operator), and a Parameter node.
ValueRef add_feed(Graph& graph, std::string name, DType type, const Shape& shape);
ValueRef add_parameter(Graph& graph, std::string name, DType type, const Shape& shape,
                       std::shared_ptr<const Origin> origin);

bool is_feed(const Node& node);
// What an If that data decides left behind: `outputs` results of one of two branches.
bool is_select(const Node& node);
// The value of a Constant node, else null.
const Tensor* constant_of(const Node& node);

// Throws Error where a pass's edit was refused.
void require(const std::optional<Refusal>& refusal);

}  // namespace espalier::passes
