// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the commands do that take more than a line.
#include <QClipboard>
#include <QGuiApplication>
#include <cmath>

#include "engine/project/fragment.h"
#include "ui/canvas/canvas.h"
#include "ui/canvas/canvas_actions.h"
#include "ui/canvas/tools/wire_tool.h"
#include "ui/document/draft.h"
#include "ui/document/edits/clipboard.h"
#include "ui/document/edits/layout.h"
#include "ui/document/edits/nodes.h"
#include "ui/document/edits/values.h"
#include "ui/document/placement.h"

namespace espalier::ui {

void CanvasActions::copy() {
  const QString text = copiedText(m_canvas.document());
  if (!text.isEmpty()) QGuiApplication::clipboard()->setText(text);
}

void CanvasActions::paste(bool wired) {
  const QString text = QGuiApplication::clipboard()->text();
  if (!is_fragment(text.toStdString())) {
    emit m_canvas.message(Canvas::tr("The clipboard holds no layers."));
    return;
  }
  Paste paste(text, m_canvas.pointerInScene(), wired);
  if (m_canvas.document().apply(paste) && !paste.warnings().isEmpty()) {
    emit m_canvas.message(paste.warnings().join(u' '));
  }
}

void CanvasActions::duplicate() {
  Document& document = m_canvas.document();
  const QRectF bounds = m_canvas.scene().boundsOf({document.selection().nodes, {}, {}, {}});
  // Below what is duplicated, or a little aside where that is a whole drawing.
  const double down = bounds.height() < 400 ? bounds.height() + kGapY : 2 * kGapY;
  document.apply(Duplicate(document.selection().nodes, {0, snapped(down)}));
  m_canvas.ensureVisible(m_canvas.scene().boundsOf(document.selection()));
}

void CanvasActions::remove(bool heal) {
  Document& document = m_canvas.document();
  const Selection what = document.selection();
  if (what.empty()) return;
  if (heal && !what.nodes.empty()) {
    document.apply(RemoveAndHeal(what.nodes));
  } else {
    document.apply(Remove(what));
  }
}

void CanvasActions::nudge(QPointF by) {
  Document& document = m_canvas.document();
  CardPlaces places;
  for (const auto& [id, rect] : m_canvas.scene().rects(document.selection().nodes)) {
    places[id] = rect.topLeft() + by;
  }
  std::map<std::uint32_t, QPointF> annotations;
  const SheetLayout& sheet = document.sheet();
  for (const int id : document.selection().frames) {
    const auto key = std::uint32_t(id);
    if (const auto it = sheet.frames.find(key); it != sheet.frames.end()) {
      annotations[key] = toPointF(it->second.at) + by;
    } else if (const auto note = sheet.notes.find(key); note != sheet.notes.end()) {
      annotations[key] = toPointF(note->second.at) + by;
    }
  }
  QString which;
  for (const auto& [id, at] : places) which += QString::number(id.value) + u' ';
  Move move(places, Canvas::tr("Nudge"), QStringLiteral("nudge ") + which);
  document.apply(move.with(std::move(annotations)));
}

// Along wires where there are any in that direction, else to the nearest card that lies there.
void CanvasActions::moveFocus(int key) {
  Document& document = m_canvas.document();
  const Scene& scene = m_canvas.scene();
  const CardView* here = scene.card(document.selection().focus);
  if (here == nullptr) {
    // Begin at the card that is nearest to the middle of the view.
    const CardView* first = nullptr;
    double best = 1e18;
    for (const CardView& card : scene.cards()) {
      const QPointF d = card.rect.center() - m_canvas.viewCenter();
      if (const double distance = std::hypot(d.x(), d.y()); distance < best) {
        best = distance;
        first = &card;
      }
    }
    if (first != nullptr) document.select(first->id);
    return;
  }
  std::set<NodeId> wired;
  if (key == Qt::Key_Right) {
    for (const Wire& wire : document.graph().wires_from(here->id)) wired.insert(wire.to.node);
  } else if (key == Qt::Key_Left) {
    for (const ValueRef& input : document.graph().node(here->id).inputs) {
      if (input) wired.insert(input.node);
    }
  }
  const CardView* found = nullptr;
  double best = 1e18;
  for (const CardView& card : scene.cards()) {
    if (card.id == here->id || (!wired.empty() && !wired.contains(card.id))) continue;
    const QPointF d = card.rect.center() - here->rect.center();
    const double along = key == Qt::Key_Right  ? d.x()
                         : key == Qt::Key_Left ? -d.x()
                         : key == Qt::Key_Down ? d.y()
                                               : -d.y();
    if (wired.empty() && along <= 1) continue;
    const double across = std::abs(key == Qt::Key_Right || key == Qt::Key_Left ? d.y() : d.x());
    const double cost = wired.empty() ? along + 2 * across : across + std::abs(along) * 0.01;
    if (cost >= best) continue;
    best = cost;
    found = &card;
  }
  if (found == nullptr) return;
  const QRectF rect = found->rect;
  document.select(found->id);
  m_canvas.ensureVisible(rect);
}

void CanvasActions::startWire() {
  if (auto tool = WireTool::byKeyboard(m_canvas, m_canvas.document().selection().focus)) {
    m_canvas.beginTool(std::move(tool));
  }
}

void CanvasActions::addFrame() {
  Document& document = m_canvas.document();
  QRectF rect = m_canvas.scene().boundsOf(document.selection());
  if (rect.isEmpty()) {
    rect = QRectF(m_canvas.pointerInScene(), QSizeF(400, 200));
  } else {
    rect.adjust(-24, -48, 24, 24);
  }
  FrameLayout frame;
  frame.at = toPoint(snapped(rect.topLeft()));
  frame.width = snapped(rect.width());
  frame.height = snapped(rect.height());
  frame.title = Canvas::tr("Frame").toStdString();
  PutFrame put(frame);
  if (document.apply(put)) m_canvas.renameAnnotation(put.id());
}

void CanvasActions::addNote() {
  NoteLayout note;
  note.at = toPoint(snapped(m_canvas.pointerInScene()));
  PutNote put(note);
  if (m_canvas.document().apply(put)) m_canvas.renameAnnotation(put.id());
}

void CanvasActions::rename() {
  const Selection& selection = m_canvas.document().selection();
  if (selection.focus) {
    m_canvas.rename(selection.focus);
  } else if (!selection.frames.empty()) {
    m_canvas.renameAnnotation(std::uint32_t(*selection.frames.begin()));
  }
}

void CanvasActions::editFocused() {
  if (const NodeId id = m_canvas.document().selection().focus) emit m_canvas.editRequested(id);
}

// Esc takes back what is under way, then the selection, then leaves the group.
void CanvasActions::escape() {
  Document& document = m_canvas.document();
  if (m_canvas.tool() != nullptr) {
    m_canvas.cancelTool();
  } else if (m_canvas.isLayingOut()) {
    m_canvas.cancelLayout();
  } else if (!document.selection().empty()) {
    document.clearSelection();
  } else {
    document.leave();
  }
}

void CanvasActions::togglePinned() {
  Document& document = m_canvas.document();
  const std::set<NodeId>& nodes = document.selection().nodes;
  const auto& cards = document.sheet().cards;
  const bool all = std::all_of(nodes.begin(), nodes.end(), [&](NodeId id) {
    const auto it = cards.find(id);
    return it != cards.end() && it->second.pinned;
  });
  document.apply(SetPinned(nodes, !all));
}

void CanvasActions::applyFix() {
  Document& document = m_canvas.document();
  const NodeId id = document.selection().focus;
  const CardView* card = m_canvas.scene().card(id);
  const NodeInfo* info = document.info(id);
  if (card == nullptr || info == nullptr || card->fix.isEmpty()) return;
  document.apply(ApplyFix(info->diagnostics[std::size_t(card->diagnostic)]));
}

}  // namespace espalier::ui
