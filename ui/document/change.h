// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/graph/ids.h"

namespace espalier::ui {

// What an edit, an undo or a redo did, for those who mirror the document.
struct Change {
  // Another graph is shown now (group entered or left, file opened): read everything anew.
  bool everything = false;
  // Nodes of the graph that is shown whose content, wires, shape, cost or diagnostics changed; added
  // and removed ones among them.
  std::vector<NodeId> nodes;
  // Nodes of the graph that is shown that moved or changed colour; no overlap with meaning.
  std::vector<NodeId> places;
  bool annotations = false;   // frames, notes, knots
  bool groups = false;        // a definition was made, changed, renamed or removed
  bool data = false;          // data settings
  bool training = false;      // training settings
  bool quantization = false;  // what runs in 8 bits, and with which ranges
  bool other = false;         // the project's notes

  bool drawing() const { return everything || !nodes.empty(); }
};

}  // namespace espalier::ui
