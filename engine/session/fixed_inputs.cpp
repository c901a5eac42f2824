// SPDX-License-Identifier: Apache-2.0
#include "engine/session/fixed_inputs.h"

#include <algorithm>

#include "engine/graph/op.h"

namespace espalier {
namespace {

bool is_setting(const Graph& graph, ValueRef v) {
  const std::vector<PortRef> users = graph.users(v);
  return std::any_of(users.begin(), users.end(), [&](const PortRef& user) {
    const std::vector<AttrSpec>& all = graph.node(user.node).op->attributes;
    return std::any_of(all.begin(), all.end(), [&](const AttrSpec& a) {
      return a.as_input == static_cast<int>(user.port);
    });
  });
}

}  // namespace

Network with_fixed_inputs(Network network, const std::map<std::string, const Tensor*>& given) {
  for (const auto& [layer, value] : given) {
    const Node* input = network.graph.find(layer);
    if (input == nullptr || !is_setting(network.graph, {input->id, 0})) continue;
    Node constant = make_node(op("Constant"));
    constant.name = layer;
    constant.attributes = {{"value", *value}};
    if (const auto refusal = network.graph.replace(input->id, std::move(constant)))
      throw Error(refusal->reason);
  }
  return network;
}

}  // namespace espalier
