// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/settings_dialog.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/shell/keys_table.h"
#include "ui/shell/language.h"
#include "ui/shell/preferences.h"
#include "ui/widgets/fields/field.h"
#include "ui/widgets/fields/form.h"
#include "ui/widgets/keymap.h"

namespace espalier::ui {
namespace {

Field* addChoice(Form* form, const QString& label, const QStringList& values,
                 const QStringList& labels, const QString& now) {
  FieldSpec spec;
  spec.type = FieldType::choice;
  spec.choices = values;
  spec.choiceLabels = labels;
  spec.name = label;
  Field* field = makeField(spec, form);
  field->setValue(now);
  form->addRow(label, field);
  return field;
}

}  // namespace

SettingsDialog::SettingsDialog(QWidget* parent) : QDialog(parent) {
  setAttribute(Qt::WA_DeleteOnClose);
  setWindowTitle(tr("Settings"));
  resize(520, 560);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(24, 16, 24, 16);
  column->setSpacing(12);
  auto* form = new Form(this);
  form->addHeading(tr("Look"));
  Field* theme = addChoice(form, tr("Theme"), {"dark", "light", "contrast", "system"},
                           {tr("Dark"), tr("Light"), tr("High contrast"), tr("As the desktop")},
                           Preferences::theme());
  theme->setObjectName(QStringLiteral("theme"));
  connect(theme, &Field::edited, this, [](const QVariant& v) {
    Preferences::setTheme(v.toString());
    applyTheme();
  });
  QStringList ids = {QStringLiteral("system")}, names = {tr("As the desktop")};
  for (const Language& language : languages()) {
    ids += language.id;
    names += language.name;
  }
  Field* language = addChoice(form, tr("Language"), ids, names, Preferences::language());
  language->setObjectName(QStringLiteral("language"));
  connect(language, &Field::edited, this, [this](const QVariant& v) {
    Preferences::setLanguage(v.toString());
    applyLanguage();
    emit languageChanged();
  });
  FieldSpec motion;
  motion.type = FieldType::flag;
  motion.name = tr("Less motion");
  Field* less = makeField(motion, form);
  less->setValue(Preferences::reducedMotion());
  form->addRow(motion.name, less);
  connect(less, &Field::edited, this, [](const QVariant& v) {
    Preferences::setReducedMotion(v.toBool());
    applyTheme();
  });
  form->addHeading(tr("Keys"));
  Field* preset =
      addChoice(form, tr("As in"), Keymap::instance().presets(), {}, Keymap::instance().preset());
  connect(preset, &Field::edited, this,
          [](const QVariant& v) { Keymap::instance().setPreset(v.toString()); });
  column->addWidget(form);
  column->addWidget(new KeysTable(this), 1);
  column->addWidget(roleLabel(
      tr("Threads and instruction set belong to a project: see Run › Machine."), "faint", this));
  auto* close = new QPushButton(tr("Close"), this);
  close->setDefault(true);
  auto* row = new QHBoxLayout;
  row->addStretch();
  row->addWidget(close);
  column->addLayout(row);
  connect(close, &QPushButton::clicked, this, &QDialog::accept);
}

}  // namespace espalier::ui
