// SPDX-License-Identifier: Apache-2.0
//
// What If, Loop and Scan have in common. Their bodies are graphs held by attributes; what a body
// captures from outside is wired to the node behind its formal inputs, in the body's order.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/graph/host_rules.h"

namespace espalier {

// Unfolded bodies may come to this many layers; longer loops stay loops.
inline constexpr std::size_t most_unfolded = 20'000;

// How many of the node's last inputs are captured: the authored attribute "captures".
AttrSpec captures_spec();
std::size_t formal_inputs(const RuleContext& c);  // the others

// The value of a condition. Throws Error where it is not one bool.
bool truth(const Tensor& condition);

// The type that holds whichever of the two comes: dimensions that differ become symbols of their
// own, keyed by the output. Fails where kinds or element types differ.
Type joined(InferContext& c, const Type& a, const Type& b, std::size_t output);

// Values that each turn hands to the next: types that hold for every turn. `turn` gives a body's
// result types for types of the carried values; its first `skipped` results are not carried.
std::vector<Type> carried_types(InferContext& c, std::vector<Type> first, std::size_t skipped,
                                const std::function<std::vector<Type>(std::vector<Type>)>& turn);

// Tensors of one shape and type as slices along a new axis. Throws Error where they differ, or where
// there are none.
Tensor stacked(std::vector<Tensor> slices, std::size_t axis);

// In a plan: the same of values in a graph.
ValueRef stacked(GraphBuilder& build, std::vector<ValueRef> slices, std::int64_t axis);

}  // namespace espalier
