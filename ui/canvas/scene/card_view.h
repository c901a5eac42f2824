// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QRectF>
#include <QString>
#include <optional>
#include <vector>

#include "ui/document/document.h"
#include "ui/widgets/theme_tokens.h"

namespace espalier::ui {

// A port as drawn on the border of its card.
struct PortView {
  std::uint32_t port = 0;
  QPointF at;             // middle, relative to the card's corner
  bool optional = false;  // drawn smaller
  bool wired = false;
};

// Everything that is painted of one layer, computed when the layer changes and not while painting.
struct CardView {
  NodeId id;
  QRectF rect;
  QString title, subtitle;
  QColor stripe;
  std::vector<PortView> inputs, outputs;
  int sheets = 0;  // drawn behind the card: 1 for a group, 2 for a repeated one
  bool group = false;
  bool muted = false;
  bool pinned = false;
  double share = -1;  // of the overlay; < 0: none
  QString badge;      // a word at the right: "int8"
  // The gravest diagnostic. An input that is merely open is marked, but not put into words on the
  // canvas: every new layer has one.
  std::optional<Severity> mark;
  bool quiet = false;
  QString sentence;
  QString fix;          // label of its one-click cure
  int diagnostic = -1;  // its index among the layer's diagnostics

  QPointF inputAt(std::uint32_t port) const;  // in the scene
  QPointF outputAt(std::uint32_t port) const;
};

// Reads a node of the graph that is shown. Its share comes from the document's overlay.
CardView cardView(const Document& document, const Node& node, const ThemeTokens& tokens);

// What a tooltip and a screen reader say of a card, in lines.
QString cardDescription(const Document& document, NodeId id);

}  // namespace espalier::ui
