// SPDX-License-Identifier: Apache-2.0
//
// What the sources of Inference share.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/graph/field.h"
#include "engine/graph/inference.h"

namespace espalier {

// The definitions of a network and the bodies inferred from them, shared by an Inference and all
// bodies below it.
struct GroupCache {
  struct Definition {
    Graph graph;                    // as last seen
    std::vector<std::string> uses;  // groups that it contains
    std::uint64_t changed = 0;      // the call in which its own graph changed last
    std::uint64_t version = 0;      // the call in which it or a group in it changed last
  };
  // One body for each definition and input types, used by all instances that see those.
  struct Body {
    std::vector<Type> given;
    std::size_t depth = 0;
    std::uint64_t version = 0;
    std::shared_ptr<Inference> inference;
  };
  std::map<std::string, Definition, std::less<>> definitions;
  std::map<std::string, std::vector<Body>, std::less<>> bodies;
  std::vector<std::string> open;  // definitions being inferred
  std::uint64_t call = 0;
  // Layers that bodies may still infer in this call: nested repeats of ever new shapes multiply.
  std::int64_t budget = 0;

  void refresh(const Network& network);
  std::uint64_t version(std::string_view group) const;  // 0: no such group
  std::shared_ptr<Inference> body(const std::string& group, const std::vector<Type>& given);
  void forget_unused();

 private:
  std::uint64_t resolve(const std::string& group, std::set<std::string>& visited);
};

// Adds up dimensions; numbers, and terms that come again and again, cost nothing to speak of.
// A sum that leaves 63 bits is the symbol ∞.
class DimSum {
 public:
  void add(const Dim& d);
  Dim value();

 private:
  void flush();
  void plus(const Dim& d);
  bool infinite_ = false;
  Dim sum_, last_;
  std::int64_t constant_ = 0, times_ = 0;
};

struct Inference::Impl {
  struct Entry {
    std::vector<Type> inputs;
    NodeInfo info;
    Field field;
    std::optional<Window> window;
    std::size_t layers = 1;
    std::uint64_t version = 0;                       // of the group, for instances
    std::vector<std::shared_ptr<Inference>> bodies;  // by repeat; the last one stands for the rest
    Field body_field;                                // of all repeats together
  };

  // By id. Entries stay where they are until they are erased.
  class Entries {
   public:
    Entry* find(NodeId id) const;
    Entry& at(NodeId id) const { return *find(id); }  // precondition: it is there
    Entry& make(NodeId id, bool* fresh);
    bool erase(NodeId id);
    static constexpr std::uint32_t page_size = 64;

   private:
    using Page = std::array<std::unique_ptr<Entry>, page_size>;
    std::vector<std::unique_ptr<Page>> pages_;
  };

  Graph graph;  // as last seen
  Entries entries;
  std::set<NodeId> instances;
  std::vector<std::uint32_t> position;  // in topological order, by id
  const NodeId* order = nullptr;        // the order that `position` is of
  std::shared_ptr<GroupCache> groups;
  std::string symbol_prefix = "_";
  bool is_body = false;
  std::vector<NodeId> input_ids;  // of a body: its Input nodes, and what flows into them
  std::vector<Type> given;

  // Sums of some nodes each, so that an edit adds up few of them again.
  struct Block {
    static constexpr std::uint32_t size = 64;
    NetworkCost cost;
    bool stale = true;
  };
  mutable std::unordered_map<std::uint32_t, Block> blocks;

  std::vector<NodeId> update(const Graph& now);
  bool process(const Node& node, bool edited, bool* flows_on);
  void infer_instance(const Node& node, Entry& entry);
  std::optional<Message> group_problem(const Node& node) const;
  void report_bodies(const Node& node, Entry& entry) const;
  Field field_of(const Node& node, const Entry& entry) const;
  void place(const Graph& now);
  NetworkCost total() const;
  const Entry* source(ValueRef v) const;
};

bool same_info(const NodeInfo& a, const NodeInfo& b);

}  // namespace espalier
