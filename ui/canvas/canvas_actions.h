// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QHash>
#include <QObject>
#include <functional>

namespace espalier::ui {

class Canvas;

// Every command of the canvas as an action, by the ids of resources/keymap.json. Their keys act while
// the canvas has the focus, so that typing in a field never reaches it; undo and redo act in the whole
// window. Menus, the command palette and the context menu show the same actions.
class CanvasActions : public QObject {
  Q_OBJECT

 public:
  explicit CanvasActions(Canvas& canvas);

  QAction* action(const QString& id) const;  // null where there is none
  QList<QAction*> all() const { return m_order; }
  // What can be done now; called when selection or document change.
  void refresh();
  void retranslate();

 private:
  struct Command {
    const char* id;
    const char* text;  // marked for translation in the context "Command"
    std::function<void()> run;
    std::function<bool()> enabled;  // null: always
  };

  Canvas& m_canvas;
  QHash<QString, QAction*> m_actions;
  QList<QAction*> m_order;
  QList<Command> m_commands;

  QList<Command> editCommands();
  QList<Command> viewCommands();
  QList<Command> layerCommands();
  QList<Command> arrangeCommands();
  void applyKeys();

  // What a command does where it takes more than a line.
  void copy();
  void paste(bool wired);
  void duplicate();
  void remove(bool heal);
  void nudge(QPointF by);
  void moveFocus(int key);
  void startWire();
  void addFrame();
  void addNote();
  void rename();
  void editFocused();
  void escape();
  void togglePinned();
  void applyFix();
};

}  // namespace espalier::ui
