// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMarginsF>
#include <QPointF>
#include <QRectF>
#include <QTransform>
#include <algorithm>

namespace espalier::ui {

// Which part of the scene the widget shows.
struct Viewport {
  static constexpr double kLeast = 0.02, kMost = 4;

  double scale = 1;
  QPointF origin;  // of the scene, in the widget's top left corner
  QSizeF size;     // of the widget

  QPointF toScene(QPointF view) const { return view / scale + origin; }
  QPointF toView(QPointF scene) const { return (scene - origin) * scale; }
  QRectF toView(const QRectF& r) const { return {toView(r.topLeft()), r.size() * scale}; }
  QRectF visible() const { return {origin, size / scale}; }
  QPointF center() const { return visible().center(); }
  QTransform transform() const {
    return QTransform::fromTranslate(-origin.x() * scale, -origin.y() * scale).scale(scale, scale);
  }
  // The place under the pointer stays there.
  void zoomAt(QPointF view, double to) {
    const QPointF fixed = toScene(view);
    scale = std::clamp(to, kLeast, kMost);
    origin = fixed - view / scale;
  }
  void centerOn(QPointF scene) {
    origin = scene - QPointF(size.width(), size.height()) / 2 / scale;
  }
  // Shows a rectangle with a margin, at 100 % at most.
  void fit(const QRectF& rect, const QMarginsF& margins) {
    if (rect.isEmpty() || size.isEmpty()) return;
    const double width = std::max(60.0, size.width() - margins.left() - margins.right());
    const double height = std::max(60.0, size.height() - margins.top() - margins.bottom());
    scale = std::clamp(std::min(width / rect.width(), height / rect.height()), kLeast, 1.0);
    origin =
        rect.center() - QPointF(margins.left() + width / 2, margins.top() + height / 2) / scale;
  }
};

}  // namespace espalier::ui
