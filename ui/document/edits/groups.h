// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <set>
#include <string>

#include "ui/document/edit.h"
#include "ui/document/selection.h"

namespace espalier::ui {

// Collapses nodes into a definition and one instance of it. Wires that cross the border become ports;
// inputs and outputs of the graph stay outside. Layers keep their ids in the body, and with them
// their weights. Refused where a wire leaves the nodes and comes back.
class Group final : public Edit {
  Q_DECLARE_TR_FUNCTIONS(Group)

 public:
  explicit Group(std::set<NodeId> nodes, QString name = {})
      : m_nodes(std::move(nodes)), m_name(std::move(name)) {}
  QString text() const override { return tr("Group"); }
  Outcome apply(Draft& draft) override;
  NodeId instance() const { return m_instance; }

 private:
  std::set<NodeId> m_nodes;
  QString m_name;
  NodeId m_instance;
};

// Puts the layers of an instance, all its repeats, in its place. The definition goes with its last
// instance.
class Ungroup final : public Edit {
  Q_DECLARE_TR_FUNCTIONS(Ungroup)

 public:
  explicit Ungroup(NodeId instance) : m_instance(instance) {}
  QString text() const override { return tr("Ungroup"); }
  Outcome apply(Draft& draft) override;

 private:
  NodeId m_instance;
};

// Gives a definition another name, for all its instances.
class RenameGroup final : public Edit {
  Q_DECLARE_TR_FUNCTIONS(RenameGroup)

 public:
  RenameGroup(std::string group, QString name)
      : m_group(std::move(group)), m_name(std::move(name)) {}
  QString text() const override { return tr("Rename group to %1").arg(m_name.trimmed()); }
  Outcome apply(Draft& draft) override;

 private:
  std::string m_group;
  QString m_name;
};

// Removes a definition that no instance uses.
class RemoveGroup final : public Edit {
  Q_DECLARE_TR_FUNCTIONS(RemoveGroup)

 public:
  explicit RemoveGroup(std::string group) : m_group(std::move(group)) {}
  QString text() const override {
    return tr("Delete group %1").arg(QString::fromStdString(m_group));
  }
  Outcome apply(Draft& draft) override;

 private:
  std::string m_group;
};

}  // namespace espalier::ui
