// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/palette/palette.h"

#include <QDrag>
#include <QInputDialog>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QPainterPath>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <QVBoxLayout>
#include <functional>

#include "ui/document/edits/groups.h"
#include "ui/widgets/search_field.h"
#include "ui/widgets/theme.h"

namespace espalier::ui {
namespace {

constexpr int kRow = 26, kHeading = 30;

class PaletteDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const override {
    return {100, index.data(PaletteModel::isHeading).toBool() ? kHeading : kRow};
  }
  void paint(QPainter* p, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override {
    p->save();
    p->setRenderHint(QPainter::Antialiasing);
    const ThemeTokens& t = tokens();
    const QRect r = option.rect;
    if (index.data(PaletteModel::isHeading).toBool()) {
      p->setFont(t.font(t.small, QFont::DemiBold));
      p->setPen(t.secondary);
      p->drawText(r.adjusted(0, 4, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                  index.data().toString());
    } else if (index.data(PaletteModel::isMore).toBool()) {
      paintMore(*p, QRectF(r), option, index.data().toString(), t);
    } else {
      paintRow(*p, QRectF(r).adjusted(0, 1, 0, -1), option, index, t);
    }
    p->restore();
  }

 private:
  static void paintMore(QPainter& p, const QRectF& r, const QStyleOptionViewItem& option,
                        const QString& text, const ThemeTokens& t) {
    const bool chosen = option.state.testFlag(QStyle::State_Selected) &&
                        option.state.testFlag(QStyle::State_HasFocus);
    p.setFont(t.font(t.small, QFont::Medium));
    p.setPen(chosen || option.state.testFlag(QStyle::State_MouseOver) ? t.accent : t.secondary);
    p.drawText(r.adjusted(14, 0, -6, 0), Qt::AlignVCenter | Qt::AlignLeft, text);
  }

  static void paintRow(QPainter& p, const QRectF& r, const QStyleOptionViewItem& option,
                       const QModelIndex& index, const ThemeTokens& t) {
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    const bool hovered = option.state.testFlag(QStyle::State_MouseOver);
    QPainterPath box;
    box.addRoundedRect(r, t.radiusBar, t.radiusBar);
    p.fillPath(box, selected ? t.selection : hovered ? t.hover : t.field);
    QPainterPath stripe;
    stripe.addRect(QRectF(r.topLeft(), QSizeF(4, r.height())));
    p.fillPath(box.intersected(stripe), t.stripe(index.data(PaletteModel::stripeRole).toString()));
    if (selected && option.state.testFlag(QStyle::State_HasFocus)) {
      p.setPen(QPen(t.accent, 1));
      p.drawPath(box);
    }
    p.setFont(t.font(t.base));
    p.setPen(t.text);
    p.drawText(r.adjusted(14, 0, -6, 0), Qt::AlignVCenter | Qt::AlignLeft,
               QFontMetrics(t.font(t.base))
                   .elidedText(index.data().toString(), Qt::ElideRight, int(r.width()) - 20));
  }
};

// The picture under the pointer while a row is dragged: the card's head.
QPixmap dragPicture(const QModelIndex& index, double ratio) {
  const ThemeTokens& t = tokens();
  const QFont font = t.font(t.base, QFont::DemiBold);
  const int width = QFontMetrics(font).horizontalAdvance(index.data().toString()) + 36;
  QPixmap picture(QSize(width, 32) * ratio);
  picture.setDevicePixelRatio(ratio);
  picture.fill(Qt::transparent);
  QPainter p(&picture);
  p.setRenderHint(QPainter::Antialiasing);
  const QRectF box(0.5, 0.5, width - 1, 31);
  QPainterPath path;
  path.addRoundedRect(box, t.radiusField, t.radiusField);
  p.fillPath(path, t.card);
  QPainterPath stripe;
  stripe.addRect(0, 0, 5, 32);
  p.fillPath(path.intersected(stripe), t.stripe(index.data(PaletteModel::stripeRole).toString()));
  p.setPen(QPen(t.accent, 1.4));
  p.drawPath(path);
  p.setFont(font);
  p.setPen(t.text);
  p.drawText(box.adjusted(16, 0, -8, 0), Qt::AlignVCenter, index.data().toString());
  return picture;
}

class PaletteList : public QListView {
 public:
  using QListView::QListView;
  std::function<void(const QModelIndex&)> toggle;  // what Enter does to a row that is no layer

 protected:
  void keyPressEvent(QKeyEvent* event) override {
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (enter && currentIndex().data(PaletteModel::isMore).toBool()) {
      toggle(currentIndex());
    } else {
      QListView::keyPressEvent(event);
    }
  }
  void startDrag(Qt::DropActions actions) override {
    const QModelIndex index = currentIndex();
    QMimeData* mime = model()->mimeData({index});
    if (mime == nullptr) return;
    auto* drag = new QDrag(this);
    drag->setMimeData(mime);
    const QPixmap picture = dragPicture(index, devicePixelRatioF());
    drag->setPixmap(picture);
    drag->setHotSpot({int(picture.width() / picture.devicePixelRatio()) / 2, 16});
    drag->exec(actions, Qt::CopyAction);
  }
};

}  // namespace

Palette::Palette(QWidget* parent) : QWidget(parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(16, 12, 8, 0);
  column->setSpacing(4);
  m_field = new SearchField(tr("Search layers"), this);
  auto* list = new PaletteList(this);
  list->toggle = [this](const QModelIndex& index) { toggle(index); };
  m_list = list;
  m_list->setModel(&m_model);
  m_list->setItemDelegate(new PaletteDelegate(m_list));
  m_list->setDragEnabled(true);
  m_list->setDragDropMode(QAbstractItemView::DragOnly);
  m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_list->setMouseTracking(true);
  m_list->setContextMenuPolicy(Qt::CustomContextMenu);
  m_list->setAccessibleName(tr("Layers"));
  auto* fieldRow = new QHBoxLayout;
  fieldRow->setContentsMargins(0, 0, 8, 0);
  fieldRow->addWidget(m_field);
  column->addLayout(fieldRow);
  column->addWidget(m_list);
  m_field->setList(m_list);
  setMinimumWidth(180);
  connect(m_field, &QLineEdit::textChanged, this, [this](const QString& query) {
    m_model.search(query);
    if (!query.trimmed().isEmpty()) selectFirst();
  });
  connect(m_field, &SearchField::accepted, this, [this] { add(m_list->currentIndex()); });
  connect(m_list, &QListView::activated, this, &Palette::add);
  connect(m_list, &QListView::clicked, this, &Palette::toggle);
  connect(m_list, &QWidget::customContextMenuRequested, this, &Palette::showMenu);
  connect(&Theme::instance(), &Theme::changed, m_list, [this] { m_list->viewport()->update(); });
  m_model.reload();
}

void Palette::setDocument(Document* document) {
  if (m_document != nullptr) disconnect(m_document, nullptr, this, nullptr);
  m_document = document;
  m_model.setDocument(document);
  if (document == nullptr) return;
  connect(document, &Document::changed, this, [this](const Change& change) {
    if (change.groups) m_model.reload();
  });
}

void Palette::focusSearch() {
  m_field->setFocus(Qt::ShortcutFocusReason);
  m_field->selectAll();
}

void Palette::selectFirst() {
  for (int row = 0; row < m_model.rowCount(); ++row) {
    const QModelIndex index = m_model.index(row, 0);
    if (!m_model.kind(index)) continue;
    m_list->setCurrentIndex(index);
    return;
  }
}

void Palette::add(const QModelIndex& index) {
  if (const std::optional<LayerKind> kind = m_model.kind(index)) emit addRequested(*kind);
}

void Palette::toggle(const QModelIndex& index) {
  if (!index.isValid() || m_model.kind(index)) return;
  const int row = index.row(), scrolled = m_list->verticalScrollBar()->value();
  m_model.toggle(index);
  m_list->setCurrentIndex(m_model.index(row, 0));
  m_list->verticalScrollBar()->setValue(scrolled);
}

void Palette::showMenu(QPoint at) {
  const std::optional<LayerKind> kind = m_model.kind(m_list->indexAt(at));
  if (!kind) return;
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->addAction(tr("Add to the canvas"), this, [this, kind] { emit addRequested(*kind); });
  if (!kind->group.empty() && m_document != nullptr) {
    menu->addAction(tr("Rename group…"), this, [this, kind] {
      bool ok = false;
      const QString name = QInputDialog::getText(this, tr("Rename group"), tr("Name"),
                                                 QLineEdit::Normal, kind->label(), &ok);
      if (ok) m_document->apply(RenameGroup(kind->group, name));
    });
    menu->addAction(tr("Delete group"), this,
                    [this, kind] { m_document->apply(RemoveGroup(kind->group)); });
  }
  menu->popup(m_list->viewport()->mapToGlobal(at));
}

void Palette::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) {
    m_field->setPlaceholderText(tr("Search layers"));
    m_field->setAccessibleName(m_field->placeholderText());
    m_list->setAccessibleName(tr("Layers"));
    m_model.reload();
  }
  QWidget::changeEvent(event);
}

}  // namespace espalier::ui
