// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainterPath>
#include <QRectF>
#include <vector>

namespace espalier::ui {

// The run of a wire from an output (its end on the right of a card) to an input. Forward it is one
// smooth curve; to a card further left it goes round: out, along a lane between the rows, and in.
// The rectangles are those of the two cards, to find the lane; empty ones while a wire is drawn.
QPainterPath wirePath(QPointF from, QPointF to, const QRectF& fromCard = {},
                      const QRectF& toCard = {}, const std::vector<QPointF>& knots = {});

// Whether the wire has to go round.
bool runsBack(QPointF from, QPointF to);

// The distance of a point to a path, and where along it (0 … 1).
struct NearestOnPath {
  double distance = 1e9;
  double t = 0;
};
NearestOnPath nearestOnPath(const QPainterPath& path, QPointF point);

}  // namespace espalier::ui
