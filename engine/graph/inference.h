// SPDX-License-Identifier: Apache-2.0
//
// Shapes, costs and diagnostics of a network, kept up to date by what an edit reaches.
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "engine/graph/network.h"
#include "engine/graph/rules.h"

namespace espalier {

struct NodeInfo {
  std::vector<Type> outputs;
  std::vector<Type> params;  // by input port; Kind::unknown where the port owns no parameter
  std::vector<Fan> fans;     // by input port, of owned parameters
  bool bypassed = false;     // muted, and its input flows through
  Cost cost;
  Dim parameters;                             // elements owned (trainable), groups: all repeats
  Dim states;                                 // elements of state ports
  Dim activation_elements;                    // of all outputs
  std::vector<std::int64_t> receptive_field;  // per spatial axis of the input; empty where none
  std::vector<InferContext::Guard> guards;
  std::vector<Diagnostic> diagnostics;
  bool ok() const;  // no error among the diagnostics
};

// Sums over a network, with symbols; the symbol "∞" where a sum leaves 63 bits.
struct NetworkCost {
  Dim parameters, states, macs, operations, activation_elements;
  std::size_t layers = 0;
};

struct GroupCache;

class Inference {
 public:
  Inference();
  ~Inference();
  // Brings the info up to date with the network; touches only nodes that differ from the last call
  // and what follows from them. Returns the main graph's ids whose info changed (removed ones too).
  std::vector<NodeId> update(const Network& network);
  const NodeInfo* find(NodeId id) const;
  const NodeInfo& at(NodeId id) const;  // precondition: node of the last network
  NetworkCost total() const;
  std::vector<Diagnostic> diagnostics() const;  // of the main graph, in topological order
  // The info inside a group's body as the given instance sees it in one of its repeats, or null.
  // Holds until the next update.
  const Inference* body(NodeId instance, int repeat = 0) const;

 private:
  friend struct GroupCache;
  struct Impl;
  // Makes this the inference of a group's body with what flows into its Inputs.
  void become_body(GroupCache& groups, const Graph& graph, const std::vector<Type>& given);
  std::unique_ptr<Impl> impl_;
};

// One pass without a cache, for passes and tools: types of every output of a graph without groups.
// Throws Error at the first diagnostic of severity error.
std::unordered_map<ValueRef, Type> infer_types(const Graph& graph);

}  // namespace espalier
