// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QDialog>
#include <QPointer>

class QLineEdit;
class QListWidget;
class QMenuBar;

namespace espalier::ui {

// Every command of the window, found by typing a part of its name (Ctrl+Shift+P).
class CommandPalette : public QDialog {
  Q_OBJECT

 public:
  // The commands are those of the menus, with the way to them as their context.
  CommandPalette(const QMenuBar& menus, QWidget* parent);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct Command {
    QString path, name;  // "File", "Open…"
    QPointer<QAction> action;
  };
  QList<Command> m_commands;
  QLineEdit* m_query;
  QListWidget* m_list;

  void collect(const QList<QAction*>& actions, const QString& path);
  void filter(const QString& query);
  void runCurrent();
};

}  // namespace espalier::ui
