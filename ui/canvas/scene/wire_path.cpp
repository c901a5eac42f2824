// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/canvas/scene/wire_path.h"

#include <QLineF>
#include <QPolygonF>
#include <algorithm>
#include <cmath>

namespace espalier::ui {
namespace {

constexpr double kStub = 24;  // straight out of a port before the first turn
constexpr double kLane = 28;  // from a card's border to the lane

void curveTo(QPainterPath& path, QPointF to) {
  const QPointF from = path.currentPosition();
  const double reach = std::clamp(std::abs(to.x() - from.x()) * 0.5, 12.0, 160.0);
  if (std::abs(to.y() - from.y()) < 0.5) {
    path.lineTo(to);
  } else {
    path.cubicTo(from + QPointF(reach, 0), to - QPointF(reach, 0), to);
  }
}

// A polyline with rounded corners.
void roundedTo(QPainterPath& path, const std::vector<QPointF>& points) {
  for (std::size_t i = 1; i + 1 < points.size(); ++i) {
    const QLineF in(points[i], points[i - 1]), out(points[i], points[i + 1]);
    const double radius = std::min({36.0, in.length() / 2, out.length() / 2});
    if (radius < 0.5) continue;
    const QPointF start = in.pointAt(radius / in.length()),
                  end = out.pointAt(radius / out.length());
    path.lineTo(start);
    // Four thirds of the tangent of an eighth: a quarter of a circle.
    constexpr double kRound = 1 - 0.5523;
    path.cubicTo(in.pointAt(kRound * radius / in.length()),
                 out.pointAt(kRound * radius / out.length()), end);
  }
  path.lineTo(points.back());
}

double laneY(QPointF from, QPointF to, const QRectF& a, const QRectF& b) {
  if (a.isEmpty() || b.isEmpty()) {
    return std::abs(to.y() - from.y()) > 2 * kLane ? (from.y() + to.y()) / 2
                                                   : std::max(from.y(), to.y()) + 2 * kLane;
  }
  if (b.top() - a.bottom() > 16) return (a.bottom() + b.top()) / 2;  // the next row below
  if (a.top() - b.bottom() > 16) return (b.bottom() + a.top()) / 2;  // a row above
  return std::max(a.bottom(), b.bottom()) + kLane;                   // the same row: under it
}

}  // namespace

bool runsBack(QPointF from, QPointF to) { return to.x() < from.x() + 8; }

QPainterPath wirePath(QPointF from, QPointF to, const QRectF& fromCard, const QRectF& toCard,
                      const std::vector<QPointF>& knots) {
  QPainterPath path(from);
  if (!knots.empty()) {
    for (const QPointF& knot : knots) curveTo(path, knot);
    curveTo(path, to);
    return path;
  }
  if (!runsBack(from, to)) {
    curveTo(path, to);
    return path;
  }
  const double y = laneY(from, to, fromCard, toCard);
  const double right =
      std::max(from.x(), toCard.isEmpty() ? from.x() : std::min(from.x() + 1, toCard.right())) +
      kStub;
  const double left = to.x() - kStub;
  roundedTo(path, {from, {right, from.y()}, {right, y}, {left, y}, {left, to.y()}, to});
  return path;
}

NearestOnPath nearestOnPath(const QPainterPath& path, QPointF point) {
  NearestOnPath best;
  const QList<QPolygonF> polygons = path.toSubpathPolygons();
  const double whole = path.length();
  double before = 0;
  for (const QPolygonF& polygon : polygons) {
    for (qsizetype i = 0; i + 1 < polygon.size(); ++i) {
      const QPointF a = polygon[i], d = polygon[i + 1] - a;
      const double length2 = QPointF::dotProduct(d, d);
      const double u =
          length2 > 0 ? std::clamp(QPointF::dotProduct(point - a, d) / length2, 0.0, 1.0) : 0;
      const double distance = QLineF(point, a + u * d).length();
      const double length = std::sqrt(length2);
      if (distance < best.distance) {
        best.distance = distance;
        best.t = whole > 0 ? (before + u * length) / whole : 0;
      }
      before += length;
    }
  }
  return best;
}

}  // namespace espalier::ui
