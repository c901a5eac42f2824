// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unordered_map>
#include <vector>

#include "engine/graph/rules.h"

namespace espalier::passes {

// Types of a graph's values while passes rewrite it: inferred on demand, kept by node. Passes only
// add nodes and put equals in place of equals, so what is known stays true; a node that is given
// other attributes or inputs has to be forgotten.
class TypeTable {
 public:
  explicit TypeTable(const Graph& graph) : graph_(graph) {}
  // Throws Error with layer and cause where the node's shape rule refuses.
  const Type& of(ValueRef v);
  // What the node declares for its parameter ports; Kind::unknown for others.
  const std::vector<Type>& params(NodeId id);
  void forget(NodeId id) { known_.erase(id); }
  void forget_all() { known_.clear(); }

 private:
  struct Entry {
    std::vector<Type> outputs, params;
  };
  const Entry& entry(NodeId id);
  void infer(NodeId id);
  const Graph& graph_;
  std::unordered_map<NodeId, Entry> known_;
};

// Concrete shape of a value. Throws Error where a dimension depends on data or was not bound.
Shape concrete_shape(TypeTable& types, const Graph& graph, ValueRef v);

// The tensor that a type's elements make where all of them are numbers; no tensor elsewhere.
Tensor known_elements(const Type& type);

// The name of a node for people: its path in the drawing.
const std::string& display_name(const Node& node);

}  // namespace espalier::passes
