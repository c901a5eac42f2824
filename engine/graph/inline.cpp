// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <unordered_map>

#include "engine/graph/inference.h"
#include "engine/graph/network.h"
#include "engine/graph/op.h"

namespace espalier {
namespace {

constexpr std::size_t largest_graph = 100'000;

class Inliner {
 public:
  explicit Inliner(const Network& network) : network_(network) {
    // Only muted nodes need types; most drawings have none.
    if (has_muted()) inference_.update(network);
  }

  Graph run() {
    result_.reserve_ids(network_.graph.next_id());
    Values values;
    copy(network_.graph, values, Origin{}, &inference_);
    return std::move(result_);
  }

 private:
  using Values = std::unordered_map<ValueRef, ValueRef>;  // of a body, in the result

  bool has_muted() const {
    const auto muted = [](const Graph& g) {
      const auto ids = g.topological();
      return std::any_of(ids.begin(), ids.end(), [&](NodeId id) { return g.node(id).muted; });
    };
    return muted(network_.graph) ||
           std::any_of(network_.groups.begin(), network_.groups.end(),
                       [&](const auto& g) { return muted(g.second.graph); });
  }

  static ValueRef mapped(const Values& values, ValueRef v) {
    const auto at = values.find(v);
    return at == values.end() ? ValueRef{} : at->second;
  }

  // Copies the nodes of one body; those in `values` already (its Inputs) are left out. `around` is
  // the origin of the instance, with its repeat.
  void copy(const Graph& body, Values& values, const Origin& around, const Inference* inference) {
    const bool outermost = around.ids.empty();
    for (const NodeId id : body.topological()) {
      const Node& node = body.node(id);
      if (values.contains({id, 0}) || (!outermost && is_output(node))) continue;
      const NodeInfo* info = inference ? inference->find(id) : nullptr;
      if (info && info->bypassed) {
        values[{id, 0}] = mapped(values, node.inputs[0]);
        continue;
      }
      Origin origin = around;
      origin.ids.push_back(id);
      if (!outermost) origin.path += '/';
      origin.path += node.name;
      if (is_instance(node)) {
        unroll(node, values, origin, inference);
      } else {
        add(node, values, std::move(origin), outermost);
      }
    }
  }

  void add(const Node& node, Values& values, Origin origin, bool outermost) {
    if (result_.size() >= largest_graph) {
      throw Error(
          ESP_TEXT("engine", "{}: with all groups repeated the network has more than {} layers."),
          origin.path, largest_graph);
    }
    Node copy = node;
    if (!outermost) {
      copy.id = {};
      copy.name = free_name(origin.path);
    }
    copy.muted = false;
    for (ValueRef& v : copy.inputs) v = mapped(values, v);
    // A graph that was inlined before keeps what it says of the drawing.
    if (!outermost || copy.origin == nullptr)
      copy.origin = std::make_shared<const Origin>(std::move(origin));
    NodeId id;
    if (const auto refusal = result_.add(std::move(copy), &id)) throw Error(refusal->reason);
    for (std::uint32_t i = 0; i < node.outputs; ++i) values[{node.id, i}] = {id, i};
  }

  // Neither taken here nor by a node of the main graph that is yet to come.
  std::string free_name(const std::string& path) const {
    std::string name = result_.free_name(path);
    while (network_.graph.find(name)) name = result_.free_name(name + "_");
    return name;
  }

  void unroll(const Node& instance, Values& values, const Origin& origin,
              const Inference* inference) {
    const auto definition = network_.groups.find(instance.group);
    if (definition == network_.groups.end()) {
      throw Error(ESP_TEXT("engine", "{}: there is no group named {}."), origin.path,
                  instance.group);
    }
    if (std::find(open_.begin(), open_.end(), instance.group) != open_.end()) {
      throw Error(ESP_TEXT("engine", "{}: the group {} contains itself."), origin.path,
                  instance.group);
    }
    open_.push_back(instance.group);
    const Graph& body = definition->second.graph;
    const GroupPorts ports = ports_of(body);
    const int repeats = repeats_of(instance);
    if (repeats > 1 && ports.inputs.size() != ports.outputs.size()) {
      throw Error(ESP_TEXT("engine",
                           "{}: a repeated group needs as many outputs as inputs; {} has {} inputs "
                           "and {} outputs."),
                  origin.path, instance.group, ports.inputs.size(), ports.outputs.size());
    }
    std::vector<ValueRef> flow(ports.inputs.size());
    for (std::size_t i = 0; i < flow.size() && i < instance.inputs.size(); ++i) {
      flow[i] = mapped(values, instance.inputs[i]);
    }
    for (int r = 0; r < repeats; ++r) {
      Values inside;
      for (std::size_t i = 0; i < ports.inputs.size(); ++i) inside[{ports.inputs[i], 0}] = flow[i];
      Origin around = origin;
      if (repeats > 1) around.path += "[" + std::to_string(r) + "]";
      around.repeats.push_back(r);
      around.shared.push_back(shares_weights(instance));
      copy(body, inside, around, inference ? inference->body(instance.id, r) : nullptr);
      flow.assign(ports.outputs.size(), {});
      for (std::size_t i = 0; i < ports.outputs.size(); ++i) {
        const Node& out = body.node(ports.outputs[i]);
        if (!out.inputs.empty()) flow[i] = mapped(inside, out.inputs[0]);
      }
    }
    for (std::uint32_t i = 0; i < flow.size(); ++i) values[{instance.id, i}] = flow[i];
    open_.pop_back();
  }

  const Network& network_;
  Inference inference_;
  Graph result_;
  std::vector<std::string> open_;  // definitions that we are inside of
};

}  // namespace

Graph inlined(const Network& network) { return Inliner(network).run(); }

}  // namespace espalier
