// SPDX-License-Identifier: Apache-2.0
//
// How a Graph is stored; for the sources of Graph only. Nodes lie in pages that snapshots share: a
// copy costs one pointer a page, an edit copies the pages that it touches.
#pragma once

#include <array>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

#include "engine/graph/graph.h"
#include "engine/graph/name_table.h"

namespace espalier {

struct Graph::Data {
  struct Slot {
    std::shared_ptr<const Node> node;
    std::vector<Wire> uses;  // wires that start here
  };
  static constexpr std::uint32_t page_size = 64;
  using Page = std::array<Slot, page_size>;

  std::vector<std::shared_ptr<Page>> pages;
  NameTable names;
  std::size_t size = 0;
  std::uint32_t next = 1;
  // Computed by whoever asks first; snapshots on several threads may ask at once.
  mutable std::mutex order_mutex;
  mutable std::shared_ptr<const std::vector<NodeId>> order;

  Data() = default;
  Data(const Data& other)
      : pages(other.pages), names(other.names), size(other.size), next(other.next) {
    const std::lock_guard lock(other.order_mutex);
    order = other.order;
  }
  Data& operator=(const Data&) = delete;

  const Slot* slot(NodeId id) const {
    const std::size_t page = id.value / page_size;
    if (page >= pages.size() || !pages[page]) return nullptr;
    const Slot& s = (*pages[page])[id.value % page_size];
    return s.node ? &s : nullptr;
  }
  const Node* find(NodeId id) const {
    const Slot* s = slot(id);
    return s ? s->node.get() : nullptr;
  }
  const Node* find(std::string_view name) const {
    const NodeId id =
        names.find(name, [this](NodeId i) -> const std::string& { return find(i)->name; });
    return id ? find(id) : nullptr;
  }

  // The slot for writing, its page made ours.
  Slot& writable(NodeId id);
  void put(Node node);  // as the content of its id's slot; keeps the uses
  void add_uses(const Node& node);
  void drop_uses(const Node& node);
  void forget_order() { order.reset(); }
  std::shared_ptr<const std::vector<NodeId>> topological() const;
  // Whether a path leads from `from` to `to`, which differ.
  bool reaches(NodeId from, NodeId to) const;
  template <class F> void for_each(F f) const {
    for (const auto& page : pages) {
      if (!page) continue;
      for (const Slot& s : *page) {
        if (s.node) f(s);
      }
    }
  }
};

}  // namespace espalier
