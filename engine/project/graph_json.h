// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "engine/graph/graph.h"
#include "engine/project/json_reader.h"

namespace espalier {

// {"nodes": [{"id": 3, "name": "conv1", "op": "Conv", "inputs": [2], "attributes": {…}}, …],
//  "next_id": 12}. An input is a node's id, or [id, output], or null.
Json to_json(const Graph& graph);
Json to_json(const Node& node);

// Throws Error on duplicate ids or names, wires from nowhere, and cycles. Operators that we lack
// become unknown ones.
Graph graph_from_json(const JsonValue& value, UnknownFields* unknown);

// The nodes as they stand in a list, checked one by one but not against one another.
std::vector<Node> nodes_from_json(const JsonValue& list, UnknownFields* unknown);
// Adds nodes, sources first. `where` is for messages. Throws Error.
void add_nodes(Graph& graph, std::vector<Node> nodes, const JsonValue& where);

}  // namespace espalier
