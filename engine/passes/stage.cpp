// SPDX-License-Identifier: Apache-2.0
#include "engine/passes/stage.h"

#include <algorithm>
#include <unordered_set>

#include "engine/passes/program.h"
#include "engine/passes/program_ops.h"

namespace espalier {
namespace {

using passes::constant_of;
using passes::Program;

bool is_planned_type(const Type& type) {
  return type.has_shape() && bits(type.dtype) > 0 && evaluate(*type.shape, {}).has_value();
}

Node input_for(const Type& type, std::string name) {
  Node node = make_node(op("Input"));
  node.name = std::move(name);
  // What it carries is declared when it is there.
  if (type.is_tensor()) node.attributes["dtype"] = std::string(espalier::name(type.dtype));
  if (type.has_shape()) node.attributes["shape"] = *type.shape;
  return node;
}

class Cutting {
 public:
  Cutting(Program& p, Stage& stage) : p_(p), stage_(stage) {}

  void run() {
    sort_nodes();
    stage_.graph = p_.graph;
    for (const Program::Named& o : p_.outputs) stage_.results.push_back(o.value);
    std::unordered_set<ValueRef> wanted_later(stage_.results.begin(), stage_.results.end());
    for (const auto* part : {&stage_.host, &rest_})
      for (const NodeId id : *part)
        for (const ValueRef& in : p_.node(id).inputs)
          if (in) wanted_later.insert(in);
    stage_.planned = slice(planned_, wanted_later);
    stage_.rest = slice(rest_, {stage_.results.begin(), stage_.results.end()});
  }

 private:
  // A node is planned where all that it reads is, and its results have sizes; it is run by the host
  // where all that it reads is there; everything else waits.
  void sort_nodes() {
    std::unordered_set<NodeId> planned, waiting, by_host;
    for (const NodeId id : p_.graph.topological()) {
      const Node& node = p_.node(id);
      if (is_input(node) || constant_of(node)) {
        planned.insert(id);  // there from the beginning
        continue;
      }
      bool all_planned = true, all_there = true;
      for (const ValueRef& in : node.inputs) {
        if (!in) continue;
        all_planned = all_planned && planned.contains(in.node);
        all_there = all_there && !waiting.contains(in.node);
      }
      if (all_planned && can_be_planned(node)) {
        planned.insert(id);
        planned_.push_back(id);
      } else if (all_there && !by_host_before(node, by_host)) {
        by_host.insert(id);
        stage_.host.push_back(id);
      } else {
        waiting.insert(id);
        rest_.push_back(id);
      }
    }
  }

  // What reads a host operator's result may be planned once its shape is known.
  static bool by_host_before(const Node& node, const std::unordered_set<NodeId>& by_host) {
    return std::any_of(node.inputs.begin(), node.inputs.end(),
                       [&](const ValueRef& in) { return in && by_host.contains(in.node); });
  }

  bool can_be_planned(const Node& node) {
    if (node.op->host != nullptr) return false;
    for (const ValueRef& in : node.inputs)
      if (in && !is_planned_type(p_.types.of(in))) return false;
    for (std::uint32_t port = 0; port < node.outputs; ++port)
      if (!is_planned_type(p_.types.of({node.id, port}))) return false;
    return true;
  }

  Slice slice(const std::vector<NodeId>& nodes, const std::unordered_set<ValueRef>& wanted) {
    Slice result;
    Graph& graph = result.network.graph;
    graph.reserve_ids(p_.graph.next_id());
    std::unordered_set<NodeId> inside(nodes.begin(), nodes.end());
    std::unordered_map<ValueRef, ValueRef> values;
    for (const NodeId id : nodes) {
      Node copy = p_.node(id);
      for (ValueRef& v : copy.inputs) {
        if (!v || inside.contains(v.node)) continue;
        if (constant_of(p_.node(v.node))) {
          if (graph.contains(v.node)) continue;
          Node constant = p_.node(v.node);
          constant.name = graph.free_name(constant.name);
          passes::require(graph.add(std::move(constant)));
          continue;
        }
        const auto [at, fresh] = values.emplace(v, ValueRef{});
        if (fresh) {
          NodeId added;
          passes::require(
              graph.add(input_for(p_.types.of(v), graph.free_name(p_.node(v.node).name)), &added));
          at->second = {added, 0};
          result.inputs.push_back(v);
        }
        v = at->second;
      }
      copy.name = graph.free_name(copy.name);
      passes::require(graph.add(std::move(copy)));
    }
    for (const NodeId id : nodes)
      for (std::uint32_t port = 0; port < p_.node(id).outputs; ++port) {
        const ValueRef v{id, port};
        if (!wanted.contains(v)) continue;
        Node output = make_node(op("Output"));
        output.name = graph.free_name(p_.node(id).name + "_out");
        output.inputs = {v};
        passes::require(graph.add(std::move(output)));
        result.outputs.push_back(v);
      }
    return result;
  }

  Program& p_;
  Stage& stage_;
  std::vector<NodeId> planned_, rest_;
};

}  // namespace

Stage first_stage(const PlanRequest& request) {
  Program p(request);
  passes::start(p);
  passes::unfold(p, false);
  passes::wire_parameters(p);
  passes::fold(p);
  Stage stage;
  Cutting(p, stage).run();
  return stage;
}

}  // namespace espalier
