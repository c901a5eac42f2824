// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <set>
#include <vector>

#include "ui/document/edit.h"
#include "ui/document/layer_kind.h"
#include "ui/document/selection.h"

namespace espalier::ui {

class AddNode final : public Edit {
  Q_DECLARE_TR_FUNCTIONS(AddNode)

 public:
  AddNode(LayerKind kind, QPointF at) : m_kind(std::move(kind)), m_at(at) {}
  QString text() const override;
  Outcome apply(Draft& draft) override;
  NodeId added() const { return m_added; }  // selected afterwards

 private:
  LayerKind m_kind;
  QPointF m_at;
  NodeId m_added;
};

// Deletes nodes with their wires, wires, frames and notes. Deleting nothing is done at once.
class Remove final : public Edit {
  Q_DECLARE_TR_FUNCTIONS(Remove)

 public:
  explicit Remove(Selection what, QString text = {})
      : m_what(std::move(what)), m_text(std::move(text)) {}
  QString text() const override;
  Outcome apply(Draft& draft) override;

 private:
  Selection m_what;
  QString m_text;
};

// Deletes nodes and wires what fed them to what they fed, through their first wired input.
class RemoveAndHeal final : public Edit {
  Q_DECLARE_TR_FUNCTIONS(RemoveAndHeal)

 public:
  explicit RemoveAndHeal(std::set<NodeId> nodes) : m_nodes(std::move(nodes)) {}
  QString text() const override { return tr("Delete and reconnect"); }
  Outcome apply(Draft& draft) override;

 private:
  std::set<NodeId> m_nodes;
};

// Makes a node another kind: wires stay port by port, attributes of the same name and type stay, and
// with its id so do weights where their shapes match.
class Replace final : public Edit {
  Q_DECLARE_TR_FUNCTIONS(Replace)

 public:
  Replace(NodeId node, LayerKind kind) : m_node(node), m_kind(std::move(kind)) {}
  QString text() const override { return tr("Replace with %1").arg(m_kind.label()); }
  Outcome apply(Draft& draft) override;

 private:
  NodeId m_node;
  LayerKind m_kind;
};

class Rename final : public Edit {
  Q_DECLARE_TR_FUNCTIONS(Rename)

 public:
  Rename(NodeId node, QString name) : m_node(node), m_name(std::move(name)) {}
  QString text() const override { return tr("Rename to %1").arg(m_name.trimmed()); }
  Outcome apply(Draft& draft) override;

 private:
  NodeId m_node;
  QString m_name;
};

// Mutes nodes, or unmutes them where all are muted.
class ToggleMuted final : public Edit {
  Q_DECLARE_TR_FUNCTIONS(ToggleMuted)

 public:
  explicit ToggleMuted(std::set<NodeId> nodes) : m_nodes(std::move(nodes)) {}
  QString text() const override { return tr("Mute or unmute"); }
  Outcome apply(Draft& draft) override;

 private:
  std::set<NodeId> m_nodes;
};

}  // namespace espalier::ui
