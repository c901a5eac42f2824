// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/canvas/tools/wire_tool.h"

#include <QApplication>
#include <QLineF>

#include "ui/canvas/canvas.h"
#include "ui/canvas/paint/scene_painter.h"
#include "ui/canvas/scene/wire_path.h"
#include "ui/document/edits/wires.h"

namespace espalier::ui {

WireTool::WireTool(Canvas& canvas, const Hit& port, Start start) : Tool(canvas) {
  const Document& document = canvas.document();
  const CardView* card = canvas.scene().card(port.node);
  const std::vector<ValueRef>& inputs = document.graph().node(port.node).inputs;
  const bool wired =
      port.kind == Hit::Kind::input && port.port < inputs.size() && inputs[port.port];
  if (port.kind == Hit::Kind::input && start == Start::takeAlong && wired) {
    m_from = inputs[port.port];
    m_taken = port.input();
    m_anchor = canvas.scene().card(m_from->node)->outputAt(m_from->port);
    m_tip = card->inputAt(port.port);
  } else if (port.kind == Hit::Kind::output && start == Start::takeAlong &&
             !document.graph().users(port.output()).empty()) {
    m_to = document.graph().users(port.output());
    m_anchor = canvas.scene().card(m_to.front().node)->inputAt(m_to.front().port);
    m_tip = card->outputAt(port.port);
  } else if (port.kind == Hit::Kind::output) {
    m_from = port.output();
    m_anchor = m_tip = card->outputAt(port.port);
  } else {
    m_to = {port.input()};
    m_anchor = m_tip = card->inputAt(port.port);
  }
  if (m_from) {
    m_check.emplace(document, *m_from);
  } else {
    m_check.emplace(document, m_to.front());
  }
}

std::unique_ptr<WireTool> WireTool::byKeyboard(Canvas& canvas, NodeId from) {
  const CardView* card = canvas.scene().card(from);
  if (card == nullptr || (card->outputs.empty() && card->inputs.empty())) return nullptr;
  Hit port;
  port.node = from;
  port.kind = card->outputs.empty() ? Hit::Kind::input : Hit::Kind::output;
  port.port = card->outputs.empty() ? card->inputs.front().port : card->outputs.front().port;
  auto tool = std::make_unique<WireTool>(canvas, port, Start::fresh);
  tool->m_keyboard = tool->m_sticky = true;
  tool->collectChoices();
  tool->choose(Qt::Key_Right);
  return tool;
}

void WireTool::press(const PointerEvent& event) {
  if (event.button == Qt::RightButton) {
    m_canvas.cancelTool();
    return;
  }
  m_pressed = true;
  m_keyboard = false;
  m_pressedAt = event.view;
  m_tip = event.scene;
}

void WireTool::move(const PointerEvent& event) {
  if (m_keyboard && !m_pressed) return;
  aim(event.scene);
  m_canvas.update();
}

void WireTool::release(const PointerEvent& event) {
  if (!m_pressed) return;
  m_pressed = false;
  const double moved = (event.view - m_pressedAt).manhattanLength();
  if (!m_sticky && moved < QApplication::startDragDistance()) {
    // A click: the wire hangs on the pointer until the next one.
    m_sticky = true;
    return;
  }
  drop(event);
}

Outcome WireTool::allowed(const Hit& port) const {
  if (m_from)
    return port.kind == Hit::Kind::input ? m_check->to(port.input()) : Outcome::refused({});
  return port.kind == Hit::Kind::output ? m_check->from(port.output()) : Outcome::refused({});
}

bool WireTool::isOrigin(const Hit& port) const {
  if (m_from) return port.kind == Hit::Kind::output && port.output() == *m_from;
  return port.kind == Hit::Kind::input && port.input() == m_to.front();
}

void WireTool::aim(QPointF scene) {
  m_target = {};
  m_reason.clear();
  m_poor = false;
  m_tip = scene;
  const Canvas& canvas = m_canvas;
  Hit hit = canvas.hitAt(canvas.viewport().toView(scene));
  if (hit.kind == Hit::Kind::card) {
    const CardView* card = canvas.scene().card(hit.node);
    const Hit port = bestPortOf(*card);
    if (!port) return;
    hit = port;
  }
  if (!hit.isPort() || isOrigin(hit)) return;
  const bool rightSide = (hit.kind == Hit::Kind::input) == m_from.has_value();
  if (!rightSide) {
    m_reason =
        m_from ? tr("A wire goes from an output to an input.") : tr("A wire comes from an output.");
    return;
  }
  const Outcome outcome = allowed(hit);
  if (!outcome) {
    m_reason = outcome.reason;
    return;
  }
  m_target = hit;
  m_tip = placeOf(hit);
  m_poor = m_from && !m_check->shapeFits(hit.input());
}

// The port of a card that a wire let go on it would take: an open one that fits, else any that may.
Hit WireTool::bestPortOf(const CardView& card) const {
  Hit best, refused;
  int bestScore = -1;
  for (const PortView& port : m_from ? card.inputs : card.outputs) {
    Hit hit;
    hit.kind = m_from ? Hit::Kind::input : Hit::Kind::output;
    hit.node = card.id;
    hit.port = port.port;
    if (!allowed(hit)) {
      refused = hit;
      continue;
    }
    const bool fits = !m_from || m_check->shapeFits(hit.input());
    const int score = (fits ? 4 : 0) + (port.wired ? 0 : 2) + (port.optional ? 0 : 1);
    if (score > bestScore) best = hit;
    bestScore = std::max(bestScore, score);
  }
  return bestScore >= 0 ? best : refused;
}

QPointF WireTool::placeOf(const Hit& port) const {
  const CardView* card = m_canvas.scene().card(port.node);
  return port.kind == Hit::Kind::input ? card->inputAt(port.port) : card->outputAt(port.port);
}

void WireTool::drop(const PointerEvent& event) {
  aim(event.scene);
  if (m_target) return connectTo(m_target);
  if (!m_reason.isEmpty()) {
    emit m_canvas.message(m_reason);
    m_canvas.endTool();
    return;
  }
  const Hit under = m_canvas.hitAt(event.view);
  m_canvas.endTool();
  if (under.isPort() || under.kind == Hit::Kind::card) return;
  if (m_taken) {
    // Pulled off and let go in the void: the wire is gone.
    m_canvas.document().apply(Disconnect({*m_taken}));
    return;
  }
  QuickAddRequest request;
  request.scene = event.scene;
  if (m_from) {
    request.context.from = m_from;
  } else {
    request.context.to = m_to.front();
  }
  m_canvas.openQuickAdd(request);
}

void WireTool::connectTo(const Hit& port) {
  Document& document = m_canvas.document();
  if (m_from) {
    document.apply(Connect(*m_from, port.input(), m_taken));
  } else {
    Transaction step(document, m_to.size() > 1 ? tr("Move wires") : tr("Connect"));
    bool all = true;
    for (const PortRef to : m_to) all = all && document.apply(Connect(port.output(), to));
    if (all) step.commit();
  }
  m_canvas.endTool();
}

void WireTool::cancel() { m_canvas.update(); }

PortLook WireTool::portLook(NodeId node, std::uint32_t port, bool input) {
  Hit hit;
  hit.kind = input ? Hit::Kind::input : Hit::Kind::output;
  hit.node = node;
  hit.port = port;
  if (isOrigin(hit)) return PortLook::open;
  if (input != m_from.has_value()) return PortLook::refused;
  if (!allowed(hit)) return PortLook::refused;
  return m_target.kind == hit.kind && m_target.node == node && m_target.port == port
             ? PortLook::open
             : PortLook::normal;
}

void WireTool::paint(QPainter& painter) {
  const ThemeTokens& t = m_canvas.scene().tokens();
  const QColor color = !m_reason.isEmpty() ? t.bad : m_poor ? t.warning : t.accent;
  painter.setPen(QPen(color, 2, m_reason.isEmpty() ? Qt::SolidLine : Qt::DashLine));
  painter.setBrush(Qt::NoBrush);
  const bool forward = m_from.has_value();
  painter.drawPath(wirePath(forward ? m_anchor : m_tip, forward ? m_tip : m_anchor));
}

void WireTool::paintOnTop(QPainter& painter) {
  const QPointF at = m_canvas.viewport().toView(m_tip);
  const ThemeTokens& t = m_canvas.scene().tokens();
  if (!m_reason.isEmpty()) return paintHint(painter, at, m_reason, t, true);
  if (!m_target) return;
  const Document& document = m_canvas.document();
  const QString name = m_target.kind == Hit::Kind::input ? document.inputName(m_target.input())
                                                         : document.outputName(m_target.output());
  paintHint(painter, at, m_poor ? tr("%1: the shape will not fit").arg(name) : name, t, false);
}

// ---- keyboard

void WireTool::collectChoices() {
  for (const CardView& card : m_canvas.scene().cards()) {
    for (const PortView& port : m_from ? card.inputs : card.outputs) {
      Hit hit;
      hit.kind = m_from ? Hit::Kind::input : Hit::Kind::output;
      hit.node = card.id;
      hit.port = port.port;
      if (allowed(hit)) m_choices.push_back(hit);
    }
  }
}

// The nearest port in the direction of an arrow, from the one chosen now.
void WireTool::choose(int key) {
  const QPointF from = m_target ? placeOf(m_target) : m_anchor;
  double best = 1e18;
  Hit found;
  for (const Hit& hit : m_choices) {
    const QPointF d = placeOf(hit) - from;
    const double along = key == Qt::Key_Right  ? d.x()
                         : key == Qt::Key_Left ? -d.x()
                         : key == Qt::Key_Down ? d.y()
                                               : -d.y();
    if (along <= 0.5) continue;
    const double across = std::abs(key == Qt::Key_Right || key == Qt::Key_Left ? d.y() : d.x());
    const double cost = along + 2 * across;
    if (cost >= best) continue;
    best = cost;
    found = hit;
  }
  if (!found && !m_target && !m_choices.empty()) found = m_choices.front();
  if (!found) return;
  m_target = found;
  m_tip = placeOf(found);
  m_poor = m_from && !m_check->shapeFits(found.input());
  m_canvas.ensureVisible(m_canvas.scene().card(found.node)->rect);
  m_canvas.update();
}

bool WireTool::key(QKeyEvent& event) {
  switch (event.key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
      if (m_choices.empty()) collectChoices();
      m_keyboard = m_sticky = true;
      choose(event.key());
      return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (m_target) connectTo(m_target);
      return true;
    default:
      return false;
  }
}

}  // namespace espalier::ui
