// SPDX-License-Identifier: Apache-2.0
//
// The one graph type, from the canvas to the C writer. A Graph is a value: copying shares, the
// first change after a copy detaches (10,000 pointers), so a snapshot for another thread is a copy.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/message.h"
#include "engine/graph/attribute.h"
#include "engine/graph/ids.h"

namespace espalier {

struct OpSpec;

// How a parameter port that has no wire begins its life. Empty kind: the spec's default.
struct Initializer {
  std::string kind;  // "kaiming_uniform", "xavier_uniform", "normal", "uniform", "constant", …
  double gain = 1;   // scale, deviation or constant, as the kind says
  bool operator==(const Initializer&) const = default;
};

// What a person set for one unwired parameter port.
struct ParamSetting {
  Initializer initializer;
  bool frozen = false;
  bool operator==(const ParamSetting&) const = default;
};

// Where a node of a lowered graph came from: names from the outermost group inward, as shown to
// people ("stages[1]/conv2"), and the id path that keys parameters.
struct Origin {
  std::string path;
  std::vector<NodeId> ids;   // the instances from outermost inward, then the node
  std::vector<int> repeats;  // one per enclosing group
  std::vector<bool> shared;  // one per enclosing group: its repeats use one set of weights
};

// A wire seen from its source.
struct Wire {
  ValueRef from;
  PortRef to;
  auto operator<=>(const Wire&) const = default;
};

struct Node {
  NodeId id;
  std::string name;            // unique in its graph, not empty
  const OpSpec* op = nullptr;  // never null; an operator we lack has a spec of kind "unknown"
  AttributeMap attributes;
  std::vector<ValueRef> inputs;      // as many as the node uses; trailing ones may be left off
  std::vector<ParamSetting> params;  // by input port; shorter when nothing was set
  std::uint32_t outputs = 1;         // as many as the node has
  bool muted = false;
  std::string group;                     // instance of a group: the definition's name
  std::shared_ptr<const Origin> origin;  // set by inlining
};

bool same_content(const Node& a, const Node& b);  // all but the origin

// Refused edits name both sides and leave the graph as it was.
struct Refusal {
  Message reason;
};

class Graph {
 public:
  Graph();

  // Larger ids are refused: they can only come from a damaged file.
  static constexpr std::uint32_t largest_id = (1u << 24) - 1;

  // ---- reading. References, pointers and spans hold until the next edit of this object.
  std::size_t size() const;
  bool contains(NodeId id) const;
  const Node& node(NodeId id) const;  // precondition: contains(id)
  const Node* find(NodeId id) const;  // null where it is not
  const Node* find(std::string_view name) const;
  std::vector<NodeId> nodes() const;                   // ascending ids
  std::span<const NodeId> topological() const;         // inputs before users; ties by id; cached
  std::vector<PortRef> users(ValueRef v) const;        // ascending
  std::span<const Wire> wires_from(NodeId id) const;   // of all its outputs, in no order
  bool has_output(ValueRef v) const;                   // the node is there and has it
  bool depends_on(NodeId node, NodeId on) const;       // transitively
  std::string free_name(std::string_view wish) const;  // "conv", "conv2", …

  // ---- editing: structure is checked; a refusal changes nothing. Names: not empty, no '/' and
  // unique. Wires: source exists, no cycle, port within the operator's range. Where a wire to a
  // variadic port that is not optional goes (Concat, Sum), the later ones move up.
  std::optional<Refusal> add(Node node, NodeId* id = nullptr);  // id 0: a fresh one
  std::optional<Refusal> remove(NodeId id);                     // its wires go with it
  std::optional<Refusal> connect(ValueRef from, PortRef to);    // replaces what was wired there
  std::optional<Refusal> disconnect(PortRef to);
  std::optional<Refusal> rename(NodeId id, std::string name);
  // Checks name, type, bounds and choices; no value, or the default, removes it. (`add` and `replace`
  // take attributes as they are: a bad one from a file is a diagnostic.)
  std::optional<Refusal> set_attribute(NodeId id, std::string_view name,
                                       std::optional<AttrValue> v);
  std::optional<Refusal> set_param(NodeId id, std::uint32_t port, ParamSetting s);
  std::optional<Refusal> replace(NodeId id, Node with);  // same id, wires of `with`
  std::optional<Refusal> set_muted(NodeId id, bool muted);
  // Every user of `from` reads `to`, except those that `to` itself depends on.
  std::optional<Refusal> redirect(ValueRef from, ValueRef to);

  // Ids that changed since the snapshot `since` (added, removed or other content), for incremental
  // inference: pointer comparison, no deep look.
  std::vector<NodeId> changed_since(const Graph& since) const;
  bool same_as(const Graph& other) const;         // by content; layout is not part of a graph
  bool is_snapshot_of(const Graph& other) const;  // shares memory: surely the same, at no cost
  NodeId next_id() const;
  void reserve_ids(NodeId at_least);

 private:
  struct Data;
  std::shared_ptr<Data> data_;
  Data& detach();
};

}  // namespace espalier
