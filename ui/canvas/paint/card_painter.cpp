// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFontMetricsF>
#include <QPainterPath>
#include <algorithm>

#include "ui/canvas/paint/scene_painter.h"
#include "ui/widgets/text.h"

namespace espalier::ui {
namespace {

constexpr double kStripe = 5, kLeft = 15, kRight = 12;

// The card's own shape, cut by its rounded corners.
void paintStripe(QPainter& p, const QRectF& rect, double radius, const QColor& color) {
  QPainterPath outline;
  outline.addRoundedRect(rect, radius, radius);
  QPainterPath bar;
  bar.addRect(QRectF(rect.topLeft(), QSizeF(kStripe, rect.height())));
  p.fillPath(outline.intersected(bar), color);
}

void paintMark(QPainter& p, QPointF middle, const CardView& card, const ThemeTokens& t) {
  const bool error = *card.mark == Severity::error;
  const QColor color = error ? t.bad : t.warning;
  const QRectF disc(middle - QPointF(7, 7), QSizeF(14, 14));
  if (card.quiet) {
    // Not wrong, only not finished: a ring.
    p.setPen(QPen(t.warning, 1.4));
    p.setBrush(Qt::NoBrush);
    p.drawEllipse(disc.adjusted(2, 2, -2, -2));
    return;
  }
  p.setPen(Qt::NoPen);
  p.setBrush(color);
  p.drawEllipse(disc);
  p.setPen(error ? t.onBad : t.dark ? t.onAccent : t.onBad);
  p.setFont(t.font(t.tiny, QFont::Bold));
  p.drawText(disc, Qt::AlignCenter, QStringLiteral("!"));
}

void paintPort(QPainter& p, QPointF at, const PortView& port, PortLook look, const ThemeTokens& t) {
  const double radius = look == PortLook::open ? 5.5 : port.optional && !port.wired ? 3 : 4.2;
  p.setBrush(look == PortLook::open ? t.accent : t.background);
  p.setPen(QPen(look == PortLook::open         ? t.accent
                : look == PortLook::refused    ? t.line
                : port.optional && !port.wired ? t.faint
                                               : t.wire,
                1.4));
  p.drawEllipse(at, radius, radius);
}

// A word in a rounded frame that ends at `right`; returns where it begins.
double paintBadge(QPainter& p, double right, double middle, const QString& text,
                  const ThemeTokens& t) {
  const QFont font = t.font(t.tiny, QFont::Medium);
  const double width = QFontMetricsF(font).horizontalAdvance(text) + 10;
  const QRectF box(right - width, middle - 7.5, width, 15);
  p.setPen(QPen(t.cardLine, 1));
  p.setBrush(t.field);
  p.drawRoundedRect(box, 4, 4);
  p.setFont(font);
  p.setPen(t.secondary);
  p.drawText(box, Qt::AlignCenter, text);
  return box.left();
}

void paintTexts(QPainter& p, const CardView& card, const ThemeTokens& t, double greatestShare) {
  const QRectF& r = card.rect;
  const bool shares = card.share >= 0;
  // Three lines where there is a bar, else the two texts about the middle.
  const double middle = r.center().y() - (shares ? 6 : 0);
  double right = r.right() - kRight;
  if (card.mark) {
    paintMark(p, {right - 6, middle - 9}, card, t);
    right -= 20;
  }
  if (shares) {
    const QFont font = t.font(t.small, QFont::Medium);
    const QString text = percentText(card.share);
    p.setFont(font);
    p.setPen(card.share >= greatestShare * 0.5 && greatestShare > 0 ? t.text : t.secondary);
    p.drawText(QRectF(r.left(), middle - 18, right - r.left(), 18),
               Qt::AlignRight | Qt::AlignVCenter, text);
    right -= QFontMetricsF(font).horizontalAdvance(text) + 6;
  }
  const QFont title = t.font(t.base, QFont::DemiBold);
  p.setFont(title);
  p.setPen(t.text);
  const double titleWidth = right - r.left() - kLeft;
  p.drawText(QRectF(r.left() + kLeft, middle - 18, titleWidth, 18), Qt::AlignVCenter,
             QFontMetricsF(title).elidedText(card.title, Qt::ElideRight, titleWidth));
  const QFont second = t.font(t.small);
  const double width = r.width() - kLeft - kRight;
  double subtitle = width;
  if (!card.badge.isEmpty())
    subtitle = paintBadge(p, r.right() - kRight, middle + 8, card.badge, t) - 8 - r.left() - kLeft;
  p.setFont(second);
  p.setPen(t.secondary);
  p.drawText(QRectF(r.left() + kLeft, middle - 1, subtitle, 18), Qt::AlignVCenter,
             QFontMetricsF(second).elidedText(card.subtitle, Qt::ElideRight, subtitle));
  if (!shares) return;
  const QRectF track(r.left() + kLeft, middle + 20, width, 4);
  p.setPen(Qt::NoPen);
  p.setBrush(t.line);
  p.drawRoundedRect(track, 2, 2);
  const double relative = greatestShare > 0 ? std::clamp(card.share / greatestShare, 0.0, 1.0) : 0;
  QRectF bar = track;
  bar.setWidth(std::max(3.0, track.width() * relative));
  p.setBrush(t.heat(relative));
  p.drawRoundedRect(bar, 2, 2);
}

void paintName(QPainter& p, const CardView& card, const ThemeTokens& t, double scale) {
  // As large as the box allows and no smaller than 9 pixels on the screen.
  const int size = int(std::clamp(10 / scale, 15.0, card.rect.height() * 0.5));
  const QFont font = t.font(size, QFont::DemiBold);
  const QRectF inside = card.rect.adjusted(kStripe + 8, 0, -8, 0);
  p.setFont(font);
  p.setPen(t.text);
  p.drawText(inside, Qt::AlignVCenter,
             QFontMetricsF(font).elidedText(card.title, Qt::ElideRight, inside.width()));
}

}  // namespace

void paintCard(QPainter& p, const CardView& card, const ThemeTokens& t, const PaintState& state,
               double greatestShare) {
  const bool full = detailAt(state.scale) == Detail::full;
  const bool selected = state.selection.nodes.contains(card.id);
  const bool target = state.highlightedCard == card.id;
  const double radius = t.radiusCard;
  p.setOpacity(card.muted ? 0.5 : 1.0);
  for (int sheet = card.sheets; sheet > 0; --sheet) {
    p.setPen(QPen(t.cardLine, 1));
    p.setBrush(t.card);
    p.drawRoundedRect(card.rect.translated(4 * sheet, -4 * sheet), radius, radius);
  }
  QColor border = t.cardLine;
  double width = 1;
  if (card.mark == Severity::error && !card.quiet) border = t.bad;
  if (state.hovered == card.id) border = t.faint;
  if (selected || target) {
    border = t.accent;
    width = state.selection.focus == card.id && state.selection.nodes.size() > 1 ? 2.4 : 1.6;
  }
  // A border of one device pixel at least, however far out.
  if (!full) width = std::max(width, width / state.scale * 0.8);
  if (!full && card.share >= 0 && greatestShare > 0) {
    // Far out heat fills the box; its length is what the number near it would say.
    p.setPen(Qt::NoPen);
    p.setBrush(t.card);
    p.drawRoundedRect(card.rect, radius, radius);
    const double relative = std::clamp(card.share / greatestShare, 0.0, 1.0);
    QRectF bar(card.rect.left(), card.rect.bottom() - 8, card.rect.width() * relative, 8);
    p.fillRect(bar.adjusted(kStripe, 0, 0, 0), t.heat(relative));
  } else {
    p.setPen(Qt::NoPen);
    p.setBrush(target ? t.selection : t.card);
    p.drawRoundedRect(card.rect, radius, radius);
  }
  paintStripe(p, card.rect, radius, card.stripe);
  QPen pen(border, width);
  if (card.muted) pen.setDashPattern({4, 3});
  p.setPen(pen);
  p.setBrush(Qt::NoBrush);
  p.drawRoundedRect(card.rect, radius, radius);
  if (!full) {
    paintName(p, card, t, state.scale);
    if (card.mark && !card.quiet) {
      p.setPen(Qt::NoPen);
      p.setBrush(*card.mark == Severity::error ? t.bad : t.warning);
      p.drawEllipse(card.rect.topRight() + QPointF(-2, 2), 9, 9);
    }
    p.setOpacity(1);
    return;
  }
  paintTexts(p, card, t, greatestShare);
  if (card.pinned) {
    p.setPen(Qt::NoPen);
    p.setBrush(t.faint);
    p.drawEllipse(card.rect.bottomRight() + QPointF(-8, -8), 2, 2);
  }
  const auto look = [&](const PortView& port, bool input) {
    return state.portLook ? state.portLook(card.id, port.port, input) : PortLook::normal;
  };
  for (const PortView& port : card.inputs) {
    paintPort(p, card.rect.topLeft() + port.at, port, look(port, true), t);
  }
  for (const PortView& port : card.outputs) {
    paintPort(p, card.rect.topLeft() + port.at, port, look(port, false), t);
  }
  p.setOpacity(1);
}

}  // namespace espalier::ui
