// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "engine/passes/build.h"

namespace espalier::passes {

std::vector<NodeId> step_order(const Program& p) {
  struct Place {
    std::size_t after;  // index of the last forward or backward node it has to follow
    bool optimizer;
    NodeId node;
  };
  const std::span<const NodeId> order = p.graph.topological();
  std::unordered_map<NodeId, std::size_t> position, place_of;
  for (std::size_t i = 0; i < order.size(); ++i) position[order[i]] = i;
  std::vector<Place> places;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const bool optimizer = p.phase(order[i]) == Phase::optimizer;
    // Parameters and feeds are there from the start, wherever the graph has them.
    std::size_t after = p.node(order[i]).inputs.empty() ? 0 : i;
    if (optimizer) {
      after = 0;
      for (const ValueRef& in : p.node(order[i]).inputs) {
        if (!in) continue;
        after = std::max(after, place_of.at(in.node));
        if (!p.parameters.contains(in.node)) continue;
        // The parameter is overwritten: whoever reads the old value goes first.
        for (const PortRef& user : p.graph.users(in))
          if (p.phase(user.node) != Phase::optimizer)
            after = std::max(after, position.at(user.node));
      }
    }
    place_of[order[i]] = after;
    places.push_back({after, optimizer, order[i]});
  }
  std::stable_sort(places.begin(), places.end(), [](const Place& a, const Place& b) {
    return a.after != b.after ? a.after < b.after : a.optimizer < b.optimizer;
  });
  std::vector<NodeId> result;
  for (const Place& place : places) result.push_back(place.node);
  return result;
}

}  // namespace espalier::passes
