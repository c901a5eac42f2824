// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/fields/form.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>
#include <QStyle>
#include <QVBoxLayout>

#include "ui/widgets/theme.h"

namespace espalier::ui {

Form::Form(QWidget* parent) : QWidget(parent), m_grid(new QGridLayout(this)) {
  m_grid->setContentsMargins(0, 0, 0, 0);
  m_grid->setHorizontalSpacing(12);
  m_grid->setVerticalSpacing(6);
  m_grid->setColumnStretch(0, 5);
  m_grid->setColumnStretch(1, 6);
}

QLabel* Form::addHeading(const QString& text) {
  if (m_row > 0) addSpace(6);
  QLabel* label = roleLabel(text, "heading", this);
  m_grid->addWidget(label, m_row++, 0, 1, 2);
  return label;
}

QLabel* Form::addRow(const QString& label, QWidget* editor, const QString& help) {
  QLabel* name = roleLabel(label, "secondary", this);
  name->setToolTip(help);
  name->setBuddy(editor);
  name->setWordWrap(true);
  m_grid->addWidget(name, m_row, 0, Qt::AlignVCenter);
  m_grid->addWidget(editor, m_row++, 1);
  return name;
}

QLabel* Form::addStacked(const QString& label, QWidget* editor, const QString& help) {
  QLabel* name = roleLabel(label, "secondary", this);
  name->setToolTip(help);
  name->setBuddy(editor);
  addWide(name);
  addWide(editor);
  return name;
}

QLabel* Form::addFigure(const QString& label, const QString& figure, const QString& help) {
  QLabel* name = roleLabel(label, "secondary", this);
  name->setToolTip(help);
  auto* value = new QLabel(figure, this);
  value->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  value->setTextInteractionFlags(Qt::TextSelectableByMouse);
  value->setToolTip(help);
  value->setWordWrap(true);
  value->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);  // never widens the panel
  // In a row of its own: a long figure may take what a short label leaves.
  auto* row = new QWidget(this);
  auto* layout = new QHBoxLayout(row);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(12);
  layout->addWidget(name, 0, Qt::AlignTop);
  layout->addWidget(value, 1);
  addWide(row);
  return value;
}

void Form::addHeadline(QWidget* title, QWidget* kind) {
  m_grid->addWidget(title, m_row, 0);
  m_grid->addWidget(kind, m_row++, 1);
  auto* line = new QFrame(this);
  line->setProperty("role", "line");
  m_grid->addWidget(line, m_row++, 0, 1, 2);
  addSpace(2);
}

QLabel* Form::addText(const QString& text, const char* role) {
  QLabel* label = roleLabel(text, role, this);
  label->setWordWrap(true);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_grid->addWidget(label, m_row++, 0, 1, 2);
  return label;
}

void Form::setWideEditors() {
  m_grid->setColumnStretch(0, 0);
  m_grid->setColumnStretch(1, 1);
}

void Form::addWide(QWidget* widget) { m_grid->addWidget(widget, m_row++, 0, 1, 2); }

void Form::addSpace(int pixels) { m_grid->setRowMinimumHeight(m_row++, pixels); }

void Form::clear() {
  while (QLayoutItem* item = m_grid->takeAt(0)) {
    if (QWidget* widget = item->widget()) {
      widget->hide();
      widget->deleteLater();
    }
    delete item;
  }
  for (int i = 0; i <= m_row; ++i) m_grid->setRowMinimumHeight(i, 0);
  m_row = 0;
}

ScrollPanel::ScrollPanel(QWidget* content, QWidget* parent)
    : QWidget(parent), m_area(new QScrollArea(this)) {
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(0, 0, 0, 0);
  outer->addWidget(m_area);
  auto* inside = new QWidget;
  auto* column = new QVBoxLayout(inside);
  column->setContentsMargins(16, 12, 16, 16);
  column->addWidget(content);
  column->addStretch();
  m_area->setWidgetResizable(true);
  m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_area->setFrameShape(QFrame::NoFrame);
  m_area->setWidget(inside);
  m_area->viewport()->setAutoFillBackground(false);
  inside->setAutoFillBackground(false);
}

void ScrollPanel::scrollToTop() { m_area->verticalScrollBar()->setValue(0); }

BottomStrip::BottomStrip(QWidget* parent) : QWidget(parent), m_form(new Form(this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(16, 10, 16, 12);
  column->addWidget(m_form);
  QWidget::hide();
}

void BottomStrip::clear() {
  m_form->clear();
  hide();
}

void BottomStrip::paintEvent(QPaintEvent*) {
  QPainter(this).fillRect(QRect(0, 0, width(), 1), tokens().line);
}

QLabel* roleLabel(const QString& text, const char* role, QWidget* parent) {
  auto* label = new QLabel(text, parent);
  label->setProperty("role", role);
  return label;
}

void setRole(QWidget* widget, const char* role) {
  if (widget->property("role").toByteArray() == role) return;
  widget->setProperty("role", role);
  widget->style()->unpolish(widget);
  widget->style()->polish(widget);
}

}  // namespace espalier::ui
