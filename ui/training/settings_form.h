// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>

#include "ui/document/document.h"
#include "ui/widgets/fields/form.h"

class QPushButton;

namespace espalier {
struct Setting;
}

namespace espalier::ui {

class Field;

// The settings whose path begins with a prefix ("training.") as a form: headings by section, rows that
// do not apply left out, advanced ones behind a link. Edits are steps of undo.
class SettingsForm : public QWidget {
  Q_OBJECT

 public:
  SettingsForm(Document& document, std::string prefix, QWidget* parent = nullptr);
  void refresh();  // values, and the rows that apply
  // A text setting that is chosen from values found on this machine.
  void setChoices(const std::string& path, const QStringList& values, const QStringList& labels);

 private:
  struct Row {
    const Setting* setting;
    Field* field;
  };
  Document& m_document;
  std::string m_prefix;
  Form* m_form;
  std::vector<Row> m_rows;
  std::map<std::string, std::pair<QStringList, QStringList>> m_choices;  // values, labels
  std::string m_shape;                                                   // which rows there are
  bool m_advanced = false;

  std::string shapeNow() const;
  void rebuild();
  void showValues();
};

}  // namespace espalier::ui
