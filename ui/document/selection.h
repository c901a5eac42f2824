// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <set>

#include "engine/graph/ids.h"

namespace espalier::ui {

// What is selected in the graph that is shown. A wire is named by the input port it ends in.
struct Selection {
  std::set<NodeId> nodes;
  std::set<PortRef> wires;
  std::set<int> frames;  // ids of frames and notes
  NodeId focus;          // the one that keys move from and the inspector shows

  bool empty() const { return nodes.empty() && wires.empty() && frames.empty(); }
  bool operator==(const Selection&) const = default;
  static Selection of(NodeId node) { return {{node}, {}, {}, node}; }
};

}  // namespace espalier::ui
