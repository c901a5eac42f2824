// SPDX-License-Identifier: GPL-3.0-or-later
#include <QRectF>
#include <algorithm>

#include "ui/document/draft.h"
#include "ui/document/edits/groups.h"
#include "ui/document/edits/heal.h"
#include "ui/document/placement.h"

namespace espalier::ui {
namespace {

bool isUsed(const Network& network, const std::string& group) {
  const auto uses = [&](const Graph& graph) {
    const std::vector<NodeId> ids = graph.nodes();
    return std::any_of(ids.begin(), ids.end(),
                       [&](NodeId id) { return graph.node(id).group == group; });
  };
  if (uses(network.graph)) return true;
  return std::any_of(network.groups.begin(), network.groups.end(),
                     [&](const auto& entry) { return uses(entry.second.graph); });
}

QRectF boundsOf(const Graph& body, const SheetLayout& sheet) {
  QRectF bounds;
  for (const auto& [id, card] : sheet.cards) {
    const Node* node = body.find(id);
    if (node == nullptr || is_input(*node) || is_output(*node)) continue;
    bounds |= QRectF(toPointF(card.at), QSizeF(kCardWidth, kCardHeight));
  }
  return bounds;
}

// Copies one repeat of the body into the graph. `values` holds what flows into the body and becomes
// what flows out; `names` says which new node came from which.
Outcome copyBody(Graph& graph, const Graph& body, std::vector<ValueRef>& values,
                 std::map<NodeId, NodeId>& made) {
  std::map<ValueRef, ValueRef> stands;
  const GroupPorts ports = ports_of(body);
  for (std::size_t i = 0; i < ports.inputs.size(); ++i) {
    stands[{ports.inputs[i], 0}] = i < values.size() ? values[i] : ValueRef{};
  }
  for (const NodeId id : body.topological()) {
    const Node& old = body.node(id);
    if (is_input(old) || is_output(old)) continue;
    Node node = old;
    // The id that the layer had before it was grouped may be free still: weights go by it.
    node.id = graph.contains(id) ? NodeId() : id;
    node.name = graph.free_name(node.name);
    for (ValueRef& input : node.inputs) input = input ? stands[input] : input;
    NodeId fresh;
    if (Outcome o = outcome(graph.add(std::move(node), &fresh)); !o) return o;
    made[id] = fresh;
    for (std::uint32_t port = 0; port < old.outputs; ++port) stands[{id, port}] = {fresh, port};
  }
  std::vector<ValueRef> out;
  for (const NodeId id : ports.outputs) {
    const Node& node = body.node(id);
    out.push_back(node.inputs.empty() || !node.inputs[0] ? ValueRef{} : stands[node.inputs[0]]);
  }
  values = std::move(out);
  return {};
}

}  // namespace

Outcome Ungroup::apply(Draft& draft) {
  const Node* found = draft.graph().find(m_instance);
  if (found == nullptr || found->group.empty())
    return Outcome::refused(tr("Select a group first."));
  const Node instance = *found;
  const auto def = draft.network().groups.find(instance.group);
  if (def == draft.network().groups.end()) {
    return Outcome::refused(
        tr("The group %1 is missing.").arg(QString::fromStdString(instance.group)));
  }
  const int repeats = repeats_of(instance);
  if (repeats > 1 && shares_weights(instance)) {
    return Outcome::refused(
        tr("The repeats share one set of weights, which separate layers cannot. "
           "Turn sharing off first."));
  }
  const Graph body = def->second.graph;
  const SheetLayout sheet = draft.sheet(instance.group);
  const QRectF bounds = boundsOf(body, sheet);
  const QPointF place = draft.place(m_instance);
  const std::span<const Wire> span = draft.graph().wires_from(m_instance);
  const std::vector<Wire> wires(span.begin(), span.end());

  const double step = bounds.width() + kGapX;
  for (const Wire& wire : wires) {
    makeRoom(draft, wire.to.node, place.x() + 1, repeats * step - kGapX - kCardWidth);
  }
  draft.removeNode(m_instance);
  std::vector<ValueRef> values = instance.inputs;
  Selection selection;
  const QPointF corner(place.x(), place.y() + kCardHeight / 2 - bounds.height() / 2);
  for (int repeat = 0; repeat < repeats; ++repeat) {
    std::map<NodeId, NodeId> made;
    if (Outcome o = copyBody(draft.edit(), body, values, made); !o) return o;
    for (const auto& [old, fresh] : made) {
      const auto it = sheet.cards.find(old);
      CardLayout card = it == sheet.cards.end() ? CardLayout() : it->second;
      card.at = toPoint(
          snapped(toPointF(card.at) - bounds.topLeft() + corner + QPointF(repeat * step, 0)));
      draft.setCard(fresh, card);
      selection.nodes.insert(fresh);
    }
    // "20.0/3:W" becomes "3:W", or what the layer's id is now.
    const std::string prefix =
        std::to_string(m_instance.value) + "." + std::to_string(repeat) + "/";
    for (const auto& [key, tensor] : draft.project().weights.all()) {
      if (!draft.sheetName().empty() || !key.starts_with(prefix)) continue;
      const std::string rest = key.substr(prefix.size());
      const std::size_t digits = rest.find_first_not_of("0123456789");
      const NodeId old{std::uint32_t(std::strtoul(rest.c_str(), nullptr, 10))};
      const auto it = made.find(old);
      if (it == made.end() || digits == std::string::npos) continue;
      draft.renameWeight(key, std::to_string(it->second.value) + rest.substr(digits));
    }
  }
  for (const Wire& wire : wires) {
    const ValueRef value = wire.from.port < values.size() ? values[wire.from.port] : ValueRef{};
    if (!value) continue;
    if (Outcome o = outcome(draft.edit().connect(value, wire.to)); !o) return o;
  }
  if (!isUsed(draft.network(), instance.group)) {
    for (const auto& [id, card] : sheet.cards) draft.setCard(instance.group, id, {});
    for (const auto& [wire, knots] : sheet.knots) draft.setKnots(instance.group, wire, {});
    draft.define(instance.group, {});
  }
  draft.selectAfter(std::move(selection));
  return {};
}

Outcome RenameGroup::apply(Draft& draft) {
  const std::string name = m_name.trimmed().toStdString();
  if (name == m_group) return {};
  if (name.empty() || name.find('/') != std::string::npos) {
    return Outcome::refused(tr("A group's name is not empty and has no “/”."));
  }
  const auto def = draft.network().groups.find(m_group);
  if (def == draft.network().groups.end()) return Outcome::refused(tr("The group is not there."));
  if (draft.network().groups.contains(name)) {
    return Outcome::refused(tr("There is a group %1 already.").arg(m_name.trimmed()));
  }
  draft.define(name, def->second);
  std::vector<std::string> sheets = {""};
  for (const auto& [group, definition] : draft.network().groups) {
    if (group != m_group) sheets.push_back(group);
  }
  for (const std::string& sheet : sheets) {
    for (const NodeId id : draft.graph(sheet).nodes()) {
      if (draft.graph(sheet).node(id).group != m_group) continue;
      Node node = draft.graph(sheet).node(id);
      node.group = name;
      if (Outcome o = outcome(draft.edit(sheet).replace(id, std::move(node))); !o) return o;
    }
  }
  draft.moveSheet(m_group, name);
  draft.define(m_group, {});
  return {};
}

Outcome RemoveGroup::apply(Draft& draft) {
  if (isUsed(draft.network(), m_group)) {
    return Outcome::refused(tr("%1 is used in the drawing: delete or ungroup its instances first.")
                                .arg(QString::fromStdString(m_group)));
  }
  const SheetLayout sheet = draft.sheet(m_group);
  for (const auto& [id, card] : sheet.cards) draft.setCard(m_group, id, {});
  for (const auto& [wire, knots] : sheet.knots) draft.setKnots(m_group, wire, {});
  draft.define(m_group, {});
  return {};
}

}  // namespace espalier::ui
