// SPDX-License-Identifier: Apache-2.0
//
// What travels through the passes: a flat graph with concrete shapes and what is known of it beyond
// its nodes. Each pass takes the program and leaves it runnable.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "engine/passes/plan.h"
#include "engine/passes/types.h"

namespace espalier::passes {

struct Program {
  explicit Program(const PlanRequest& r) : request(r), mode(r.mode), types(graph) {}
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  struct Named {
    std::string name;
    ValueRef value;
  };
  struct Feed {
    std::string name, column;
    NodeId node;
  };
  struct Update {  // state ← value, at the end of a run
    ValueRef state, value;
  };

  const PlanRequest& request;
  Mode mode;
  Graph graph;
  TypeTable types;
  std::vector<Feed> feeds;  // data inputs, "target", "step", "lr"; unused ones drop out at the end
  std::vector<Named> outputs;    // without the loss
  std::vector<ValueRef> losses;  // of training and evaluation, until they are summed
  ValueRef loss;                 // their sum
  std::vector<Update> updates;
  std::unordered_map<NodeId, Parameter> parameters;      // by Parameter node
  std::unordered_map<NodeId, Phase> phases;              // forward where it does not say otherwise
  std::vector<std::pair<ValueRef, ValueRef>> gradients;  // parameter, its gradient

  const Node& node(NodeId id) const { return graph.node(id); }
  Phase phase(NodeId id) const;
  // The feed named "step" (int64 scalar) or "lr" (float scalar), made on first use.
  ValueRef step_counter();
  ValueRef learning_rate();
  // Every user of `from`, outputs, losses and updates read `to`.
  void redirect(ValueRef from, ValueRef to);
  bool is_output(ValueRef v) const;  // outputs and the loss
  // A value that somebody outside the graph's wires reads: an output, the loss, an update.
  bool is_root(ValueRef v) const;
  // Removes what leads to no output, loss or update.
  void remove_dead();
};

// The passes, in their order.
void start(Program& p);  // inline, bind symbols, slice from what is wanted
// Shape arithmetic; If, Loop and Scan of which enough is known. `both`: of an If that data decides
// both branches and a Select, where they give the same types.
void unfold(Program& p, bool both);
bool takes_both_branches(const PlanRequest& request);  // whether a plan for it can skip steps
void wire_parameters(Program& p);  // owned parameter ports become Parameter nodes
void lower(Program& p);            // per mode; functions without a kernel become their bodies
void sum_losses(Program& p);
void differentiate(Program& p);   // training
void add_optimizer(Program& p);   // training
void fuse_quantized(Program& p);  // DequantizeLinear, operator, QuantizeLinear: operators on 8 bits
void fold(Program& p);            // constants; inference: weights, batch normalisation
void absorb(Program& p);          // constants that attributes stand for; part of fold
void fuse(Program& p);            // bias, activation and residual into the operator before

// Whether the engine runs the node as it is by a kernel; see choose.h for which.
bool has_kernel(Program& p, const Node& node);

}  // namespace espalier::passes
