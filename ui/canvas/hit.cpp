// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/canvas/hit.h"

#include <QLineF>
#include <algorithm>

#include "ui/canvas/paint/scene_painter.h"
#include "ui/canvas/scene/wire_path.h"
#include "ui/document/draft.h"

namespace espalier::ui {
namespace {

constexpr double kPortPixels = 11, kWirePixels = 7, kBorderPixels = 6;

bool near(QPointF a, QPointF b, double reach) { return QLineF(a, b).length() <= reach; }

Hit portHit(const CardView& card, QPointF at, double reach) {
  Hit hit;
  double best = reach;
  const auto look = [&](const std::vector<PortView>& ports, Hit::Kind kind) {
    for (const PortView& port : ports) {
      const double distance = QLineF(at, card.rect.topLeft() + port.at).length();
      if (distance > best) continue;
      best = distance;
      hit.kind = kind;
      hit.node = card.id;
      hit.port = port.port;
    }
  };
  look(card.outputs, Hit::Kind::output);
  look(card.inputs, Hit::Kind::input);
  return hit;
}

Hit annotationHit(const Scene& scene, QPointF at, double reach) {
  const SheetLayout& sheet = scene.document().sheet();
  for (auto it = sheet.notes.rbegin(); it != sheet.notes.rend(); ++it) {
    const QRectF rect(toPointF(it->second.at), QSizeF(it->second.width, it->second.height));
    Hit hit;
    hit.annotation = it->first;
    hit.kind = near(at, rect.bottomRight(), 2 * reach) ? Hit::Kind::noteCorner : Hit::Kind::note;
    if (hit.kind == Hit::Kind::noteCorner || rect.contains(at)) return hit;
  }
  for (auto it = sheet.frames.rbegin(); it != sheet.frames.rend(); ++it) {
    const QRectF rect(toPointF(it->second.at), QSizeF(it->second.width, it->second.height));
    Hit hit;
    hit.annotation = it->first;
    hit.kind = near(at, rect.bottomRight(), 2 * reach) ? Hit::Kind::frameCorner : Hit::Kind::frame;
    if (hit.kind == Hit::Kind::frameCorner) return hit;
    // A frame is taken by its title and its border; its inside is empty canvas.
    const QRectF title(rect.topLeft(), QSizeF(rect.width(), 30));
    const QRectF inside = rect.adjusted(reach, 30, -reach, -reach);
    const bool border = rect.adjusted(-reach, -reach, reach, reach).contains(at);
    if (title.contains(at) || (border && !inside.contains(at))) return hit;
  }
  return {};
}

}  // namespace

const CardView* cardAt(const Scene& scene, QPointF at) {
  const auto& cards = scene.cards();
  const auto it = std::find_if(cards.rbegin(), cards.rend(),
                               [&](const CardView& card) { return card.rect.contains(at); });
  return it == cards.rend() ? nullptr : &*it;
}

const WireView* wireNear(const Scene& scene, QPointF at, double reach,
                         const std::set<NodeId>& except) {
  const WireView* best = nullptr;
  for (const WireView& wire : scene.wires()) {
    if (except.contains(wire.wire.from.node) || except.contains(wire.wire.to.node)) continue;
    if (!wire.bounds.adjusted(-reach, -reach, reach, reach).contains(at)) continue;
    const double distance = nearestOnPath(wire.path, at).distance;
    if (distance > reach) continue;
    reach = distance;
    best = &wire;
  }
  return best;
}

Hit hitAt(const Scene& scene, QPointF at, double scale) {
  const Detail detail = detailAt(scale);
  if (detail == Detail::full) {
    for (const CardView& card : scene.cards()) {
      if (!card.mark || card.quiet || card.fix.isEmpty()) continue;
      if (!calloutRects(card, scene.tokens()).fix.adjusted(-4, -3, 4, 3).contains(at)) continue;
      Hit hit;
      hit.kind = Hit::Kind::fix;
      hit.node = card.id;
      return hit;
    }
    const double reach = std::min(14.0, kPortPixels / scale);
    for (auto card = scene.cards().rbegin(); card != scene.cards().rend(); ++card) {
      if (!card->rect.adjusted(-reach, -reach, reach, reach).contains(at)) continue;
      if (const Hit hit = portHit(*card, at, reach)) return hit;
      if (card->rect.contains(at)) break;
    }
  }
  if (const CardView* card = cardAt(scene, at)) {
    Hit hit;
    hit.kind = Hit::Kind::card;
    hit.node = card->id;
    return hit;
  }
  for (const WireView& wire : scene.wires()) {
    for (std::size_t i = 0; i < wire.knots.size(); ++i) {
      if (!near(at, wire.knots[i], kPortPixels / scale)) continue;
      Hit hit;
      hit.kind = Hit::Kind::knot;
      hit.wire = wire.wire.to;
      hit.knot = i;
      return hit;
    }
  }
  if (detail != Detail::far) {
    if (const WireView* wire = wireNear(scene, at, kWirePixels / scale)) {
      Hit hit;
      hit.kind = Hit::Kind::wire;
      hit.wire = wire->wire.to;
      return hit;
    }
  }
  return annotationHit(scene, at, kBorderPixels / scale);
}

}  // namespace espalier::ui
