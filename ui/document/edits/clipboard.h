// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QStringList>
#include <set>

#include "engine/graph/ids.h"
#include "ui/document/edit.h"

namespace espalier::ui {

class Document;

// The selected nodes as text for the clipboard; empty where none is selected.
QString copiedText(const Document& document);

// Adds what the text holds, its middle at a place; it is selected afterwards.
class Paste final : public Edit {
  Q_DECLARE_TR_FUNCTIONS(Paste)

 public:
  Paste(QString fragment, QPointF middle, bool keepIncoming = false)
      : m_fragment(std::move(fragment)), m_middle(middle), m_keepIncoming(keepIncoming) {}
  QString text() const override { return tr("Paste"); }
  Outcome apply(Draft& draft) override;
  const QStringList& warnings() const { return m_warnings; }

 private:
  QString m_fragment;
  QPointF m_middle;
  bool m_keepIncoming;
  QStringList m_warnings;
};

// A copy of nodes beside them, with the wires among them and, where asked, those that come in.
class Duplicate final : public Edit {
  Q_DECLARE_TR_FUNCTIONS(Duplicate)

 public:
  Duplicate(std::set<NodeId> nodes, QPointF offset, bool keepIncoming = true)
      : m_nodes(std::move(nodes)), m_offset(offset), m_keepIncoming(keepIncoming) {}
  QString text() const override { return tr("Duplicate"); }
  Outcome apply(Draft& draft) override;

 private:
  std::set<NodeId> m_nodes;
  QPointF m_offset;
  bool m_keepIncoming;
};

}  // namespace espalier::ui
