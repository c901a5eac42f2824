// SPDX-License-Identifier: Apache-2.0
//
// A drawing: the main graph and the definitions of its groups.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/graph/graph.h"

namespace espalier {

// A group's definition is a graph whose Input and Output nodes, in order of id, are its ports. An
// instance is a node whose `group` names the definition, with attributes `repeat` (≥ 1: that many in
// a row, each fed by the one before; needs as many outputs as inputs) and `shared` (repeats use one
// set of weights).
struct GroupDef {
  Graph graph;
  std::string help;
};

struct Network {
  Graph graph;
  std::map<std::string, GroupDef, std::less<>> groups;
};

// The most repeats an instance may have.
inline constexpr int largest_repeat = 1000;

bool is_input(const Node& node);  // the operators of engine/ops/structure
bool is_output(const Node& node);
bool is_instance(const Node& node);
bool is_parameter(const Node& node);

// The ports of a definition, in order.
struct GroupPorts {
  std::vector<NodeId> inputs, outputs;
};
GroupPorts ports_of(const Graph& body);

// A new instance of a group with as many outputs as the definition has, its name free in no graph in
// particular. Precondition: the definition exists.
Node make_instance(const Network& network, std::string_view group);
int repeats_of(const Node& instance);  // 1 … largest_repeat
bool shares_weights(const Node& instance);

// The graph with every group instance replaced by its body, repeats unrolled, muted nodes bypassed;
// every node has an Origin. A muted node is bypassed where its first output has the type of its first
// input; elsewhere it stays. Nodes of the main graph keep id and name; others get the id path's names
// with '.' for '/'. Throws Error on a missing or recursive definition and above a million nodes.
Graph inlined(const Network& network);

}  // namespace espalier
