// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/canvas/paint/scene_painter.h"

#include <QFontMetricsF>
#include <QHash>
#include <algorithm>
#include <cmath>

#include "ui/document/draft.h"

namespace espalier::ui {

ScenePainter::ScenePainter(QPainter& painter, const Scene& scene, const PaintState& state)
    : m_painter(painter),
      m_scene(scene),
      m_state(state),
      m_tokens(scene.tokens()),
      m_detail(detailAt(state.scale)) {}

void ScenePainter::paint() {
  m_painter.setRenderHint(QPainter::Antialiasing, m_detail != Detail::far);
  annotations();
  if (m_detail == Detail::far) {
    wiresFar();
    cardsFar();
    return;
  }
  wires();
  cards();
  if (m_detail == Detail::full) chips();
  if (m_detail == Detail::full && m_state.callouts) callouts();
}

void ScenePainter::grid() const {
  constexpr double kStep = 24;
  if (m_state.scale < 0.4) return;
  const QRectF& v = m_state.visible;
  QVarLengthArray<QLineF, 256> lines;
  for (double x = std::floor(v.left() / kStep) * kStep; x < v.right(); x += kStep) {
    lines.append(QLineF(x, v.top(), x, v.bottom()));
  }
  for (double y = std::floor(v.top() / kStep) * kStep; y < v.bottom(); y += kStep) {
    lines.append(QLineF(v.left(), y, v.right(), y));
  }
  m_painter.setRenderHint(QPainter::Antialiasing, false);
  m_painter.setPen(QPen(m_tokens.grid, 0));
  m_painter.drawLines(lines.constData(), int(lines.size()));
}

void ScenePainter::annotations() const {
  const SheetLayout& sheet = m_scene.document().sheet();
  const auto colorOf = [&](const std::string& own) {
    const QColor color(QString::fromStdString(own));
    return color.isValid() ? color : m_tokens.faint;
  };
  for (const auto& [id, frame] : sheet.frames) {
    const QRectF rect(toPointF(frame.at), QSizeF(frame.width, frame.height));
    if (!isVisible(rect.adjusted(0, -30, 0, 0))) continue;
    const bool selected = m_state.selection.frames.contains(int(id));
    QColor fill = colorOf(frame.color);
    fill.setAlphaF(0.07F);
    m_painter.setPen(QPen(selected ? m_tokens.accent : m_tokens.cardLine, selected ? 1.6 : 1));
    m_painter.setBrush(fill);
    m_painter.drawRoundedRect(rect, m_tokens.radiusCard, m_tokens.radiusCard);
    if (m_detail == Detail::far) continue;
    m_painter.setFont(
        m_tokens.font(m_detail == Detail::full ? m_tokens.base : 22, QFont::DemiBold));
    m_painter.setPen(m_tokens.secondary);
    m_painter.drawText(rect.adjusted(12, 8, -12, -8), Qt::AlignLeft | Qt::AlignTop,
                       QString::fromStdString(frame.title));
  }
  for (const auto& [id, note] : sheet.notes) {
    const QRectF rect(toPointF(note.at), QSizeF(note.width, note.height));
    if (!isVisible(rect)) continue;
    const bool selected = m_state.selection.frames.contains(int(id));
    m_painter.setPen(QPen(selected ? m_tokens.accent : m_tokens.line, selected ? 1.6 : 1));
    m_painter.setBrush(m_tokens.panel);
    m_painter.drawRoundedRect(rect, m_tokens.radiusField, m_tokens.radiusField);
    m_painter.fillRect(QRectF(rect.left() + 8, rect.top() + 10, 2, rect.height() - 20),
                       colorOf(note.color));
    if (m_detail == Detail::far) continue;
    m_painter.setFont(m_tokens.font(m_tokens.base));
    m_painter.setPen(m_tokens.text);
    m_painter.drawText(rect.adjusted(18, 8, -10, -8), Qt::TextWordWrap,
                       QString::fromStdString(note.text));
  }
}

bool ScenePainter::selected(const WireView& wire) const {
  return m_state.selection.wires.contains(wire.wire.to);
}

void ScenePainter::wires() const {
  m_painter.setBrush(Qt::NoBrush);
  // Wide lines are dear; far out a wire is one device pixel.
  const double width = m_detail == Detail::full ? 1.5 : 0;
  for (const WireView& wire : m_scene.wires()) {
    if (!isVisible(wire.bounds)) continue;
    const bool strong = selected(wire) || m_state.highlightedWire == wire.wire.to;
    QPen pen(strong     ? m_tokens.accent
             : wire.bad ? m_tokens.bad
                        : m_tokens.wire,
             strong ? width + 1 : width);
    if (wire.bad) pen.setDashPattern({4, 3});
    m_painter.setPen(pen);
    m_painter.drawPath(wire.path);
    if (m_detail != Detail::full) continue;
    m_painter.setBrush(m_tokens.background);
    for (const QPointF& knot : wire.knots) m_painter.drawEllipse(knot, 4, 4);
    m_painter.setBrush(Qt::NoBrush);
  }
}

void ScenePainter::wiresFar() const {
  std::vector<QLineF> lines, strong;
  for (const WireView& wire : m_scene.wires()) {
    if (!isVisible(wire.bounds)) continue;
    const QPointF from = wire.path.elementAt(0), to = wire.path.currentPosition();
    (selected(wire) ? strong : lines).emplace_back(from, to);
  }
  m_painter.setPen(QPen(m_tokens.faint, 0));
  m_painter.drawLines(lines.data(), int(lines.size()));
  m_painter.setPen(QPen(m_tokens.accent, 0));
  m_painter.drawLines(strong.data(), int(strong.size()));
}

// Where a chip covers no card: at its place, else a little above or below; empty where there is no
// room, for a card's text says more.
QRectF ScenePainter::free(const QRectF& chip, const std::vector<QRectF>& cards) const {
  const double step = chip.height() + 4;
  for (const double down : {0.0, -step, step}) {
    const QRectF at = chip.translated(0, down);
    const bool covers = std::any_of(cards.begin(), cards.end(),
                                    [&](const QRectF& card) { return card.intersects(at); });
    if (!covers) return at;
  }
  return {};
}

void ScenePainter::chips() const {
  std::vector<QRectF> cards;
  for (const CardView& card : m_scene.cards())
    if (isVisible(card.rect)) cards.push_back(card.rect.adjusted(2, 2, -2, -2));
  const QFont font = m_tokens.mono(m_tokens.tiny);
  m_painter.setFont(font);
  for (const WireView& wire : m_scene.wires()) {
    if (wire.chipRect.isEmpty() || !isVisible(wire.chipRect)) continue;
    m_painter.setPen(QPen(wire.bad ? m_tokens.bad : m_tokens.cardLine, 1));
    m_painter.setBrush(m_tokens.field);
    const QRectF at = free(wire.chipRect, cards);
    if (at.isEmpty()) continue;
    m_painter.drawRoundedRect(at, 9, 9);
    m_painter.setPen(wire.bad ? m_tokens.bad : m_tokens.secondary);
    m_painter.drawText(at, Qt::AlignCenter, wire.chip);
  }
}

void ScenePainter::cards() const {
  for (const CardView& card : m_scene.cards()) {
    if (!isVisible(card.rect.adjusted(-8, -16, 16, 8))) continue;
    paintCard(m_painter, card, m_tokens, m_state, m_scene.greatestShare());
  }
}

void ScenePainter::cardsFar() const {
  // One batch a colour.
  QHash<QRgb, std::vector<QRectF>> boxes;
  std::vector<QRectF> outlined, marked;
  const double greatest = m_scene.greatestShare();
  for (const CardView& card : m_scene.cards()) {
    if (!isVisible(card.rect)) continue;
    const bool heat = card.share >= 0 && greatest > 0;
    const QColor color = heat ? m_tokens.heat(card.share / greatest) : card.stripe;
    QRectF box = card.rect;
    if (heat) {
      boxes[m_tokens.card.rgb()].push_back(box);
      box.setWidth(std::max(16.0, box.width() * std::min(1.0, card.share / greatest)));
    }
    boxes[color.rgb()].push_back(box);
    if (m_state.selection.nodes.contains(card.id))
      outlined.push_back(card.rect.adjusted(-6, -6, 6, 6));
    if (card.mark == Severity::error && !card.quiet)
      marked.push_back(card.rect.adjusted(-6, -6, 6, 6));
  }
  m_painter.setPen(Qt::NoPen);
  // Grounds of heat bars first.
  if (const auto it = boxes.constFind(m_tokens.card.rgb()); it != boxes.constEnd()) {
    m_painter.setBrush(m_tokens.card);
    m_painter.drawRects(it->data(), int(it->size()));
  }
  for (auto it = boxes.constBegin(); it != boxes.constEnd(); ++it) {
    if (it.key() == m_tokens.card.rgb()) continue;
    m_painter.setBrush(QColor(it.key()));
    m_painter.drawRects(it->data(), int(it->size()));
  }
  m_painter.setBrush(Qt::NoBrush);
  QPen pen(m_tokens.bad, 2);
  pen.setCosmetic(true);
  m_painter.setPen(pen);
  m_painter.drawRects(marked.data(), int(marked.size()));
  pen.setColor(m_tokens.accent);
  m_painter.setPen(pen);
  m_painter.drawRects(outlined.data(), int(outlined.size()));
}

void ScenePainter::callouts() const {
  for (const CardView& card : m_scene.cards()) {
    if (!card.mark || card.quiet || !isVisible(card.rect.adjusted(0, 0, 80, 120))) continue;
    paintCallout(m_painter, card, m_tokens);
  }
  if (const CardView* card = m_scene.card(m_state.detailed)) {
    paintDetails(m_painter, *card, m_state.details, m_tokens, m_state.visible);
  }
}

}  // namespace espalier::ui
