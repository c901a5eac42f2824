// SPDX-License-Identifier: Apache-2.0
//
// Running graphs by the operators' reference implementations: slow, plain, the truth. Constant
// folding, operators without a kernel and tests use it.
#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "engine/graph/rules.h"

namespace espalier {

// Whether run_reference can run it: it has a reference implementation or a body.
bool has_reference(const OpSpec& op);

// One node from its inputs by port; an empty tensor is an open port. Throws Error with the node's
// name where it has no reference or refuses the inputs.
std::vector<Tensor> run_reference(const Node& node, std::vector<Tensor> inputs);

// The values wanted of a graph without groups; `feeds` gives the values that are not computed.
std::vector<Tensor> run_graph(const Graph& graph, std::unordered_map<ValueRef, Tensor> feeds,
                              std::span<const ValueRef> wanted);

}  // namespace espalier
