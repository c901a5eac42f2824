// SPDX-License-Identifier: Apache-2.0
//
// Small operators for the tests of the graph layer (domain "toy"), so that these do not hang on the
// real ones; and shorthands.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "engine/graph/inference.h"
#include "engine/graph/network.h"
#include "engine/graph/op.h"

namespace espalier::toy {

// Dense(units, bias): [N, C] → [N, units] with W [units, C] and B [units].
// Conv(channels, kernel, stride): [N, C, H, W], no padding.
// Relu, Add (both shapes equal), Concat (variadic, along axis 1), Split2 (two outputs of half the
// channels), Unique ([N, C] → [?, C]), Sink (no rule that can fail, two optional inputs).
const OpSpec& op(std::string_view name);

// Adds a node and wires its inputs; fails the test on a refusal.
NodeId add(Graph& graph, const OpSpec& op, std::string_view name, std::vector<ValueRef> inputs = {},
           AttributeMap attributes = {}, std::uint32_t outputs = 0);
NodeId input(Graph& graph, std::string_view name, std::string_view shape);
NodeId output(Graph& graph, std::string_view name, ValueRef from);
NodeId instance(Network& network, std::string_view group, std::string_view name,
                std::vector<ValueRef> inputs, AttributeMap attributes = {});
std::string shape(const Inference& inference, NodeId id, std::size_t output = 0);
std::string first_problem(const Inference& inference, NodeId id);

// A body that maps [N, units] to [N, units]: in → d (Dense) → r (Relu) → out.
Graph dense_body(std::int64_t units);

// Input [N,16], then Dense and Relu in turn.
Network chain(int layers);

}  // namespace espalier::toy
