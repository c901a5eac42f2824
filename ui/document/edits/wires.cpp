// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/edits/wires.h"

#include "ui/document/draft.h"
#include "ui/document/edits/heal.h"
#include "ui/document/placement.h"

namespace espalier::ui {
namespace {

std::optional<ValueRef> sourceOf(const Graph& graph, PortRef wire) {
  const Node* node = graph.find(wire.node);
  if (node == nullptr || wire.port >= node->inputs.size() || !node->inputs[wire.port]) return {};
  return node->inputs[wire.port];
}

// The first open data input.
std::optional<std::uint32_t> openInput(const Network& network, const Node& node) {
  for (const std::uint32_t port : dataInputs(network, node)) {
    if (port >= node.inputs.size() || !node.inputs[port]) return port;
  }
  return {};
}

// Wires a node between source and user of a wire, and moves the user away where it is too near.
Outcome putBetween(Draft& draft, NodeId id, PortRef wire, bool room) {
  const std::optional<ValueRef> source = sourceOf(draft.graph(), wire);
  if (!source) {
    return Outcome::refused(QCoreApplication::translate("Edit", "The wire is not there any more."));
  }
  const Node& node = draft.graph().node(id);
  const QString name = QString::fromStdString(node.name);
  const std::optional<std::uint32_t> input = openInput(draft.network(), node);
  if (!input) {
    return Outcome::refused(
        QCoreApplication::translate("Edit", "%1 has no open input for the wire.").arg(name));
  }
  if (node.outputs == 0 || (node.op != nullptr && is_output(node))) {
    return Outcome::refused(
        QCoreApplication::translate("Edit", "%1 has no output to go on from.").arg(name));
  }
  Graph& graph = draft.edit();
  if (Outcome o = outcome(graph.connect(*source, {id, *input})); !o) return o;
  if (Outcome o = outcome(graph.connect({id, 0}, wire)); !o) return o;
  draft.setKnots(wire, {});
  if (room) {
    // Off the source's card, where the wire goes on to the right.
    const QPointF from = draft.place(source->node), at = draft.place(id);
    const double free = from.x() + kCardWidth + kGapX / 2;
    const bool beside = std::abs(at.y() - from.y()) < kCardHeight;
    if (beside && at.x() > from.x() && at.x() < free) draft.setPlace(id, snapped({free, at.y()}));
    const double right = draft.place(id).x() + kCardWidth + kGapX / 2;
    const double next = draft.place(wire.node).x();
    if (next >= draft.place(source->node).x()) {
      makeRoom(draft, wire.node, draft.place(source->node).x() + 1, right - next);
    }
  }
  return {};
}

}  // namespace

Outcome Connect::apply(Draft& draft) {
  const std::optional<ValueRef> was = sourceOf(draft.graph(), m_to);
  if (was == m_from && !m_moved) return {};
  Graph& graph = draft.edit();
  if (m_moved && *m_moved != m_to) {
    draft.setKnots(*m_moved, {});
    if (Outcome o = outcome(graph.disconnect(*m_moved)); !o) return o;
    // A variadic operator closed its ranks: the port meant is one lower now.
    if (m_moved->node == m_to.node && m_moved->port < m_to.port) {
      const std::size_t before = draft.graph().node(m_to.node).inputs.size();
      if (m_to.port > before) m_to.port = std::uint32_t(before);
    }
  }
  if (was != m_from) draft.setKnots(m_to, {});
  return outcome(graph.connect(m_from, m_to));
}

Outcome Disconnect::apply(Draft& draft) {
  std::vector<PortRef> wires = m_wires;
  std::sort(wires.begin(), wires.end(), [](PortRef a, PortRef b) { return b < a; });
  for (const PortRef wire : wires) {
    if (!sourceOf(draft.graph(), wire)) continue;
    draft.setKnots(wire, {});
    if (Outcome o = outcome(draft.edit().disconnect(wire)); !o) return o;
  }
  return {};
}

Outcome InsertOnWire::apply(Draft& draft) {
  if (m_kind.op == nullptr && holdsGroup(draft.network(), m_kind.group, draft.sheetName())) {
    return Outcome::refused(tr("A group cannot hold itself: %1").arg(m_kind.label()));
  }
  std::optional<Node> node = makeNode(draft.network(), m_kind);
  if (!node) return Outcome::refused(tr("There is no group %1.").arg(m_kind.label()));
  node->name = draft.graph().free_name(node->name);
  if (Outcome o = outcome(draft.edit().add(std::move(*node), &m_added)); !o) return o;
  draft.setPlace(m_added, m_at);
  draft.selectAfter(Selection::of(m_added));
  return putBetween(draft, m_added, m_wire, m_makeRoom);
}

bool PutOnWire::possible(const Network& network, const Graph& graph, NodeId id, PortRef wire) {
  const std::optional<ValueRef> source = sourceOf(graph, wire);
  const Node* node = graph.find(id);
  if (!source || node == nullptr || node->outputs == 0 || is_output(*node)) return false;
  if (source->node == id || wire.node == id || !openInput(network, *node)) return false;
  return !graph.depends_on(source->node, id) && !graph.depends_on(id, wire.node);
}

Outcome PutOnWire::apply(Draft& draft) {
  if (!draft.graph().contains(m_node)) return Outcome::refused(tr("The layer is not there."));
  return putBetween(draft, m_node, m_wire, m_makeRoom);
}

Outcome PullOut::apply(Draft& draft) {
  if (Outcome o = heal(draft, m_nodes); !o) return o;
  for (const NodeId id : m_nodes) {
    const Node* node = draft.graph().find(id);
    if (node == nullptr) continue;
    const std::vector<ValueRef> inputs = node->inputs;
    for (std::size_t port = inputs.size(); port-- > 0;) {
      if (!inputs[port] || m_nodes.contains(inputs[port].node)) continue;
      draft.setKnots({id, std::uint32_t(port)}, {});
      if (Outcome o = outcome(draft.edit().disconnect({id, std::uint32_t(port)})); !o) return o;
    }
  }
  return {};
}

}  // namespace espalier::ui
