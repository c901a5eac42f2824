// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/edits/nodes.h"

#include <algorithm>

#include "ui/document/draft.h"
#include "ui/document/edits/heal.h"

namespace espalier::ui {
namespace {

QString nameOf(const Draft& draft, NodeId id) {
  const Node* node = draft.graph().find(id);
  return node == nullptr ? QString() : QString::fromStdString(node->name);
}

Outcome checkGroup(const Draft& draft, const LayerKind& kind) {
  if (kind.op != nullptr || !holdsGroup(draft.network(), kind.group, draft.sheetName())) return {};
  return Outcome::refused(
      QCoreApplication::translate("Edit", "A group cannot hold itself: %1").arg(kind.label()));
}

// Whether a name is what the program gave: the operator in lower case and perhaps a number.
bool isGivenName(const std::string& name, const std::string& base) {
  return name.starts_with(base) &&
         std::all_of(name.begin() + std::ptrdiff_t(base.size()), name.end(),
                     [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

QString AddNode::text() const { return tr("Add %1").arg(m_kind.label()); }

Outcome AddNode::apply(Draft& draft) {
  if (Outcome o = checkGroup(draft, m_kind); !o) return o;
  std::optional<Node> node = makeNode(draft.network(), m_kind);
  if (!node) return Outcome::refused(tr("There is no group %1.").arg(m_kind.label()));
  node->name = draft.graph().free_name(node->name);
  if (Outcome o = outcome(draft.edit().add(std::move(*node), &m_added)); !o) return o;
  draft.setPlace(m_added, m_at);
  draft.selectAfter(Selection::of(m_added));
  return {};
}

QString Remove::text() const {
  if (!m_text.isEmpty()) return m_text;
  if (m_what.nodes.empty() && !m_what.wires.empty()) return tr("Delete wires");
  return tr("Delete %n layer(s)", nullptr, int(m_what.nodes.size()));
}

Outcome Remove::apply(Draft& draft) {
  // From the last port down, for a variadic operator closes its ranks.
  for (auto wire = m_what.wires.rbegin(); wire != m_what.wires.rend(); ++wire) {
    if (m_what.nodes.contains(wire->node) || !draft.graph().contains(wire->node)) continue;
    if (!is_wired(draft.graph().node(wire->node), wire->port)) continue;
    draft.setKnots(*wire, {});
    if (Outcome o = outcome(draft.edit().disconnect(*wire)); !o) return o;
  }
  for (const NodeId id : m_what.nodes) {
    if (draft.graph().contains(id)) draft.removeNode(id);
  }
  for (const int frame : m_what.frames) {
    draft.setFrame(std::uint32_t(frame), {});
    draft.setNote(std::uint32_t(frame), {});
  }
  return {};
}

Outcome RemoveAndHeal::apply(Draft& draft) {
  if (Outcome o = heal(draft, m_nodes); !o) return o;
  for (const NodeId id : m_nodes) {
    if (draft.graph().contains(id)) draft.removeNode(id);
  }
  return {};
}

Outcome Replace::apply(Draft& draft) {
  if (Outcome o = checkGroup(draft, m_kind); !o) return o;
  const Node* old = draft.graph().find(m_node);
  std::optional<Node> with = makeNode(draft.network(), m_kind);
  if (old == nullptr || !with) return Outcome::refused(tr("There is nothing to replace."));
  const std::string given = old->group.empty() ? make_node(*old->op).name : old->group;
  with->name = isGivenName(old->name, given) ? draft.graph().free_name(with->name) : old->name;
  with->id = m_node;
  with->muted = old->muted;
  for (const auto& [name, value] : old->attributes) {
    const AttrSpec* spec = with->op->attribute(name);
    if (spec != nullptr && spec->type == type_of(value)) with->attributes[name] = value;
  }
  // Data wires go to data ports in their order.
  const std::vector<std::uint32_t> from = dataInputs(draft.network(), *old);
  std::size_t next = 0;
  for (const std::uint32_t port : from) {
    if (port >= old->inputs.size() || !old->inputs[port]) continue;
    const std::vector<std::uint32_t> to = dataInputs(draft.network(), *with);
    if (next >= to.size()) break;
    if (with->inputs.size() <= to[next]) with->inputs.resize(to[next] + 1);
    with->inputs[to[next++]] = old->inputs[port];
  }
  const std::span<const Wire> span = draft.graph().wires_from(m_node);
  for (const Wire& wire : std::vector<Wire>(span.begin(), span.end())) {
    if (wire.from.port < with->outputs) continue;
    if (Outcome o = outcome(draft.edit().disconnect(wire.to)); !o) return o;
  }
  return outcome(draft.edit().replace(m_node, std::move(*with)));
}

Outcome Rename::apply(Draft& draft) {
  const QString name = m_name.trimmed();
  if (name == nameOf(draft, m_node)) return {};
  return outcome(draft.edit().rename(m_node, name.toStdString()));
}

Outcome ToggleMuted::apply(Draft& draft) {
  const bool all = std::all_of(m_nodes.begin(), m_nodes.end(), [&](NodeId id) {
    const Node* node = draft.graph().find(id);
    return node == nullptr || node->muted;
  });
  for (const NodeId id : m_nodes) {
    if (!draft.graph().contains(id)) continue;
    if (Outcome o = outcome(draft.edit().set_muted(id, !all)); !o) return o;
  }
  return {};
}

}  // namespace espalier::ui
