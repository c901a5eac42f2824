// SPDX-License-Identifier: Apache-2.0
//
// Where things lie on the canvas: kept apart from meaning, so that moving a card changes no graph.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine/graph/ids.h"

namespace espalier {

struct Point {
  double x = 0, y = 0;  // scene pixels; y grows downward
  bool operator==(const Point&) const = default;
};

struct CardLayout {
  Point at;             // top left
  std::string color;    // "#rrggbb", or empty for the category's
  bool pinned = false;  // automatic layout leaves it alone
  bool collapsed = false;
  bool operator==(const CardLayout&) const = default;
};

struct NoteLayout {
  Point at;
  double width = 200, height = 100;
  std::string text, color;
  bool operator==(const NoteLayout&) const = default;
};

struct FrameLayout {
  Point at;
  double width = 400, height = 200;
  std::string title, color;
  bool operator==(const FrameLayout&) const = default;
};

struct ViewLayout {
  Point center;
  double zoom = 1;
  bool operator==(const ViewLayout&) const = default;
};

// One canvas: the main graph's or a group's.
struct SheetLayout {
  std::map<NodeId, CardLayout> cards;
  std::map<PortRef, std::vector<Point>> knots;  // of the wire that ends there
  std::map<std::uint32_t, NoteLayout> notes;    // by an id of their own
  std::map<std::uint32_t, FrameLayout> frames;
  ViewLayout view;
  bool operator==(const SheetLayout&) const = default;
};

struct Layout {
  std::map<std::string, SheetLayout, std::less<>> sheets;  // "" is the main graph
  bool operator==(const Layout&) const = default;
};

}  // namespace espalier
