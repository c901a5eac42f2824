// SPDX-License-Identifier: Apache-2.0
//
// The rules of one node run once; for the sources of the inference.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "engine/graph/inference.h"

namespace espalier {

// Input types by port: as many as the operator has ports, or the node wires where that is more.
// Everything but the receptive field and what needs group definitions. Never throws on what a file
// or person can cause; that is a diagnostic.
NodeInfo infer_node(const Node& node, const std::vector<Type>& inputs,
                    std::optional<Window>* window, const std::string& symbol_prefix = "_");

// A body's nodes (a graph that an attribute holds) for what flows into its Input nodes, in the order
// of ports_of; an unknown type leaves what the Input declares.
std::unordered_map<NodeId, NodeInfo> infer_body(const Graph& body, const std::vector<Type>& inputs,
                                                const std::string& symbol_prefix);

// The types of its outputs, of the body that an attribute of the node being inferred holds. Throws
// RuleFailure with the first reason why the body cannot work.
std::vector<Type> body_types(const InferContext& context, std::string_view body,
                             const std::vector<Type>& inputs);

Diagnostic problem(const Node& node, Message m, int input = -1, std::string attribute = {},
                   Severity severity = Severity::error);

// A muted node whose first output has the type of its first input lets it through: the info becomes
// that of a wire. Otherwise it gets a warning and works on.
void bypass_if_muted(const Node& node, std::span<const Type> inputs, NodeInfo& info);

}  // namespace espalier
