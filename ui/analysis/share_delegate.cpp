// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/analysis/share_delegate.h"

#include <QPainter>

#include "ui/widgets/theme.h"

namespace espalier::ui {

void ShareDelegate::paint(QPainter* p, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const {
  const ThemeTokens& t = tokens();
  if (option.state & QStyle::State_Selected) p->fillRect(option.rect, t.selection);
  const double share = index.data(kShareRole).toDouble();
  const QRectF area = QRectF(option.rect).adjusted(8, 0, -8, 0);
  p->save();
  p->setRenderHint(QPainter::Antialiasing);
  p->setPen(t.text);
  p->setFont(option.font);
  p->drawText(QRectF(area.left(), area.top(), 44, area.height()), Qt::AlignRight | Qt::AlignVCenter,
              index.data().toString());
  const QRectF track(area.left() + 52, area.center().y() - 3, area.width() - 52, 6);
  p->setPen(Qt::NoPen);
  p->setBrush(t.field);
  p->drawRoundedRect(track, 3, 3);
  QRectF bar = track;
  bar.setWidth(std::max(3.0, track.width() * share));
  p->setBrush(t.heat(share));
  if (share > 0) p->drawRoundedRect(bar, 3, 3);
  p->restore();
}

}  // namespace espalier::ui
