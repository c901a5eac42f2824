// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/chip.h"

#include <QFontMetrics>
#include <QPainter>

#include "ui/widgets/theme.h"

namespace espalier::ui {

Chip::Chip(const QString& text, QWidget* parent) : QWidget(parent), m_text(text) {
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  setAccessibleName(text);
  connect(&Theme::instance(), &Theme::changed, this, [this] {
    updateGeometry();
    update();
  });
}

void Chip::setText(const QString& text) {
  if (text == m_text) return;
  m_text = text;
  setAccessibleName(text);
  updateGeometry();
  update();
}

void Chip::setTone(Tone tone) {
  m_tone = tone;
  update();
}

void Chip::setMonospaced(bool on) {
  m_monospaced = on;
  updateGeometry();
  update();
}

QFont Chip::chipFont() const {
  return m_monospaced ? tokens().mono(tokens().tiny) : tokens().font(tokens().small, QFont::Medium);
}

QSize Chip::sizeHint() const {
  return {QFontMetrics(chipFont()).horizontalAdvance(m_text) + 18, 22};
}

void Chip::paintEvent(QPaintEvent*) {
  const ThemeTokens& t = tokens();
  const QColor color = m_tone == Tone::accent    ? t.accent
                       : m_tone == Tone::good    ? t.good
                       : m_tone == Tone::warning ? t.warning
                       : m_tone == Tone::bad     ? t.bad
                                                 : t.secondary;
  QPainter p(this);
  p.setRenderHint(QPainter::Antialiasing);
  p.setPen(QPen(m_tone == Tone::plain ? t.cardLine : color, 1));
  p.setBrush(t.field);
  const QRectF box = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
  p.drawRoundedRect(box, box.height() / 2, box.height() / 2);
  p.setFont(chipFont());
  p.setPen(color);
  p.drawText(box, Qt::AlignCenter, m_text);
}

}  // namespace espalier::ui
