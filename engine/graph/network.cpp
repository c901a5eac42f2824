// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/network.h"

#include <algorithm>

#include "engine/graph/op.h"

namespace espalier {
namespace {

bool is_structure(const Node& node, std::string_view name) {
  return node.op->domain == authored_domain && name == node.op->name;
}

}  // namespace

bool is_input(const Node& node) { return is_structure(node, "Input"); }
bool is_output(const Node& node) { return is_structure(node, "Output"); }
bool is_parameter(const Node& node) { return is_structure(node, "Parameter"); }
bool is_instance(const Node& node) { return is_structure(node, "Group"); }

GroupPorts ports_of(const Graph& body) {
  GroupPorts ports;
  for (const NodeId id : body.nodes()) {
    if (is_input(body.node(id))) ports.inputs.push_back(id);
    if (is_output(body.node(id))) ports.outputs.push_back(id);
  }
  return ports;
}

Node make_instance(const Network& network, std::string_view group) {
  const auto definition = network.groups.find(group);
  Node node = make_node(op("Group"));
  node.name = group;
  std::replace(node.name.begin(), node.name.end(), '/', '.');
  node.group = group;
  node.outputs = static_cast<std::uint32_t>(ports_of(definition->second.graph).outputs.size());
  return node;
}

int repeats_of(const Node& instance) {
  return static_cast<int>(
      std::clamp<std::int64_t>(attribute<std::int64_t>(instance, "repeat"), 1, largest_repeat));
}

bool shares_weights(const Node& instance) { return attribute<bool>(instance, "shared"); }

}  // namespace espalier
