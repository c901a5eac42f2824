// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/canvas/panels/quick_add.h"

#include <QFontMetrics>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QScrollBar>
#include <QSettings>
#include <QStyledItemDelegate>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/widgets/search_field.h"
#include "ui/widgets/theme.h"

namespace espalier::ui {
namespace {

constexpr int kRow = 28, kMostRows = 9, kWidth = 320;
const QString kRecent = QStringLiteral("canvas/recentLayers");

// Stripe, name, and what it does, in one line.
class RowDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override {
    return {kWidth - 16, kRow};
  }
  void paint(QPainter* p, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override {
    const ThemeTokens& t = tokens();
    const QRect r = option.rect;
    p->save();
    p->setRenderHint(QPainter::Antialiasing);
    if (option.state.testFlag(QStyle::State_Selected)) {
      p->setPen(Qt::NoPen);
      p->setBrush(t.selection);
      p->drawRoundedRect(r, t.radiusBar, t.radiusBar);
    }
    p->setPen(Qt::NoPen);
    p->setBrush(t.stripe(index.data(SuggestionModel::stripeRole).toString()));
    p->drawRoundedRect(QRectF(r.left() + 6, r.top() + 7, 4, r.height() - 14), 2, 2);
    const QFont name = t.font(t.base, QFont::Medium);
    const QString label = index.data().toString();
    const int width = QFontMetrics(name).horizontalAdvance(label);
    p->setFont(name);
    p->setPen(t.text);
    p->drawText(r.adjusted(18, 0, -8, 0), Qt::AlignVCenter, label);
    const QFont small = t.font(t.small);
    const QRect rest = r.adjusted(18 + width + 12, 0, -8, 0);
    p->setFont(small);
    p->setPen(t.secondary);
    if (rest.width() > 50) {
      p->drawText(
          rest, Qt::AlignVCenter,
          QFontMetrics(small).elidedText(index.data(SuggestionModel::summaryRole).toString(),
                                         Qt::ElideRight, rest.width()));
    }
    p->restore();
  }
};

}  // namespace

void SuggestionModel::set(std::vector<Suggestion> list) {
  beginResetModel();
  m_list = std::move(list);
  endResetModel();
}

const Suggestion* SuggestionModel::at(const QModelIndex& index) const {
  return index.isValid() && std::size_t(index.row()) < m_list.size()
             ? &m_list[std::size_t(index.row())]
             : nullptr;
}

int SuggestionModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : int(m_list.size());
}

QVariant SuggestionModel::data(const QModelIndex& index, int role) const {
  const Suggestion* s = at(index);
  if (s == nullptr) return {};
  switch (role) {
    case Qt::DisplayRole:
      return s->kind.label();
    case Qt::ToolTipRole:
    case Qt::AccessibleDescriptionRole:
    case summaryRole:
      return s->kind.summary();
    case stripeRole:
      return stripeKey(s->kind.category());
    default:
      return {};
  }
}

QuickAdd::QuickAdd(Document& document, QWidget* parent) : QFrame(parent), m_document(document) {
  setProperty("role", QStringLiteral("card"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(8, 8, 8, 8);
  column->setSpacing(6);
  m_field = new SearchField(tr("Add a layer"), this);
  m_list = new QListView(this);
  m_list->setModel(&m_model);
  m_list->setItemDelegate(new RowDelegate(m_list));
  m_list->setUniformItemSizes(true);
  m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_list->setStyleSheet(QStringLiteral("QListView{background:transparent}"));
  m_list->setAccessibleName(tr("Layers that fit"));
  m_list->setFocusPolicy(Qt::NoFocus);
  m_nothing = new QLabel(tr("No layer of that name fits here."), this);
  m_nothing->setProperty("role", QStringLiteral("secondary"));
  column->addWidget(m_field);
  column->addWidget(m_list);
  column->addWidget(m_nothing);
  m_field->setList(m_list);
  connect(m_field, &QLineEdit::textChanged, this, &QuickAdd::search);
  connect(m_field, &SearchField::accepted, this, &QuickAdd::accept);
  connect(m_field, &SearchField::rejected, this, &QuickAdd::close);
  connect(m_list, &QListView::clicked, this, &QuickAdd::accept);
  m_field->installEventFilter(this);
  hide();
}

void QuickAdd::open(QPoint at, const QString& title, const SuggestContext& context) {
  m_context = context;
  m_context.recent = recent();
  m_field->setPlaceholderText(title);
  m_field->setAccessibleName(title);
  m_field->clear();
  search();
  const QSize room = parentWidget()->size();
  move(std::clamp(at.x(), 8, std::max(8, room.width() - width() - 8)),
       std::clamp(at.y(), 8, std::max(8, room.height() - height() - 8)));
  show();
  raise();
  m_field->setFocus(Qt::PopupFocusReason);
}

void QuickAdd::search() {
  m_model.set(suggestions(m_document, m_field->text(), m_context));
  const int rows = m_model.rowCount();
  m_list->setCurrentIndex(m_model.index(0, 0));
  m_list->verticalScrollBar()->setValue(0);
  m_list->setVisible(rows > 0);
  m_nothing->setVisible(rows == 0);
  m_list->setFixedHeight(kRow * std::clamp(rows, 1, kMostRows) + 2);
  setFixedWidth(kWidth);
  layout()->activate();
  resize(kWidth, layout()->sizeHint().height());
}

void QuickAdd::accept() {
  const Suggestion* s = m_model.at(m_list->currentIndex());
  if (s == nullptr) return;
  const LayerKind kind = s->kind;
  remember(kind);
  close();
  emit chosen(kind);
}

void QuickAdd::close() {
  if (isHidden()) return;
  // The canvas gets the keys back, unless they went elsewhere already.
  const bool had = m_field->hasFocus();
  hide();
  if (had) parentWidget()->setFocus(Qt::PopupFocusReason);
  emit closed();
}

bool QuickAdd::eventFilter(QObject* watched, QEvent* event) {
  // A Tab goes on down the list; a lost focus closes the box.
  if (event->type() == QEvent::KeyPress) {
    auto* key = static_cast<QKeyEvent*>(event);
    if (key->key() == Qt::Key_Escape) {
      close();
      return true;
    }
    if (key->key() == Qt::Key_Tab || key->key() == Qt::Key_Backtab) {
      const int step = key->key() == Qt::Key_Tab ? 1 : -1;
      const int rows = m_model.rowCount();
      if (rows > 0) {
        m_list->setCurrentIndex(
            m_model.index((m_list->currentIndex().row() + step + rows) % rows, 0));
      }
      return true;
    }
  } else if (event->type() == QEvent::FocusOut &&
             static_cast<QFocusEvent*>(event)->reason() != Qt::PopupFocusReason &&
             static_cast<QFocusEvent*>(event)->reason() != Qt::ActiveWindowFocusReason) {
    close();
  }
  return QFrame::eventFilter(watched, event);
}

QStringList QuickAdd::recent() { return QSettings().value(kRecent).toStringList(); }

void QuickAdd::remember(const LayerKind& kind) {
  QStringList list = recent();
  list.removeAll(kind.key());
  list.prepend(kind.key());
  QSettings().setValue(kRecent, list.mid(0, 8));
}

}  // namespace espalier::ui
