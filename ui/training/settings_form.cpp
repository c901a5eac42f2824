// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/settings_form.h"

#include <QPushButton>
#include <QVBoxLayout>

#include "ui/document/edits/values.h"
#include "ui/training/setting_field.h"
#include "ui/widgets/text.h"

namespace espalier::ui {

SettingsForm::SettingsForm(Document& document, std::string prefix, QWidget* parent)
    : QWidget(parent), m_document(document), m_prefix(std::move(prefix)), m_form(new Form(this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(m_form);
  refresh();
}

std::string SettingsForm::shapeNow() const {
  std::string shape = m_advanced ? "+" : "-";
  for (const Setting& s : all_settings()) {
    if (s.path.starts_with(m_prefix)) shape += applies(s, m_document.project()) ? '1' : '0';
  }
  return shape;
}

void SettingsForm::refresh() {
  if (const std::string shape = shapeNow(); shape != m_shape) {
    m_shape = shape;
    rebuild();
  }
  showValues();
}

void SettingsForm::setChoices(const std::string& path, const QStringList& values,
                              const QStringList& labels) {
  m_choices[path] = {values, labels};
  m_shape.clear();
  refresh();
}

void SettingsForm::rebuild() {
  // Not under the hands of who is being edited: the old form goes when the event is done.
  const QWidget* focus = focusWidget();
  std::string focused;
  for (const Row& row : m_rows)
    if (focus != nullptr && row.field->isAncestorOf(focus)) focused = row.setting->path;
  m_form->clear();
  m_rows.clear();
  const char* section = "";
  bool more = false;
  for (const Setting& s : all_settings()) {
    if (!s.path.starts_with(m_prefix) || !applies(s, m_document.project())) continue;
    if (s.advanced && !m_advanced) {
      more = true;
      continue;
    }
    if (QByteArray(s.section) != section) {
      section = s.section;
      m_form->addHeading(translated(Message{section, {}}));
    }
    FieldSpec spec = fieldSpecOf(s);
    if (const auto found = m_choices.find(s.path); found != m_choices.end()) {
      spec.type = FieldType::choice;
      std::tie(spec.choices, spec.choiceLabels) = found->second;
    }
    Field* field = makeField(spec, m_form);
    // A path needs all the width there is.
    if (spec.type == FieldType::path)
      m_form->addStacked(spec.name, field, spec.help);
    else
      m_form->addRow(spec.name, field, spec.help);
    m_rows.push_back({&s, field});
    connect(field, &Field::edited, this, [this, setting = &s, field](const QVariant& value) {
      const Outcome outcome =
          m_document.apply(SetSetting(setting->path, toSetting(value, setting->type)));
      field->setProblem(outcome.reason);
    });
    if (s.path == focused) field->setFocus();
  }
  if (more || m_advanced) {
    m_form->addSpace(4);
    auto* link = new QPushButton(m_advanced ? tr("Fewer settings") : tr("More settings"), m_form);
    setRole(link, "link");
    link->setCursor(Qt::PointingHandCursor);
    m_form->addWide(link);
    connect(link, &QPushButton::clicked, this, [this] {
      m_advanced = !m_advanced;
      refresh();
    });
  }
}

void SettingsForm::showValues() {
  for (const Row& row : m_rows)
    row.field->setValue(toVariant(row.setting->get(m_document.project())));
}

}  // namespace espalier::ui
