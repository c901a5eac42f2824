// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTreeWidget>

namespace espalier::ui {

// The keys of the canvas's commands; a double-click on one takes other keys for it.
class KeysTable : public QTreeWidget {
  Q_OBJECT

 public:
  explicit KeysTable(QWidget* parent = nullptr);

 private:
  void refresh();
  void edit(QTreeWidgetItem* item);
};

}  // namespace espalier::ui
