// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/canvas/tools/tool.h"

#include "ui/canvas/canvas.h"
#include "ui/canvas/tools/box_tool.h"
#include "ui/canvas/tools/cut_tool.h"
#include "ui/canvas/tools/knot_tool.h"
#include "ui/canvas/tools/move_tool.h"
#include "ui/canvas/tools/pan_tool.h"
#include "ui/canvas/tools/resize_tool.h"
#include "ui/canvas/tools/wire_tool.h"
#include "ui/document/edits/values.h"
#include "ui/document/edits/wires.h"

namespace espalier::ui {
namespace {

void breakWires(Document& document, const Hit& port) {
  std::vector<PortRef> wires;
  if (port.kind == Hit::Kind::output) {
    wires = document.graph().users(port.output());
  } else if (is_wired(document.graph().node(port.node), port.port)) {
    wires = {port.input()};
  }
  if (!wires.empty()) document.apply(Disconnect(std::move(wires)));
}

void applyFix(Canvas& canvas, NodeId node) {
  Document& document = canvas.document();
  const CardView* card = canvas.scene().card(node);
  const NodeInfo* info = document.info(node);
  if (card == nullptr || info == nullptr) return;
  const auto index = std::size_t(card->diagnostic);
  if (index < info->diagnostics.size()) document.apply(ApplyFix(info->diagnostics[index]));
}

void selectWire(Document& document, PortRef wire, Qt::KeyboardModifiers modifiers) {
  Selection now;
  if (modifiers & (Qt::ShiftModifier | Qt::ControlModifier)) now = document.selection();
  if (!now.wires.insert(wire).second && modifiers.testFlag(Qt::ControlModifier)) {
    now.wires.erase(wire);
  }
  document.select(std::move(now));
}

}  // namespace

std::unique_ptr<Tool> toolFor(Canvas& canvas, const Hit& hit, const PointerEvent& event) {
  if (event.button == Qt::RightButton && event.modifiers.testFlag(Qt::ControlModifier)) {
    return std::make_unique<CutTool>(canvas);
  }
  if (event.button != Qt::LeftButton) return nullptr;
  switch (hit.kind) {
    case Hit::Kind::fix:
      applyFix(canvas, hit.node);
      return nullptr;
    case Hit::Kind::input:
    case Hit::Kind::output:
      if (event.modifiers.testFlag(Qt::AltModifier)) {
        breakWires(canvas.document(), hit);
        return nullptr;
      }
      return std::make_unique<WireTool>(canvas, hit,
                                        event.modifiers.testFlag(Qt::ControlModifier)
                                            ? WireTool::Start::takeAlong
                                            : WireTool::Start::fresh);
    case Hit::Kind::wire:
      selectWire(canvas.document(), hit.wire, event.modifiers);
      return nullptr;
    case Hit::Kind::knot:
      return std::make_unique<KnotTool>(canvas, hit);
    case Hit::Kind::frameCorner:
    case Hit::Kind::noteCorner:
      return std::make_unique<ResizeTool>(canvas, hit);
    case Hit::Kind::card:
    case Hit::Kind::frame:
    case Hit::Kind::note:
      return std::make_unique<MoveTool>(canvas, hit);
    case Hit::Kind::none:
      break;
  }
  return std::make_unique<BoxTool>(canvas);
}

}  // namespace espalier::ui
