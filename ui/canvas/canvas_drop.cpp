// SPDX-License-Identifier: GPL-3.0-or-later
//
// Layers dragged from the palette, and text dropped from elsewhere.
#include <QDragEnterEvent>
#include <QMimeData>

#include "engine/project/fragment.h"
#include "ui/canvas/canvas.h"
#include "ui/document/edits/clipboard.h"
#include "ui/document/fit.h"
#include "ui/document/placement.h"

namespace espalier::ui {
namespace {

std::optional<LayerKind> kindOf(const QMimeData& mime) {
  if (!mime.hasFormat(QLatin1String(kLayerMime))) return {};
  return LayerKind::fromKey(QString::fromUtf8(mime.data(QLatin1String(kLayerMime))));
}

bool canTake(const QMimeData& mime) {
  return kindOf(mime).has_value() || (mime.hasText() && is_fragment(mime.text().toStdString()));
}

}  // namespace

void Canvas::dragEnterEvent(QDragEnterEvent* event) {
  if (canTake(*event->mimeData())) event->acceptProposedAction();
}

void Canvas::dragMoveEvent(QDragMoveEvent* event) {
  if (!canTake(*event->mimeData())) return;
  event->acceptProposedAction();
  m_pointer = event->position();
  const QPointF scene = m_view.toScene(event->position());
  const bool plain = event->modifiers().testFlag(Qt::AltModifier) || !kindOf(*event->mimeData());
  const CardView* card = plain ? nullptr : cardAt(m_scene, scene);
  const WireView* wire =
      plain || card != nullptr ? nullptr : wireNear(m_scene, scene, kCardHeight / 2);
  highlightCard(card == nullptr ? NodeId() : card->id);
  highlightWire(wire == nullptr ? std::nullopt : std::optional(wire->wire.to));
}

void Canvas::dragLeaveEvent(QDragLeaveEvent*) {
  highlightCard({});
  highlightWire({});
}

void Canvas::dropEvent(QDropEvent* event) {
  const QPointF scene = m_view.toScene(event->position());
  m_pointer = event->position();
  const std::optional<LayerKind> kind = kindOf(*event->mimeData());
  QuickAddRequest request;
  request.scene = scene;
  request.replace = m_state.highlightedCard;
  request.insert = m_state.highlightedWire;
  dragLeaveEvent(nullptr);
  setFocus(Qt::MouseFocusReason);
  event->acceptProposedAction();
  if (!kind) {
    m_document.apply(Paste(event->mimeData()->text(), scene));
    return;
  }
  add(*kind, request);
}

}  // namespace espalier::ui
