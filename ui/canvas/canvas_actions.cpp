// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/canvas/canvas_actions.h"

#include <QClipboard>
#include <QGuiApplication>

#include "engine/project/fragment.h"
#include "ui/canvas/canvas.h"
#include "ui/document/auto_layout.h"
#include "ui/document/edits/groups.h"
#include "ui/document/edits/layout.h"
#include "ui/document/edits/nodes.h"
#include "ui/document/placement.h"
#include "ui/widgets/keymap.h"

namespace espalier::ui {

CanvasActions::CanvasActions(Canvas& canvas) : QObject(&canvas), m_canvas(canvas) {
  m_commands = editCommands() + viewCommands() + layerCommands() + arrangeCommands();
  for (const Command& command : m_commands) {
    auto* action = new QAction(this);
    const QString id = QString::fromUtf8(command.id);
    action->setObjectName(id);
    action->setShortcutContext(id == QLatin1String("edit.undo") || id == QLatin1String("edit.redo")
                                   ? Qt::WindowShortcut
                                   : Qt::WidgetShortcut);
    connect(action, &QAction::triggered, this, [run = command.run] { run(); });
    m_actions[id] = action;
    m_order << action;
    canvas.addAction(action);
  }
  retranslate();
  applyKeys();
  connect(&Keymap::instance(), &Keymap::changed, this, &CanvasActions::applyKeys);
  Document& document = canvas.document();
  connect(&document, &Document::selectionChanged, this, &CanvasActions::refresh);
  connect(&document, &Document::pathChanged, this, &CanvasActions::refresh);
  connect(document.history(), &QUndoStack::indexChanged, this, &CanvasActions::refresh);
  refresh();
}

QAction* CanvasActions::action(const QString& id) const { return m_actions.value(id); }

void CanvasActions::applyKeys() {
  for (QAction* action : m_order) {
    action->setShortcuts(Keymap::instance().keys(action->objectName()));
  }
}

void CanvasActions::retranslate() {
  for (const Command& command : m_commands) {
    m_actions[QString::fromUtf8(command.id)]->setText(
        QCoreApplication::translate("Command", command.text));
  }
}

void CanvasActions::refresh() {
  for (const Command& command : m_commands) {
    if (command.enabled) m_actions[QString::fromUtf8(command.id)]->setEnabled(command.enabled());
  }
}

QList<CanvasActions::Command> CanvasActions::editCommands() {
  Document& document = m_canvas.document();
  const auto any = [&document] { return !document.selection().empty(); };
  const auto layers = [&document] { return !document.selection().nodes.empty(); };
  return {
      {"edit.undo", QT_TRANSLATE_NOOP("Command", "Undo"), [&document] { document.undo(); },
       [&document] { return document.history()->canUndo(); }},
      {"edit.redo", QT_TRANSLATE_NOOP("Command", "Redo"), [&document] { document.redo(); },
       [&document] { return document.history()->canRedo(); }},
      {"edit.cut", QT_TRANSLATE_NOOP("Command", "Cut"),
       [this, &document] {
         copy();
         document.apply(Remove(document.selection(), Canvas::tr("Cut")));
       },
       layers},
      {"edit.copy", QT_TRANSLATE_NOOP("Command", "Copy"), [this] { copy(); }, layers},
      {"edit.paste", QT_TRANSLATE_NOOP("Command", "Paste"), [this] { paste(false); }, nullptr},
      {"edit.pasteWired", QT_TRANSLATE_NOOP("Command", "Paste with incoming wires"),
       [this] { paste(true); }, nullptr},
      {"edit.duplicate", QT_TRANSLATE_NOOP("Command", "Duplicate"), [this] { duplicate(); },
       layers},
      {"edit.delete", QT_TRANSLATE_NOOP("Command", "Delete"), [this] { remove(false); }, any},
      {"edit.heal", QT_TRANSLATE_NOOP("Command", "Delete and reconnect"), [this] { remove(true); },
       layers},
      {"edit.selectAll", QT_TRANSLATE_NOOP("Command", "Select all"),
       [&document] { document.selectAll(); }, nullptr},
      {"edit.find", QT_TRANSLATE_NOOP("Command", "Find in graph"), [this] { m_canvas.openFind(); },
       nullptr},
      {"edit.rename", QT_TRANSLATE_NOOP("Command", "Rename"), [this] { rename(); }, any},
  };
}

QList<CanvasActions::Command> CanvasActions::viewCommands() {
  const auto zoom = [this](double factor) {
    const Viewport& view = m_canvas.viewport();
    m_canvas.setScale(view.scale * factor, QPointF(view.size.width(), view.size.height()) / 2);
  };
  return {
      {"add.quick", QT_TRANSLATE_NOOP("Command", "Add layer…"),
       [this] {
         QuickAddRequest request;
         request.scene = m_canvas.pointerInScene();
         m_canvas.openQuickAdd(request);
       },
       nullptr},
      {"view.fitAll", QT_TRANSLATE_NOOP("Command", "Fit all"), [this] { m_canvas.fitAll(); },
       nullptr},
      {"view.fitSelection", QT_TRANSLATE_NOOP("Command", "Fit selection"),
       [this] { m_canvas.fitSelection(); }, nullptr},
      {"view.actualSize", QT_TRANSLATE_NOOP("Command", "Zoom to 100 %"),
       [this, zoom] { zoom(1 / m_canvas.viewport().scale); }, nullptr},
      {"view.zoomIn", QT_TRANSLATE_NOOP("Command", "Zoom in"), [zoom] { zoom(1.25); }, nullptr},
      {"view.zoomOut", QT_TRANSLATE_NOOP("Command", "Zoom out"), [zoom] { zoom(0.8); }, nullptr},
      {"group.leave", QT_TRANSLATE_NOOP("Command", "Leave group"), [this] { escape(); }, nullptr},
      {"focus.left", QT_TRANSLATE_NOOP("Command", "Go to the layer before"),
       [this] { moveFocus(Qt::Key_Left); }, nullptr},
      {"focus.right", QT_TRANSLATE_NOOP("Command", "Go to the layer after"),
       [this] { moveFocus(Qt::Key_Right); }, nullptr},
      {"focus.up", QT_TRANSLATE_NOOP("Command", "Go to the layer above"),
       [this] { moveFocus(Qt::Key_Up); }, nullptr},
      {"focus.down", QT_TRANSLATE_NOOP("Command", "Go to the layer below"),
       [this] { moveFocus(Qt::Key_Down); }, nullptr},
  };
}

QList<CanvasActions::Command> CanvasActions::layerCommands() {
  Document& document = m_canvas.document();
  const auto layers = [&document] { return !document.selection().nodes.empty(); };
  const auto one = [&document] { return bool(document.selection().focus); };
  const auto group = [&document] {
    const Node* node = document.graph().find(document.selection().focus);
    return node != nullptr && !node->group.empty();
  };
  return {
      {"layer.edit", QT_TRANSLATE_NOOP("Command", "Edit layer"), [this] { editFocused(); }, one},
      {"layer.mute", QT_TRANSLATE_NOOP("Command", "Mute"),
       [&document] { document.apply(ToggleMuted(document.selection().nodes)); }, layers},
      {"layer.replace", QT_TRANSLATE_NOOP("Command", "Replace with…"),
       [this, &document] {
         QuickAddRequest request;
         request.replace = document.selection().focus;
         request.scene = document.place(request.replace);
         m_canvas.openQuickAdd(request);
       },
       one},
      {"layer.pin", QT_TRANSLATE_NOOP("Command", "Pin in place"), [this] { togglePinned(); },
       layers},
      {"layer.fix", QT_TRANSLATE_NOOP("Command", "Apply the suggested fix"), [this] { applyFix(); },
       one},
      {"wire.start", QT_TRANSLATE_NOOP("Command", "Start a wire"), [this] { startWire(); }, one},
      {"group.make", QT_TRANSLATE_NOOP("Command", "Group"),
       [&document] { document.apply(Group(document.selection().nodes)); }, layers},
      {"group.expand", QT_TRANSLATE_NOOP("Command", "Ungroup"),
       [&document] { document.apply(Ungroup(document.selection().focus)); }, group},
      {"group.enter", QT_TRANSLATE_NOOP("Command", "Enter group"),
       [&document] { document.enter(document.selection().focus); }, group},
      {"frame.add", QT_TRANSLATE_NOOP("Command", "Add frame"), [this] { addFrame(); }, nullptr},
      {"note.add", QT_TRANSLATE_NOOP("Command", "Add note"), [this] { addNote(); }, nullptr},
  };
}

QList<CanvasActions::Command> CanvasActions::arrangeCommands() {
  Document& document = m_canvas.document();
  const auto several = [&document] { return document.selection().nodes.size() > 1; };
  const auto layers = [&document] {
    return !document.selection().nodes.empty() || !document.selection().frames.empty();
  };
  const auto place = [this, &document](const CardPlaces& to, const QString& text) {
    if (!to.empty()) document.apply(Move(to, text));
  };
  const auto align = [this, &document, place](Edge edge) {
    place(aligned(m_canvas.scene().rects(document.selection().nodes), edge), Canvas::tr("Align"));
  };
  const auto distribute = [this, &document, place](Qt::Orientation along) {
    place(distributed(m_canvas.scene().rects(document.selection().nodes), along),
          Canvas::tr("Distribute"));
  };
  QList<Command> commands = {
      {"align.left", QT_TRANSLATE_NOOP("Command", "Align left"), [align] { align(Edge::left); },
       several},
      {"align.right", QT_TRANSLATE_NOOP("Command", "Align right"), [align] { align(Edge::right); },
       several},
      {"align.top", QT_TRANSLATE_NOOP("Command", "Align top"), [align] { align(Edge::top); },
       several},
      {"align.bottom", QT_TRANSLATE_NOOP("Command", "Align bottom"),
       [align] { align(Edge::bottom); }, several},
      {"distribute.horizontally", QT_TRANSLATE_NOOP("Command", "Distribute horizontally"),
       [distribute] { distribute(Qt::Horizontal); }, several},
      {"distribute.vertically", QT_TRANSLATE_NOOP("Command", "Distribute vertically"),
       [distribute] { distribute(Qt::Vertical); }, several},
      {"arrange.straighten", QT_TRANSLATE_NOOP("Command", "Straighten"),
       [this, &document, place] {
         place(straightened(m_canvas.scene().rects(document.selection().nodes), document.graph()),
               Canvas::tr("Straighten"));
       },
       several},
      {"arrange.leftToRight", QT_TRANSLATE_NOOP("Command", "Arrange left to right"),
       [this] { m_canvas.startLayout(LayoutDirection::leftToRight); }, nullptr},
      {"arrange.topDown", QT_TRANSLATE_NOOP("Command", "Arrange top down"),
       [this] { m_canvas.startLayout(LayoutDirection::topDown); }, nullptr},
  };
  const auto nudged = [this](double x, double y) { return [this, x, y] { nudge({x, y}); }; };
  commands += {
      {"nudge.left", QT_TRANSLATE_NOOP("Command", "Move left"), nudged(-kGrid, 0), layers},
      {"nudge.right", QT_TRANSLATE_NOOP("Command", "Move right"), nudged(kGrid, 0), layers},
      {"nudge.up", QT_TRANSLATE_NOOP("Command", "Move up"), nudged(0, -kGrid), layers},
      {"nudge.down", QT_TRANSLATE_NOOP("Command", "Move down"), nudged(0, kGrid), layers},
      {"nudge.pixelLeft", QT_TRANSLATE_NOOP("Command", "Move left by one pixel"), nudged(-1, 0),
       layers},
      {"nudge.pixelRight", QT_TRANSLATE_NOOP("Command", "Move right by one pixel"), nudged(1, 0),
       layers},
      {"nudge.pixelUp", QT_TRANSLATE_NOOP("Command", "Move up by one pixel"), nudged(0, -1),
       layers},
      {"nudge.pixelDown", QT_TRANSLATE_NOOP("Command", "Move down by one pixel"), nudged(0, 1),
       layers},
  };
  return commands;
}

}  // namespace espalier::ui
