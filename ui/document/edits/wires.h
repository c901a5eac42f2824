// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <optional>
#include <set>
#include <vector>

#include "ui/document/edit.h"
#include "ui/document/layer_kind.h"

namespace espalier::ui {

// Wires an output to an input; what was wired there goes. A cycle or a wrong kind is refused.
class Connect final : public Edit {
  Q_DECLARE_TR_FUNCTIONS(Connect)

 public:
  // `moved`: the input that the wire was pulled off, which becomes open.
  Connect(ValueRef from, PortRef to, std::optional<PortRef> moved = {})
      : m_from(from), m_to(to), m_moved(moved) {}
  QString text() const override { return m_moved ? tr("Move wire") : tr("Connect"); }
  Outcome apply(Draft& draft) override;

 private:
  ValueRef m_from;
  PortRef m_to;
  std::optional<PortRef> m_moved;
};

class Disconnect final : public Edit {
  Q_DECLARE_TR_FUNCTIONS(Disconnect)

 public:
  explicit Disconnect(std::vector<PortRef> wires) : m_wires(std::move(wires)) {}
  QString text() const override { return tr("Break %n wire(s)", nullptr, int(m_wires.size())); }
  Outcome apply(Draft& draft) override;

 private:
  std::vector<PortRef> m_wires;
};

// Puts a new node on a wire. With `makeRoom` what follows moves to the right where it is too near.
class InsertOnWire final : public Edit {
  Q_DECLARE_TR_FUNCTIONS(InsertOnWire)

 public:
  InsertOnWire(LayerKind kind, PortRef wire, QPointF at, bool makeRoom = true)
      : m_kind(std::move(kind)), m_wire(wire), m_at(at), m_makeRoom(makeRoom) {}
  QString text() const override { return tr("Insert %1").arg(m_kind.label()); }
  Outcome apply(Draft& draft) override;
  NodeId added() const { return m_added; }

 private:
  LayerKind m_kind;
  PortRef m_wire;
  QPointF m_at;
  bool m_makeRoom;
  NodeId m_added;
};

// Puts a node that is there, with an open input, on a wire.
class PutOnWire final : public Edit {
  Q_DECLARE_TR_FUNCTIONS(PutOnWire)

 public:
  PutOnWire(NodeId node, PortRef wire, bool makeRoom = true)
      : m_node(node), m_wire(wire), m_makeRoom(makeRoom) {}
  QString text() const override { return tr("Insert on wire"); }
  Outcome apply(Draft& draft) override;
  // Whether the node could go there at all, without trying.
  static bool possible(const Network& network, const Graph& graph, NodeId node, PortRef wire);

 private:
  NodeId m_node;
  PortRef m_wire;
  bool m_makeRoom;
};

// Takes nodes out of their chain, which is closed behind them; they keep the wires among themselves.
class PullOut final : public Edit {
  Q_DECLARE_TR_FUNCTIONS(PullOut)

 public:
  explicit PullOut(std::set<NodeId> nodes) : m_nodes(std::move(nodes)) {}
  QString text() const override { return tr("Pull out of the chain"); }
  Outcome apply(Draft& draft) override;

 private:
  std::set<NodeId> m_nodes;
};

}  // namespace espalier::ui
