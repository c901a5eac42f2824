// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>

#include "ui/canvas/scene/scene.h"

namespace espalier::ui {

// What lies under a place of the canvas, the topmost first.
struct Hit {
  enum class Kind {
    none,
    card,
    input,
    output,
    wire,
    knot,
    frame,
    frameCorner,
    note,
    noteCorner,
    fix
  };
  Kind kind = Kind::none;
  NodeId node;
  std::uint32_t port = 0;
  PortRef wire;  // of wires and knots
  std::size_t knot = 0;
  std::uint32_t annotation = 0;

  explicit operator bool() const { return kind != Kind::none; }
  bool isPort() const { return kind == Kind::input || kind == Kind::output; }
  ValueRef output() const { return {node, port}; }
  PortRef input() const { return {node, port}; }
};

// Ports, wires and borders are hit within a few pixels of the screen, whatever the scale.
Hit hitAt(const Scene& scene, QPointF at, double scale);
// The wire nearest to a place within reach, leaving out those at `except`.
const WireView* wireNear(const Scene& scene, QPointF at, double reach,
                         const std::set<NodeId>& except = {});
// The card under a place, or null.
const CardView* cardAt(const Scene& scene, QPointF at);

}  // namespace espalier::ui
