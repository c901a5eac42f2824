// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/graph.h"

#include <algorithm>
#include <atomic>
#include <charconv>

#include "engine/graph/graph_data.h"

namespace espalier {

// ---- storage

Graph::Data::Slot& Graph::Data::writable(NodeId id) {
  const std::size_t page = id.value / page_size;
  if (page >= pages.size()) pages.resize(page + 1);
  std::shared_ptr<Page>& p = pages[page];
  if (!p) {
    p = std::make_shared<Page>();
  } else if (p.use_count() > 1) {
    p = std::make_shared<Page>(*p);
  } else {
    // Pairs with the release of the snapshot that just let go of the page.
    std::atomic_thread_fence(std::memory_order_acquire);
  }
  return (*p)[id.value % page_size];
}

void Graph::Data::put(Node node) {
  Slot& s = writable(node.id);
  s.node = std::make_shared<const Node>(std::move(node));
}

void Graph::Data::add_uses(const Node& node) {
  for (std::uint32_t i = 0; i < node.inputs.size(); ++i) {
    const ValueRef& from = node.inputs[i];
    if (from) writable(from.node).uses.push_back({from, {node.id, i}});
  }
}

void Graph::Data::drop_uses(const Node& node) {
  for (const ValueRef& from : node.inputs) {
    if (!from) continue;
    std::erase_if(writable(from.node).uses, [&](const Wire& w) { return w.to.node == node.id; });
  }
}

Graph::Data& Graph::detach() {
  if (data_.use_count() > 1) {
    data_ = std::make_shared<Data>(*data_);
  } else {
    std::atomic_thread_fence(std::memory_order_acquire);
  }
  return *data_;
}

// ---- reading

Graph::Graph() {
  static const std::shared_ptr<Data> empty = std::make_shared<Data>();
  data_ = empty;
}

std::size_t Graph::size() const { return data_->size; }
bool Graph::contains(NodeId id) const { return data_->slot(id) != nullptr; }
const Node& Graph::node(NodeId id) const { return *data_->find(id); }
const Node* Graph::find(NodeId id) const { return data_->find(id); }
const Node* Graph::find(std::string_view name) const { return data_->find(name); }
NodeId Graph::next_id() const { return {data_->next}; }
bool Graph::is_snapshot_of(const Graph& other) const { return data_ == other.data_; }

bool Graph::has_output(ValueRef v) const {
  const Node* n = find(v.node);
  return n && v.port < n->outputs;
}

std::vector<NodeId> Graph::nodes() const {
  std::vector<NodeId> ids;
  ids.reserve(size());
  data_->for_each([&](const Data::Slot& s) { ids.push_back(s.node->id); });
  return ids;
}

std::span<const Wire> Graph::wires_from(NodeId id) const {
  const Data::Slot* s = data_->slot(id);
  return s ? std::span<const Wire>(s->uses) : std::span<const Wire>();
}

std::vector<PortRef> Graph::users(ValueRef v) const {
  std::vector<PortRef> ports;
  for (const Wire& w : wires_from(v.node)) {
    if (w.from == v) ports.push_back(w.to);
  }
  std::sort(ports.begin(), ports.end());
  return ports;
}

std::string Graph::free_name(std::string_view wish) const {
  std::string clean(wish.empty() ? std::string_view("layer") : wish);
  std::replace(clean.begin(), clean.end(), '/', '.');
  if (!find(clean)) return clean;
  // Counts on from the number that the wish ends with: after "conv2" comes "conv3".
  std::size_t digits = clean.size();
  while (digits > 1 && clean[digits - 1] >= '0' && clean[digits - 1] <= '9') --digits;
  std::uint64_t start = 1;
  std::from_chars(clean.data() + digits, clean.data() + clean.size(), start);
  if (clean.size() - digits > 9) {
    digits = clean.size();
    start = 1;
  }
  const std::string base = clean.substr(0, digits);
  const auto taken = [&](std::uint64_t n) { return find(base + std::to_string(n)) != nullptr; };
  // Doubling, then halving: with ten thousand of a name, trying one by one would be quadratic. The
  // result is free and the number before it is taken.
  std::uint64_t low = start, step = 1;
  while (taken(low + step)) {
    low += step;
    step *= 2;
  }
  std::uint64_t high = low + step;
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    (taken(middle) ? low : high) = middle;
  }
  return base + std::to_string(high);
}

bool same_content(const Node& a, const Node& b) {
  if (&a == &b) return true;
  return a.id == b.id && a.name == b.name && a.op == b.op && a.inputs == b.inputs &&
         a.params == b.params && a.outputs == b.outputs && a.muted == b.muted &&
         a.group == b.group &&
         std::equal(a.attributes.begin(), a.attributes.end(), b.attributes.begin(),
                    b.attributes.end(), [](const auto& x, const auto& y) {
                      return x.first == y.first && equal(x.second, y.second);
                    });
}

bool Graph::same_as(const Graph& other) const {
  if (data_ == other.data_) return true;
  if (size() != other.size()) return false;
  for (const NodeId id : changed_since(other)) {
    const Node* a = find(id);
    const Node* b = other.find(id);
    if (!a || !b || !same_content(*a, *b)) return false;
  }
  return true;
}

}  // namespace espalier
