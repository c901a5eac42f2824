// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainterPath>
#include <QRectF>
#include <functional>
#include <unordered_map>
#include <vector>

#include "ui/canvas/scene/card_view.h"
#include "ui/document/arrange.h"

namespace espalier::ui {

// A wire as drawn, with the shape that it carries.
struct WireView {
  Wire wire;
  QPainterPath path;
  QRectF bounds;
  QString chip;
  QRectF chipRect;        // empty: none
  bool bad = false;       // the layer at its end refuses what it carries
  bool training = false;  // leads to something that is there for training only
  std::vector<QPointF> knots;
};

// The mirror of the graph that is shown: geometry and texts, ready to paint. Follows the document
// change by change; the document stays the truth. Cards and wires lie in flat lists, which a frame
// walks through.
class Scene {
 public:
  Scene(const Document& document, const ThemeTokens& tokens);

  void rebuild();
  // What an edit changed. Cards keep the places that a drag in progress gave them.
  void follow(const Change& change);
  void setTokens(const ThemeTokens& tokens);
  void refreshShares();  // after another overlay was set

  const Document& document() const { return m_document; }
  const ThemeTokens& tokens() const { return m_tokens; }
  const std::vector<CardView>& cards() const { return m_cards; }
  const std::vector<WireView>& wires() const { return m_wires; }
  const CardView* card(NodeId id) const;
  const WireView* wire(PortRef to) const;
  QRectF bounds() const;                         // of all cards, notes and frames
  QRectF boundsOf(const Selection& what) const;  // empty where nothing of it is there
  CardRects rects(const std::set<NodeId>& ids) const;
  double greatestShare() const { return m_greatestShare; }

  // While cards are dragged: where they are drawn now. An empty map: back to the document's places.
  void setDragged(const CardPlaces& places);

 private:
  const Document& m_document;
  ThemeTokens m_tokens;
  std::vector<CardView> m_cards;
  std::vector<WireView> m_wires;
  std::unordered_map<NodeId, std::size_t> m_cardIndex;
  std::unordered_map<std::uint64_t, std::size_t> m_wireIndex;
  CardPlaces m_dragged;
  double m_greatestShare = 0;

  void putCard(NodeId id);
  void removeCard(NodeId id);
  void putWiresInto(NodeId id);
  void removeWiresInto(NodeId id);
  void putWire(const Wire& wire);
  void removeWire(PortRef to);
  void routeAround(NodeId id);  // wires of a card that moved
  void findGreatestShare();
};

}  // namespace espalier::ui
