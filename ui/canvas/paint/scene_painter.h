// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>
#include <vector>

#include "ui/canvas/paint/paint_state.h"
#include "ui/canvas/scene/scene.h"

namespace espalier::ui {

// Paints a scene with a painter that is set to scene coordinates. Keeps nothing; used by the canvas,
// by pictures for files and by the minimap.
class ScenePainter {
 public:
  ScenePainter(QPainter& painter, const Scene& scene, const PaintState& state);

  void paint();       // annotations, wires, cards, callouts
  void grid() const;  // behind it, on the screen only

 private:
  QPainter& m_painter;
  const Scene& m_scene;
  const PaintState& m_state;
  const ThemeTokens& m_tokens;
  Detail m_detail;

  void annotations() const;
  void wires() const;
  void wiresFar() const;
  void chips() const;
  QRectF free(const QRectF& chip, const std::vector<QRectF>& cards) const;
  void cards() const;
  void cardsFar() const;
  void callouts() const;
  bool selected(const WireView& wire) const;
  bool isVisible(const QRectF& rect) const { return rect.intersects(m_state.visible); }
};

// One card in full or as a named box.
void paintCard(QPainter& painter, const CardView& card, const ThemeTokens& tokens,
               const PaintState& state, double greatestShare);
// A problem in words below its card. The rectangle that it takes, and the one of its cure.
struct CalloutRects {
  QRectF box, fix;
};
CalloutRects calloutRects(const CardView& card, const ThemeTokens& tokens);
void paintCallout(QPainter& painter, const CardView& card, const ThemeTokens& tokens);

// What the overlay knows of a card, above it or, at the upper edge of what is visible, below it: a
// heading and lines of "label\tvalue".
void paintDetails(QPainter& painter, const CardView& card, const QString& text,
                  const ThemeTokens& tokens, const QRectF& visible);

// A text box by the pointer: why a wire cannot end here.
void paintHint(QPainter& painter, QPointF at, const QString& text, const ThemeTokens& tokens,
               bool bad);

}  // namespace espalier::ui
