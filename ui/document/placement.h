// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sizes that the document needs when it puts cards somewhere by itself, in scene pixels.
#pragma once

#include <QPointF>
#include <QSizeF>
#include <cmath>

namespace espalier::ui {

inline constexpr double kGrid = 8;         // cards snap to it
inline constexpr double kCardWidth = 160;  // a card grows with its text up to …
inline constexpr double kCardWidest = 240;
inline constexpr double kCardHeight = 56;  // … and with its ports
inline constexpr double kPortPitch = 16;
inline constexpr double kGapX = 56, kGapY = 40;  // between cards that are placed automatically

inline double snapped(double v) { return std::round(v / kGrid) * kGrid; }
inline QPointF snapped(QPointF p) { return {snapped(p.x()), snapped(p.y())}; }

}  // namespace espalier::ui
