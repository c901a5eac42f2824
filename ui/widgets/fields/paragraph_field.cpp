// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/fields/paragraph_field.h"

#include <QKeyEvent>
#include <QPlainTextEdit>
#include <QVBoxLayout>

namespace espalier::ui {
namespace {

constexpr int kLines = 7;

}  // namespace

ParagraphField::ParagraphField(const FieldSpec& spec, QWidget* parent)
    : Field(parent), m_edit(new QPlainTextEdit(this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(m_edit);
  m_edit->setAccessibleName(spec.name);
  m_edit->setAccessibleDescription(spec.help);
  m_edit->setPlaceholderText(spec.placeholder);
  m_edit->setTabChangesFocus(true);
  m_edit->setFixedHeight(m_edit->fontMetrics().lineSpacing() * kLines + 16);
  m_edit->installEventFilter(this);
  setFocusProxy(m_edit);
}

void ParagraphField::setValue(const QVariant& value) {
  m_value = value.toString();
  // What is being typed is not pulled away.
  if (m_edit->hasFocus() && m_edit->document()->isModified()) return;
  if (m_edit->toPlainText() != m_value) m_edit->setPlainText(m_value);
  m_edit->document()->setModified(false);
}

void ParagraphField::commit() {
  if (!m_edit->document()->isModified()) return;
  m_edit->document()->setModified(false);
  m_value = m_edit->toPlainText();
  emit edited(m_value);
}

bool ParagraphField::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::FocusOut) commit();
  if (event->type() == QEvent::KeyPress) {
    const auto* key = static_cast<QKeyEvent*>(event);
    const bool enter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
    if (enter && key->modifiers().testFlag(Qt::ControlModifier)) {
      commit();
      return true;
    }
    if (key->key() == Qt::Key_Escape && m_edit->document()->isModified()) {
      m_edit->document()->setModified(false);
      setValue(m_value);
      return true;
    }
  }
  return Field::eventFilter(watched, event);
}

}  // namespace espalier::ui
