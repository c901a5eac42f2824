// SPDX-License-Identifier: Apache-2.0
//
// What runs between plans. A network with operators whose result shapes depend on data, with
// sequences, optionals or strings, is cut into stages: what can be planned with the shapes at hand,
// the host operators that are ready then, and the rest, which waits for their results.
#pragma once

#include <optional>
#include <vector>

#include "engine/passes/plan.h"

namespace espalier {

// Part of a network as a network of its own.
struct Slice {
  Network network;
  std::vector<ValueRef> inputs;   // values of the whole, by the slice's Input nodes in order of id
  std::vector<ValueRef> outputs;  // by its Output nodes in order of id
  bool empty() const { return outputs.empty(); }
};

struct Stage {
  Graph graph;                    // flat and folded; its Input nodes are the request's
  std::vector<ValueRef> results;  // its outputs, by the network's Output nodes in order of id
  Slice planned;                  // has concrete shapes
  std::vector<NodeId> host;       // nodes to run one by one, in order
  Slice rest;
};

// The first stage of a network for the types that its Input nodes declare. Throws Error where the
// drawing cannot run.
Stage first_stage(const PlanRequest& request);

}  // namespace espalier
