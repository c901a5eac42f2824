// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace espalier::ui {

// A bar in the heat colours of the cards, with the text of the cell beside it.
class ShareDelegate final : public QStyledItemDelegate {
 public:
  static constexpr int kShareRole = Qt::UserRole + 1;  // 0 … 1 of the longest bar
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* p, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override;
};

}  // namespace espalier::ui
