// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFontMetricsF>
#include <QTextLayout>
#include <algorithm>

#include "ui/canvas/paint/scene_painter.h"

namespace espalier::ui {
namespace {

constexpr double kPadding = 8, kBelow = 8, kLineHeight = 15;
constexpr int kMostLines = 3;

// The sentence in at most three lines; what does not fit is in tooltip and list of problems.
QStringList wrapped(const QString& text, const QFont& font, double width) {
  QStringList lines;
  QTextLayout layout(text, font);
  layout.beginLayout();
  for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
    line.setLineWidth(width);
    if (lines.size() == kMostLines - 1) {
      lines << QFontMetricsF(font).elidedText(text.mid(line.textStart()), Qt::ElideRight, width);
      break;
    }
    lines << text.mid(line.textStart(), line.textLength()).trimmed();
  }
  layout.endLayout();
  return lines;
}

double innerWidth(const CardView& card) {
  return std::max(card.rect.width(), 216.0) - 2 * kPadding;
}

}  // namespace

CalloutRects calloutRects(const CardView& card, const ThemeTokens& t) {
  const double width = innerWidth(card);
  const double lines = double(wrapped(card.sentence, t.font(t.small), width).size());
  const double fix = card.fix.isEmpty() ? 0 : kLineHeight + 4;
  CalloutRects rects;
  rects.box = QRectF(card.rect.left(), card.rect.bottom() + kBelow, width + 2 * kPadding,
                     lines * kLineHeight + fix + 2 * kPadding - 3);
  if (fix > 0) {
    const double text = QFontMetricsF(t.font(t.small, QFont::DemiBold)).horizontalAdvance(card.fix);
    rects.fix = QRectF(rects.box.left() + kPadding, rects.box.bottom() - kPadding - kLineHeight + 1,
                       std::min(width, text), kLineHeight + 2);
  }
  return rects;
}

void paintCallout(QPainter& p, const CardView& card, const ThemeTokens& t) {
  const CalloutRects rects = calloutRects(card, t);
  const bool error = card.mark == Severity::error;
  p.setPen(QPen(error ? t.bad : t.warning, 1));
  p.setBrush(t.card);
  p.drawRoundedRect(rects.box, t.radiusField, t.radiusField);
  const double tip = rects.box.left() + 24;
  const QPolygonF beak(
      {{tip - 6, rects.box.top()}, {tip, rects.box.top() - 6}, {tip + 6, rects.box.top()}});
  p.setPen(Qt::NoPen);
  p.drawPolygon(beak.translated(0, 0.8));
  p.setPen(QPen(error ? t.bad : t.warning, 1));
  p.drawPolyline(beak);
  p.setFont(t.font(t.small));
  p.setPen(error ? t.bad : t.warning);
  double y = rects.box.top() + kPadding - 2;
  for (const QString& line : wrapped(card.sentence, t.font(t.small), innerWidth(card))) {
    p.drawText(QRectF(rects.box.left() + kPadding, y, innerWidth(card), kLineHeight),
               Qt::AlignVCenter, line);
    y += kLineHeight;
  }
  if (card.fix.isEmpty()) return;
  p.setFont(t.font(t.small, QFont::DemiBold));
  p.setPen(t.accent);
  p.drawText(rects.fix, Qt::AlignVCenter | Qt::AlignLeft, card.fix);
}

void paintDetails(QPainter& p, const CardView& card, const QString& text, const ThemeTokens& t,
                  const QRectF& visible) {
  const QStringList lines = text.split(u'\n', Qt::SkipEmptyParts);
  if (lines.isEmpty()) return;
  const QFont heading = t.font(t.small, QFont::DemiBold), plain = t.font(t.small);
  constexpr double kLine = 18, kAside = 28;
  double width = QFontMetricsF(heading).horizontalAdvance(lines.front());
  for (const QString& line : lines.mid(1)) {
    QString whole = line;
    whole.remove(u'\t');
    width = std::max(width, QFontMetricsF(plain).horizontalAdvance(whole) + kAside);
  }
  QRectF box(0, 0, width + 28, double(lines.size()) * kLine + 14);
  box.moveCenter(card.rect.center());
  // Above the card, or below where that would be out of sight.
  constexpr double kAway = 14, kPathBar = 36;
  const bool above = card.rect.top() - kAway - box.height() > visible.top() + kPathBar;
  above ? box.moveBottom(card.rect.top() - kAway) : box.moveTop(card.rect.bottom() + kAway);
  p.setPen(QPen(t.cardLine, 1));
  p.setBrush(t.card);
  p.drawRoundedRect(box, t.radiusCard, t.radiusCard);
  const double side = above ? box.bottom() : box.top(), out = above ? 1 : -1;
  const QPolygonF beak({{box.center().x() - 6, side},
                        {box.center().x(), side + 6 * out},
                        {box.center().x() + 6, side}});
  p.setPen(Qt::NoPen);
  p.drawPolygon(beak.translated(0, -0.8 * out));
  p.setPen(QPen(t.cardLine, 1));
  p.drawPolyline(beak);
  double y = box.top() + 7;
  for (qsizetype i = 0; i < lines.size(); ++i) {
    const QStringList parts = lines[i].split(u'\t');
    const QRectF row(box.left() + 14, y, width, kLine);
    p.setFont(i == 0 ? heading : plain);
    p.setPen(i == 0 ? t.text : t.secondary);
    p.drawText(row, Qt::AlignVCenter | Qt::AlignLeft, parts.front());
    p.setPen(t.text);
    if (parts.size() > 1) p.drawText(row, Qt::AlignVCenter | Qt::AlignRight, parts[1]);
    y += kLine;
  }
}

void paintHint(QPainter& p, QPointF at, const QString& text, const ThemeTokens& t, bool bad) {
  const QFont font = t.font(t.small);
  constexpr double kWidest = 280;
  QRectF inside = QFontMetricsF(font).boundingRect(QRectF(0, 0, kWidest, 200),
                                                   Qt::TextWordWrap | Qt::AlignLeft, text);
  inside.moveTopLeft(at + QPointF(18, 18));
  const QRectF box = inside.adjusted(-8, -5, 8, 5);
  p.setPen(QPen(bad ? t.bad : t.cardLine, 1));
  p.setBrush(t.card);
  p.drawRoundedRect(box, t.radiusField, t.radiusField);
  p.setFont(font);
  p.setPen(bad ? t.bad : t.text);
  p.drawText(inside.adjusted(0, 0, 1, 1), Qt::TextWordWrap | Qt::AlignLeft, text);
}

}  // namespace espalier::ui
