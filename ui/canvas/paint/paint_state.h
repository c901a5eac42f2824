// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>
#include <functional>
#include <optional>

#include "ui/document/selection.h"

namespace espalier::ui {

// How much of a card is drawn.
enum class Detail {
  far,    // coloured boxes in one batch
  named,  // boxes with a stripe and a name
  full
};
inline constexpr double kFarBelow = 0.25, kNamedBelow = 0.55;
inline Detail detailAt(double scale) {
  return scale < kFarBelow ? Detail::far : scale < kNamedBelow ? Detail::named : Detail::full;
}

enum class PortLook { normal, open, refused };  // open: a wire in hand may end there

// What a frame needs besides the scene; everything that comes and goes with pointer and keys.
struct PaintState {
  double scale = 1;
  QRectF visible;  // of the scene
  Selection selection;
  NodeId hovered;
  bool focused = true;                     // the canvas has the keyboard
  std::optional<PortRef> highlightedWire;  // something would be dropped on it
  NodeId highlightedCard;                  // … or replace it
  std::function<PortLook(NodeId, std::uint32_t, bool input)> portLook;  // while a wire is in hand
  bool callouts = true;                                                 // problems in words
  NodeId detailed;  // the card whose share is told in lines of "label\tvalue"
  QString details;
};

}  // namespace espalier::ui
