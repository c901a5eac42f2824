// SPDX-License-Identifier: GPL-3.0-or-later
#include <QRectF>
#include <algorithm>

#include "ui/document/draft.h"
#include "ui/document/edits/groups.h"
#include "ui/document/placement.h"

namespace espalier::ui {
namespace {

// The body that is being made, and what stands for what.
struct Body {
  GroupDef def;
  std::vector<ValueRef> inputs;   // values outside, by port of the instance
  std::vector<ValueRef> outputs;  // values inside, by port of the instance
};

QString nameOf(const Graph& graph, NodeId id) {
  return QString::fromStdString(graph.node(id).name);
}

// A node outside that lies between two inside, or none.
NodeId between(const Graph& graph, const std::set<NodeId>& inside) {
  std::set<NodeId> after;  // outside, and reached from inside
  for (const NodeId id : graph.topological()) {
    const auto fed = [&](const ValueRef& input) {
      return input &&
             (after.contains(input.node) || (!inside.contains(id) && inside.contains(input.node)));
    };
    const std::vector<ValueRef>& inputs = graph.node(id).inputs;
    const auto it = std::find_if(inputs.begin(), inputs.end(), fed);
    if (it == inputs.end()) continue;
    if (!inside.contains(id)) {
      after.insert(id);
    } else if (after.contains(it->node)) {
      return it->node;
    }
  }
  return {};
}

// A name for an input of the body: that of the layer outside, unless it is taken or one of those that
// come in has it.
std::string portName(const Graph& into, const Graph& from, const std::set<NodeId>& inside,
                     const std::string& wish) {
  const auto taken = [&](const std::string& name) {
    const Node* node = from.find(name);
    return into.find(name) != nullptr || (node != nullptr && inside.contains(node->id));
  };
  std::string name = wish;
  for (int n = 2; taken(name); ++n) name = wish + "_in" + std::to_string(n);
  return name;
}

Outcome fill(Body& body, const Graph& graph, const std::set<NodeId>& inside) {
  Graph& into = body.def.graph;
  into.reserve_ids({std::max(inside.rbegin()->value + 1, graph.next_id().value)});
  std::map<ValueRef, ValueRef> stands;  // for a value outside: the Input within
  for (const NodeId id : graph.topological()) {
    if (!inside.contains(id)) continue;
    Node node = graph.node(id);
    for (ValueRef& input : node.inputs) {
      if (!input || inside.contains(input.node)) continue;
      auto it = stands.find(input);
      if (it == stands.end()) {
        Node port = make_node(op("Input"));
        port.name = portName(into, graph, inside, graph.node(input.node).name);
        NodeId made;
        if (Outcome o = outcome(into.add(std::move(port), &made)); !o) return o;
        it = stands.emplace(input, ValueRef{made, 0}).first;
        body.inputs.push_back(input);
      }
      input = it->second;
    }
    if (Outcome o = outcome(into.add(std::move(node))); !o) return o;
  }
  const auto addOutput = [&](ValueRef value) {
    Node port = make_node(op("Output"));
    port.name = into.free_name("out");
    port.inputs = {value};
    body.outputs.push_back(value);
    return outcome(into.add(std::move(port)));
  };
  for (const NodeId id : graph.topological()) {
    if (!inside.contains(id)) continue;
    for (std::uint32_t port = 0; port < graph.node(id).outputs; ++port) {
      const std::vector<PortRef> users = graph.users({id, port});
      const bool leaves = std::any_of(users.begin(), users.end(),
                                      [&](PortRef u) { return !inside.contains(u.node); });
      // A loose end is one that a person will want to go on from.
      if (!leaves && !(users.empty() && port == 0)) continue;
      if (Outcome o = addOutput({id, port}); !o) return o;
    }
  }
  return {};
}

void layOut(Draft& draft, const std::string& sheet, const Body& body, const QRectF& bounds,
            const std::map<NodeId, CardLayout>& cards) {
  double in = 0, out = 0;
  for (const NodeId id : body.def.graph.nodes()) {
    const Node& node = body.def.graph.node(id);
    const QPointF left(-(kCardWidth + kGapX), 0);
    if (is_input(node)) {
      draft.setCard(sheet, id,
                    CardLayout{toPoint(snapped(left + QPointF(0, in))), {}, false, false});
      in += kCardHeight + kGapY;
    } else if (is_output(node)) {
      const QPointF right(bounds.width() + kGapX, out);
      draft.setCard(sheet, id, CardLayout{toPoint(snapped(right)), {}, false, false});
      out += kCardHeight + kGapY;
    } else if (const auto it = cards.find(id); it != cards.end()) {
      CardLayout card = it->second;
      card.at = toPoint(toPointF(card.at) - bounds.topLeft());
      draft.setCard(sheet, id, card);
    }
  }
}

}  // namespace

Outcome Group::apply(Draft& draft) {
  const Graph graph = draft.graph();
  std::set<NodeId> inside;
  for (const NodeId id : m_nodes) {
    const Node* node = graph.find(id);
    if (node != nullptr && !is_input(*node) && !is_output(*node)) inside.insert(id);
  }
  if (inside.empty()) return Outcome::refused(tr("Select the layers to group first."));
  if (const NodeId id = between(graph, inside)) {
    return Outcome::refused(
        tr("%1 lies between the layers: select it too, or fewer of them.").arg(nameOf(graph, id)));
  }

  Body body;
  if (Outcome o = fill(body, graph, inside); !o) return o;
  std::string name = m_name.trimmed().isEmpty() ? "block" : m_name.trimmed().toStdString();
  std::replace(name.begin(), name.end(), '/', '.');
  const std::string wish = name;
  for (int n = 2; draft.network().groups.contains(name); ++n) name = wish + std::to_string(n);

  QRectF bounds;
  std::map<NodeId, CardLayout> cards;
  for (const NodeId id : inside) {
    const auto it = draft.sheet().cards.find(id);
    if (it == draft.sheet().cards.end()) continue;
    cards.emplace(id, it->second);
    bounds |= QRectF(toPointF(it->second.at), QSizeF(kCardWidth, kCardHeight));
  }
  draft.define(name, body.def);
  layOut(draft, name, body, bounds, cards);

  Node instance = make_instance(draft.network(), name);
  instance.name = draft.graph().free_name(instance.name);
  instance.inputs = body.inputs;
  Graph& edited = draft.edit();
  if (Outcome o = outcome(edited.add(std::move(instance), &m_instance)); !o) return o;
  for (std::uint32_t port = 0; port < body.outputs.size(); ++port) {
    for (const PortRef user : graph.users(body.outputs[port])) {
      if (inside.contains(user.node)) continue;
      if (Outcome o = outcome(edited.connect({m_instance, port}, user)); !o) return o;
    }
  }
  for (const NodeId id : inside) draft.removeNode(id);
  draft.setPlace(m_instance, snapped(bounds.center() - QPointF(kCardWidth, kCardHeight) / 2));

  // "3:W" and "12.0/3:W" become "20.0/3:W" and "20.0/12.0/3:W".
  const std::string prefix = std::to_string(m_instance.value) + ".0/";
  for (const auto& [key, tensor] : draft.project().weights.all()) {
    const NodeId first{std::uint32_t(std::strtoul(key.c_str(), nullptr, 10))};
    if (draft.sheetName().empty() && inside.contains(first)) draft.renameWeight(key, prefix + key);
  }
  draft.selectAfter(Selection::of(m_instance));
  return {};
}

}  // namespace espalier::ui
