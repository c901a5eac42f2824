// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/search_field.h"

#include <QApplication>
#include <QKeyEvent>

namespace espalier::ui {

SearchField::SearchField(const QString& placeholder, QWidget* parent) : QLineEdit(parent) {
  setPlaceholderText(placeholder);
  setAccessibleName(placeholder);
}

void SearchField::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
      if (m_list != nullptr) {
        QApplication::sendEvent(m_list, event);
        return;
      }
      break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      emit accepted();
      return;
    case Qt::Key_Escape:
      if (text().isEmpty()) {
        emit rejected();
      } else {
        clear();
      }
      return;
    default:
      break;
  }
  QLineEdit::keyPressEvent(event);
}

}  // namespace espalier::ui
