// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/section_header.h"

#include <QFontMetrics>
#include <QPainter>

#include "ui/widgets/theme.h"

namespace espalier::ui {

SectionHeader::SectionHeader(const QString& title, QWidget* parent) : QAbstractButton(parent) {
  setText(title);
  setAccessibleName(title);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  setFocusPolicy(Qt::NoFocus);
  connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void SectionHeader::setContent(QWidget* content) {
  m_content = content;
  setCheckable(true);
  setChecked(true);
  setFocusPolicy(Qt::TabFocus);
  setCursor(Qt::PointingHandCursor);
  connect(this, &QAbstractButton::toggled, content, &QWidget::setVisible);
}

void SectionHeader::setOpen(bool open) {
  if (isCheckable()) setChecked(open);
}

void SectionHeader::setNote(const QString& note) {
  m_note = note;
  update();
}

QSize SectionHeader::sizeHint() const {
  const QFontMetrics metrics(tokens().font(tokens().small, QFont::DemiBold));
  return {metrics.horizontalAdvance(text() + m_note) + 40, 24};
}

void SectionHeader::paintEvent(QPaintEvent*) {
  const ThemeTokens& t = tokens();
  QPainter p(this);
  p.setRenderHint(QPainter::Antialiasing);
  p.setFont(t.font(t.small, QFont::DemiBold));
  p.setPen(underMouse() && isCheckable() ? t.text : t.secondary);
  p.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter, text());
  double right = width();
  if (isCheckable()) {
    // A small chevron at the end of the row.
    const QPointF c(width() - 8, height() / 2.0);
    p.setPen(QPen(t.faint, 1.3));
    if (isChecked()) {
      p.drawPolyline(
          QPolygonF({c + QPointF(-3.5, -1.5), c + QPointF(0, 2), c + QPointF(3.5, -1.5)}));
    } else {
      p.drawPolyline(
          QPolygonF({c + QPointF(-1.5, -3.5), c + QPointF(2, 0), c + QPointF(-1.5, 3.5)}));
    }
    right -= 20;
  }
  p.setFont(t.font(t.small));
  p.setPen(t.faint);
  p.drawText(QRectF(0, 0, right, height()), Qt::AlignRight | Qt::AlignVCenter, m_note);
  if (hasFocus()) {
    p.setPen(QPen(t.accent, 1));
    p.drawRoundedRect(QRectF(rect()).adjusted(0.5, 2.5, -0.5, -2.5), t.radiusBar, t.radiusBar);
  }
}

}  // namespace espalier::ui
