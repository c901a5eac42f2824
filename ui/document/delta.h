// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/project/project.h"

namespace espalier::ui {

// The state of one thing before and after.
template <class T> struct Swap { T before, after; };

// What an edit changed, both ways: the whole of undo. Graphs are copy-on-write, so that holding one
// costs a table of pointers; of layouts only what was touched is held.
class Delta {
 public:
  template <class Key, class Value>
  using Entries = std::map<std::pair<std::string, Key>, Swap<std::optional<Value>>>;

  std::map<std::string, Swap<std::optional<GroupDef>>> graphs;  // "" is the main graph
  Entries<NodeId, CardLayout> cards;                            // by sheet and id
  Entries<PortRef, std::vector<Point>> knots;
  Entries<std::uint32_t, NoteLayout> notes;
  Entries<std::uint32_t, FrameLayout> frames;
  std::optional<Swap<DataSpec>> data;
  std::optional<Swap<TrainingSettings>> training;
  std::optional<Swap<Quantization>> quantization;
  std::optional<Swap<std::string>> projectNotes;
  // Parameters that the edit gave another key (a layer went into a group): old key, new key.
  std::vector<std::pair<std::string, std::string>> weightKeys;

  bool empty() const;
  void undo(Project& project) const;
  void redo(Project& project) const;
  // Makes this one say what it and then the later one did.
  void append(const Delta& later);
};

// Sheets of groups that are gone, with nothing left on them, are no part of a project.
void dropEmptySheets(Project& project);

}  // namespace espalier::ui
