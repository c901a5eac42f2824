// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/fields/field.h"

#include <QStyle>

#include "ui/widgets/fields/choice_fields.h"
#include "ui/widgets/fields/line_fields.h"
#include "ui/widgets/fields/paragraph_field.h"
#include "ui/widgets/fields/problem_bubble.h"

namespace espalier::ui {
namespace {

using Maker = Field* (*)(const FieldSpec&, QWidget*);

template <class T> Field* make(const FieldSpec& spec, QWidget* parent) {
  return new T(spec, parent);
}

// In the order of FieldType.
constexpr Maker kMakers[] = {
    make<NumberLine>, make<NumberLine>, make<FlagField>,   make<TextLine>, make<ListLine>,
    make<ListLine>,   make<ListLine>,   make<ChoiceField>, make<PathLine>, make<ParagraphField>};

}  // namespace

void Field::setProblem(const QString& sentence) {
  if (!sentence.isEmpty())
    ProblemBubble::show(this, sentence);
  else if (!m_problem.isEmpty())
    ProblemBubble::hide(this);
  if (sentence == m_problem) return;
  m_problem = sentence;
  QWidget* widget = marked();
  if (!m_helpKept) {
    m_help = widget->toolTip();
    m_helpKept = true;
  }
  widget->setProperty("problem", !sentence.isEmpty());
  widget->setToolTip(sentence.isEmpty() ? m_help : sentence);
  widget->style()->unpolish(widget);
  widget->style()->polish(widget);
}

Field* makeField(const FieldSpec& spec, QWidget* parent) {
  Field* field = kMakers[std::size_t(spec.type)](spec, parent);
  field->setToolTip(spec.help);
  return field;
}

}  // namespace espalier::ui
