// SPDX-License-Identifier: GPL-3.0-or-later
//
// Small drawings for tests of document and canvas.
#pragma once

#include <QTest>
#include <string>
#include <vector>

#include "engine/project/project_file.h"
#include "ui/document/document.h"
#include "ui/document/edits/nodes.h"
#include "ui/document/edits/values.h"
#include "ui/document/edits/wires.h"

namespace espalier::ui {

inline NodeId add(Document& document, const char* op, QPointF at) {
  AddNode edit(LayerKind{&espalier::op(op), {}}, at);
  if (!document.apply(edit)) qFatal("cannot add %s", op);
  return edit.added();
}

inline Outcome wire(Document& document, NodeId from, NodeId to, std::uint32_t port = 0) {
  return document.apply(Connect({from, 0}, {to, port}));
}

inline NodeId idOf(const Document& document, const char* name) {
  const Node* node = document.graph().find(std::string_view(name));
  return node == nullptr ? NodeId() : node->id;
}

inline ValueRef inputOf(const Document& document, NodeId node, std::uint32_t port = 0) {
  const std::vector<ValueRef>& inputs = document.graph().node(node).inputs;
  return port < inputs.size() ? inputs[port] : ValueRef();
}

// A chain left to right: input → conv → relu → maxpool → flatten → gemm. Ids in that order.
inline std::vector<NodeId> drawChain(Document& document) {
  std::vector<NodeId> ids;
  double x = 0;
  for (const char* op : {"Input", "Conv", "Relu", "MaxPool", "Flatten", "Gemm"}) {
    ids.push_back(add(document, op, {x, 0}));
    if (ids.size() > 1 && !wire(document, ids[ids.size() - 2], ids.back())) qFatal("no wire");
    x += 240;
  }
  document.clearSelection();
  return ids;
}

inline std::string textOf(const Document& document) { return project_text(document.project()); }

}  // namespace espalier::ui
