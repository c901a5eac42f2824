// SPDX-License-Identifier: GPL-3.0-or-later
//
// What opens on the canvas, and what comes back from there.
#include <QFontMetrics>
#include <QMenu>

#include "ui/canvas/canvas.h"
#include "ui/canvas/canvas_actions.h"
#include "ui/canvas/panels/find_bar.h"
#include "ui/canvas/panels/inline_editor.h"
#include "ui/canvas/panels/quick_add.h"
#include "ui/document/draft.h"
#include "ui/document/edits/layout.h"
#include "ui/document/edits/nodes.h"
#include "ui/document/edits/wires.h"
#include "ui/document/fit.h"
#include "ui/document/placement.h"
#include "ui/widgets/theme.h"

namespace espalier::ui {

void Canvas::openQuickAdd(const QuickAddRequest& request) {
  if (m_quickAdd == nullptr) {
    m_quickAdd = new QuickAdd(m_document, this);
  }
  disconnect(m_quickAdd, &QuickAdd::chosen, this, nullptr);
  connect(m_quickAdd, &QuickAdd::chosen, this,
          [this, request](const LayerKind& kind) { add(kind, request); });
  const QString title = request.replace                              ? tr("Replace with…")
                        : request.context.from || request.context.to ? tr("Add a layer that fits")
                                                                     : tr("Add a layer");
  m_quickAdd->open(m_view.toView(request.scene).toPoint(), title, request.context);
}

void Canvas::add(const LayerKind& kind, const QuickAddRequest& request) {
  if (request.replace) {
    m_document.apply(Replace(request.replace, kind));
    return;
  }
  // The card's port comes to lie where the pointer was.
  const QSizeF size(kCardWidth, kCardHeight);
  if (request.insert) {
    const QPointF at = snapped(request.scene - QPointF(size.width(), size.height()) / 2);
    m_document.apply(InsertOnWire(kind, *request.insert, at));
    return;
  }
  const double x = request.context.to     ? -size.width()
                   : request.context.from ? 0
                                          : -size.width() / 2;
  QPointF at = snapped(request.scene + QPointF(x, -size.height() / 2));
  // Never on another card: one layer after another is added without moving the pointer.
  const auto taken = [this, size](QPointF corner) {
    return std::any_of(m_scene.cards().begin(), m_scene.cards().end(), [&](const CardView& card) {
      return card.rect.intersects(QRectF(corner, size));
    });
  };
  while (taken(at)) at.ry() += kCardHeight + kGapY;
  Transaction step(m_document, tr("Add %1").arg(kind.label()));
  AddNode node(kind, at);
  if (!m_document.apply(node)) return;
  if (request.context.from) {
    const std::optional<std::uint32_t> port =
        fittingInput(m_document.project().network, kind, typeOf(m_document, *request.context.from));
    if (!m_document.apply(Connect(*request.context.from, {node.added(), port.value_or(0)}))) return;
  } else if (request.context.to) {
    if (!m_document.apply(Connect({node.added(), 0}, *request.context.to))) return;
  }
  step.commit();
}

void Canvas::addAtCenter(const LayerKind& kind) {
  QuickAddRequest request;
  // Beside the selected layer, wired to it, where it has an open end: chains grow by double-clicks.
  const CardView* last = m_scene.card(m_document.selection().focus);
  if (last != nullptr && !last->outputs.empty() && !last->outputs.front().wired) {
    const ValueRef value{last->id, last->outputs.front().port};
    if (fittingInput(m_document.project().network, kind, typeOf(m_document, value))) {
      request.context.from = value;
      request.scene = QPointF(last->rect.right() + kGapX, last->rect.center().y());
      add(kind, request);
      ensureVisible(m_scene.boundsOf(m_document.selection()));
      return;
    }
  }
  request.scene = viewCenter();
  // Not on top of what is there.
  while (cardAt(m_scene, request.scene) != nullptr)
    request.scene += QPointF(0, kCardHeight + kGapY);
  add(kind, request);
  ensureVisible(m_scene.boundsOf(m_document.selection()));
}

void Canvas::rename(NodeId id) {
  const Node* node = m_document.graph().find(id);
  const CardView* card = m_scene.card(id);
  if (node == nullptr || card == nullptr) return;
  ensureVisible(card->rect);
  delete m_editor;
  m_editor = new InlineEditor(
      QString::fromStdString(node->name), false,
      [this, id](const QString& text) { return m_document.apply(Rename(id, text)).reason; }, this);
  const QRectF box = m_view.toView(card->rect);
  const int height = 26;
  m_editor->setGeometry(int(box.left()) + 6, int(box.top() + box.height() * 0.3) - height / 2,
                        std::max(120, int(box.width()) - 12), height);
  connect(m_editor, &InlineEditor::finished, m_editor, [this] {
    const bool had = m_editor->hasFocus();
    m_editor->deleteLater();
    m_editor = nullptr;
    if (had) setFocus();
  });
  m_editor->show();
  m_editor->setFocus();
}

void Canvas::renameAnnotation(std::uint32_t id) {
  const SheetLayout& sheet = m_document.sheet();
  const auto frame = sheet.frames.find(id);
  const auto note = sheet.notes.find(id);
  const bool isNote = note != sheet.notes.end();
  if (!isNote && frame == sheet.frames.end()) return;
  delete m_editor;
  const std::string& text = isNote ? note->second.text : frame->second.title;
  m_editor = new InlineEditor(
      QString::fromStdString(text), isNote,
      [this, id, isNote](const QString& now) {
        const SheetLayout& s = m_document.sheet();
        if (isNote && s.notes.contains(id)) {
          NoteLayout changed = s.notes.at(id);
          changed.text = now.toStdString();
          m_document.apply(PutNote(changed, id));
        } else if (s.frames.contains(id)) {
          FrameLayout changed = s.frames.at(id);
          changed.title = now.trimmed().toStdString();
          m_document.apply(PutFrame(changed, id));
        }
        return QString();
      },
      this);
  const QRectF box = m_view.toView(
      isNote ? QRectF(toPointF(note->second.at), QSizeF(note->second.width, note->second.height))
             : QRectF(toPointF(frame->second.at), QSizeF(frame->second.width, 30)));
  m_editor->setGeometry(box.toRect().adjusted(6, 4, -6, isNote ? -4 : 0));
  if (!isNote) m_editor->resize(std::max(160, std::min(320, m_editor->width())), 26);
  connect(m_editor, &InlineEditor::finished, m_editor, [this] {
    const bool had = m_editor->hasFocus();
    m_editor->deleteLater();
    m_editor = nullptr;
    if (had) setFocus();
  });
  m_editor->show();
  m_editor->setFocus();
}

void Canvas::openFind() {
  if (m_find == nullptr) {
    m_find = new FindBar(m_document, this);
    connect(m_find, &FindBar::found, this, [this](NodeId id) {
      m_document.select(id);
      if (const CardView* card = m_scene.card(id)) ensureVisible(card->rect);
    });
    connect(m_find, &FindBar::closed, this, [this] {
      m_find->hide();
      setFocus();
    });
  }
  m_find->open();
  m_find->move(width() - m_find->width() - 16, 12);
}

void Canvas::showMenu(const Hit& hit, QPoint global) {
  const Selection& selection = m_document.selection();
  if (hit.node && !selection.nodes.contains(hit.node)) m_document.select(hit.node);
  if (hit.kind == Hit::Kind::wire && !selection.wires.contains(hit.wire)) {
    m_document.select({{}, {hit.wire}, {}, {}});
  }
  if (hit.annotation != 0) m_document.select({{}, {}, {int(hit.annotation)}, {}});
  if (!hit) m_document.clearSelection();
  // What belongs to the thing first, then what always does.
  QList<QStringList> sections;
  if (hit.node) {
    sections = {
        {"layer.edit", "edit.rename", "layer.replace", "layer.fix", "layer.mute", "layer.pin"},
        {"group.enter", "group.make", "group.expand"},
        {"edit.cut", "edit.copy", "edit.duplicate", "edit.delete", "edit.heal"}};
  } else if (hit.kind == Hit::Kind::wire || hit.annotation != 0) {
    sections = {{"edit.rename", "edit.delete"}};
  } else {
    sections = {{"add.quick", "edit.paste", "edit.pasteWired"},
                {"edit.selectAll", "view.fitAll", "view.actualSize"},
                {"arrange.leftToRight", "arrange.topDown", "frame.add", "note.add"}};
  }
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  for (const QStringList& ids : sections) {
    for (const QString& id : ids) {
      if (QAction* action = m_actions->action(id); action->isEnabled()) menu->addAction(action);
    }
    menu->addSeparator();
  }
  menu->popup(global);
}

}  // namespace espalier::ui
