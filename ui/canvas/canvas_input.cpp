// SPDX-License-Identifier: GPL-3.0-or-later
//
// Gestures, mouse and wheel of the canvas.
#include <QApplication>
#include <QContextMenuEvent>
#include <QMouseEvent>
#include <cmath>

#include "ui/canvas/canvas.h"
#include "ui/canvas/tools/knot_tool.h"
#include "ui/canvas/tools/pan_tool.h"

namespace espalier::ui {

// ---- gestures

void Canvas::beginTool(std::unique_ptr<Tool> tool) {
  cancelTool();
  m_tool = std::move(tool);
  setCursor(m_tool->cursor());
  m_edgeTimer.start();
  update();
}

void Canvas::endTool() {
  // A tool ends itself from within its own event, so that it lives until that is over.
  m_endedTool = std::move(m_tool);
  m_edgeTimer.stop();
  highlightWire({});
  highlightCard({});
  unsetCursor();
  update();
}

void Canvas::settleTool() { m_endedTool.reset(); }

void Canvas::cancelTool() {
  if (m_tool == nullptr) return;
  m_tool->cancel();
  endTool();
}

Hit Canvas::hitAt(QPointF view) const {
  return ui::hitAt(m_scene, m_view.toScene(view), m_view.scale);
}

void Canvas::setDragged(const CardPlaces& places) {
  m_scene.setDragged(places);
  update();
}

void Canvas::highlightWire(std::optional<PortRef> wire) {
  if (m_state.highlightedWire == wire) return;
  m_state.highlightedWire = wire;
  update();
}

void Canvas::highlightCard(NodeId card) {
  if (m_state.highlightedCard == card) return;
  m_state.highlightedCard = card;
  update();
}

PointerEvent Canvas::pointer(const QMouseEvent& event) const {
  return {event.position(),
          m_view.toScene(event.position()),
          event.globalPosition().toPoint(),
          event.button(),
          event.buttons(),
          event.modifiers()};
}

// ---- mouse

void Canvas::mousePressEvent(QMouseEvent* event) {
  setFocus(Qt::MouseFocusReason);
  m_pointer = event->position();
  m_menuPending = false;
  const PointerEvent pointer = this->pointer(*event);
  if (m_tool != nullptr) {
    m_tool->press(pointer);
    settleTool();
    return;
  }
  const bool pans =
      event->button() == Qt::MiddleButton || (m_space && event->button() == Qt::LeftButton);
  std::unique_ptr<Tool> tool =
      pans ? std::make_unique<PanTool>(*this) : toolFor(*this, hitAt(event->position()), pointer);
  if (tool == nullptr) {
    m_menuPending = event->button() == Qt::RightButton;
    return;
  }
  beginTool(std::move(tool));
  m_tool->press(pointer);
  settleTool();
}

void Canvas::mouseMoveEvent(QMouseEvent* event) {
  m_pointer = event->position();
  if (m_tool != nullptr) {
    m_tool->move(pointer(*event));
    settleTool();
    return;
  }
  setHovered(hitAt(event->position()));
}

void Canvas::mouseReleaseEvent(QMouseEvent* event) {
  if (m_tool == nullptr) return;
  m_tool->release(pointer(*event));
  settleTool();
}

void Canvas::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || m_tool != nullptr) return mousePressEvent(event);
  const Hit hit = hitAt(event->position());
  const QPointF scene = m_view.toScene(event->position());
  switch (hit.kind) {
    case Hit::Kind::card:
      if (!m_document.graph().node(hit.node).group.empty()) {
        m_document.enter(hit.node);
      } else {
        emit editRequested(hit.node);
      }
      break;
    case Hit::Kind::wire:
      addKnot(*this, hit.wire, scene);
      break;
    case Hit::Kind::knot:
      removeKnot(*this, hit.wire, hit.knot);
      break;
    case Hit::Kind::frame:
    case Hit::Kind::note:
      renameAnnotation(hit.annotation);
      break;
    case Hit::Kind::none: {
      QuickAddRequest request;
      request.scene = scene;
      openQuickAdd(request);
      break;
    }
    default:
      mousePressEvent(event);
  }
}

void Canvas::contextMenuEvent(QContextMenuEvent* event) {
  if (event->reason() == QContextMenuEvent::Keyboard) {
    const CardView* card = m_scene.card(m_document.selection().focus);
    Hit hit;
    if (card != nullptr) {
      hit.kind = Hit::Kind::card;
      hit.node = card->id;
    }
    const QPointF at = card == nullptr ? rect().center() : m_view.toView(card->rect.center());
    showMenu(hit, mapToGlobal(at.toPoint()));
  } else if (m_tool == nullptr && m_menuPending) {
    showMenu(hitAt(event->pos()), event->globalPos());
  }
  m_menuPending = false;
}

void Canvas::setHovered(const Hit& hit) {
  setCursor(hit.isPort()                                                ? Qt::CrossCursor
            : hit.kind == Hit::Kind::fix || hit.kind == Hit::Kind::wire ? Qt::PointingHandCursor
            : hit.kind == Hit::Kind::frameCorner || hit.kind == Hit::Kind::noteCorner
                ? Qt::SizeFDiagCursor
            : hit.kind == Hit::Kind::knot ? Qt::SizeAllCursor
                                          : Qt::ArrowCursor);
  if (m_state.hovered == hit.node) return;
  m_state.hovered = hit.node;
  update();
}

bool Canvas::touchpad(QWheelEvent* event) {
  return event->phase() != Qt::NoScrollPhase && !event->pixelDelta().isNull();
}

void Canvas::wheelEvent(QWheelEvent* event) {
  const bool control = event->modifiers().testFlag(Qt::ControlModifier);
  if (touchpad(event) && !control) {
    scrollBy(-event->pixelDelta());
  } else if (event->modifiers().testFlag(Qt::ShiftModifier)) {
    scrollBy({-double(event->angleDelta().y() + event->angleDelta().x()), 0});
  } else {
    // A notch is 120: a fifth more. Fine wheels and pinches zoom in proportion.
    setScale(m_view.scale * std::pow(1.2, event->angleDelta().y() / 120.0), event->position());
  }
  event->accept();
}

// Dragging to the border moves the view, the faster the further out.
void Canvas::scrollAtEdge() {
  if (m_tool == nullptr || !m_tool->scrollsAtEdges() ||
      QApplication::mouseButtons() == Qt::NoButton) {
    return;
  }
  constexpr double kEdge = 24;
  const auto pull = [](double at, double size) {
    if (at < kEdge) return std::max(-1.0, (at - kEdge) / kEdge);
    if (at > size - kEdge) return std::min(1.0, (at - size + kEdge) / kEdge);
    return 0.0;
  };
  const QPointF by = QPointF(pull(m_pointer.x(), width()), pull(m_pointer.y(), height())) * 14;
  if (by.isNull()) return;
  scrollBy(by);
  PointerEvent pointer;
  pointer.view = m_pointer;
  pointer.scene = m_view.toScene(m_pointer);
  pointer.buttons = QApplication::mouseButtons();
  pointer.modifiers = QApplication::keyboardModifiers();
  m_tool->move(pointer);
  settleTool();
}

void Canvas::leaveEvent(QEvent*) {
  m_pointer = {-1, -1};
  setHovered({});
}

}  // namespace espalier::ui
