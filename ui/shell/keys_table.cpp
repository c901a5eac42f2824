// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/keys_table.h"

#include <QApplication>
#include <QHeaderView>
#include <QKeySequenceEdit>
#include <QMainWindow>

#include "ui/widgets/keymap.h"

namespace espalier::ui {
namespace {

// The command's text is on its action.
QString commandText(const QString& id) {
  for (QWidget* window : QApplication::topLevelWidgets()) {
    if (const auto* action = window->findChild<QAction*>(id)) return action->text().remove(u'&');
  }
  return id;
}

}  // namespace

KeysTable::KeysTable(QWidget* parent) : QTreeWidget(parent) {
  setColumnCount(2);
  setHeaderLabels({tr("Command"), tr("Keys")});
  setRootIsDecorated(false);
  setUniformRowHeights(true);
  header()->setSectionResizeMode(0, QHeaderView::Stretch);
  setAccessibleName(tr("Keys"));
  connect(&Keymap::instance(), &Keymap::changed, this, &KeysTable::refresh);
  connect(this, &QTreeWidget::itemActivated, this, &KeysTable::edit);
  refresh();
}

void KeysTable::refresh() {
  clear();
  const Keymap& keymap = Keymap::instance();
  for (const QString& id : keymap.commands()) {
    QStringList keys;
    for (const QKeySequence& key : keymap.keys(id)) keys += key.toString(QKeySequence::NativeText);
    auto* item = new QTreeWidgetItem(this, {commandText(id), keys.join(QStringLiteral(", "))});
    item->setData(0, Qt::UserRole, id);
    QFont font = item->font(1);
    font.setBold(keymap.isChanged(id));
    item->setFont(1, font);
  }
  sortItems(0, Qt::AscendingOrder);
}

void KeysTable::edit(QTreeWidgetItem* item) {
  const QString id = item->data(0, Qt::UserRole).toString();
  auto* editor = new QKeySequenceEdit(this);
  setItemWidget(item, 1, editor);
  editor->setFocus();
  connect(editor, &QKeySequenceEdit::editingFinished, this, [this, editor, id] {
    const QKeySequence keys = editor->keySequence();
    Keymap& keymap = Keymap::instance();
    const QString other = keys.isEmpty() ? QString() : keymap.conflict(id, {keys});
    if (!other.isEmpty()) {
      editor->setToolTip(tr("These keys belong to “%1”.").arg(commandText(other)));
      editor->clear();
      return;
    }
    QMetaObject::invokeMethod(
        this,
        [id, keys] {
          if (keys.isEmpty())
            Keymap::instance().reset(id);
          else
            Keymap::instance().setKeys(id, {keys});
        },
        Qt::QueuedConnection);
  });
}

}  // namespace espalier::ui
