// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "engine/compile/target.h"
#include "engine/session/session.h"

class QLabel;
class QVBoxLayout;

namespace espalier::ui {

class Field;
class Form;

// The rows of the export dialog that say for which machine and how a bundle is compiled.
class BundleRows : public QObject {
  Q_OBJECT

 public:
  explicit BundleRows(Form& form);
  void fill(CompileRequest& request) const;
  // For those who drive it without a person.
  void setTarget(const QString& name);

 private:
  Form& m_form;
  QString m_target = QStringLiteral("x86-64-v3"), m_level = QStringLiteral("2");
  QString m_weights = QStringLiteral("source"), m_board;
  Field* m_targets;
  QLabel* m_tools;
  QVBoxLayout* m_boardPlace;
  QLabel* m_boardLabel;
  QWidget* m_boards = nullptr;

  Field* choice(const QString& label, const QStringList& values, const QStringList& labels,
                const QString& help, QString& value);
  void showTools(const BundleTarget& target);
  void showBoards(const BundleTarget& target);
};

}  // namespace espalier::ui
