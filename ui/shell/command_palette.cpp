// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/command_palette.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/document/fuzzy.h"

namespace espalier::ui {

CommandPalette::CommandPalette(const QMenuBar& menus, QWidget* parent)
    : QDialog(parent, Qt::Popup | Qt::FramelessWindowHint),
      m_query(new QLineEdit(this)),
      m_list(new QListWidget(this)) {
  setAttribute(Qt::WA_DeleteOnClose);
  setWindowTitle(tr("Commands"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(8, 8, 8, 8);
  m_query->setPlaceholderText(tr("Type a command"));
  m_query->setAccessibleName(tr("Type a command"));
  column->addWidget(m_query);
  column->addWidget(m_list);
  resize(520, 380);
  collect(menus.actions(), {});
  m_query->installEventFilter(this);
  connect(m_query, &QLineEdit::textChanged, this, &CommandPalette::filter);
  connect(m_query, &QLineEdit::returnPressed, this, &CommandPalette::runCurrent);
  connect(m_list, &QListWidget::itemClicked, this, &CommandPalette::runCurrent);
  filter({});
  m_query->setFocus();
}

void CommandPalette::collect(const QList<QAction*>& actions, const QString& path) {
  for (QAction* action : actions) {
    const QString name = action->text().remove(u'&');
    if (action->isSeparator() || name.isEmpty()) continue;
    // Some menus are filled when they are about to be shown.
    if (action->menu() != nullptr) emit action->menu()->aboutToShow();
    if (action->menu() != nullptr)
      collect(action->menu()->actions(),
              path.isEmpty() ? name : path + QStringLiteral(" › ") + name);
    else if (action->isVisible())
      m_commands.push_back({path, name, action});
  }
}

void CommandPalette::filter(const QString& query) {
  std::vector<std::pair<double, qsizetype>> found;
  for (qsizetype i = 0; i < m_commands.size(); ++i) {
    const Command& c = m_commands[i];
    const double score =
        query.isEmpty() ? 1
                        : std::max(fuzzyScore(query, c.name).value_or(-1),
                                   fuzzyScore(query, c.path + u' ' + c.name).value_or(-1) * 0.8);
    if (score >= 0 && c.action != nullptr) found.emplace_back(score, i);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  m_list->clear();
  for (const auto& [score, i] : found) {
    const Command& c = m_commands[i];
    QString keys = c.action->shortcut().toString(QKeySequence::NativeText);
    auto* item = new QListWidgetItem(
        QStringLiteral("%1 › %2%3")
            .arg(c.path, c.name, keys.isEmpty() ? keys : QStringLiteral("    ") + keys),
        m_list);
    item->setData(Qt::UserRole, i);
    if (!c.action->isEnabled()) item->setFlags(Qt::NoItemFlags);
  }
  m_list->setCurrentRow(0);
}

void CommandPalette::runCurrent() {
  const QListWidgetItem* item = m_list->currentItem();
  if (item == nullptr || !(item->flags() & Qt::ItemIsEnabled)) return;
  const QPointer<QAction> action = m_commands[item->data(Qt::UserRole).toLongLong()].action;
  close();
  if (action != nullptr) action->trigger();
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_PageUp ||
        key == Qt::Key_PageDown) {
      QCoreApplication::sendEvent(m_list, event);
      return true;
    }
  }
  return QDialog::eventFilter(watched, event);
}

}  // namespace espalier::ui
