// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

namespace espalier::ui {

// What a person chooses for the program: it takes effect at once.
class SettingsDialog : public QDialog {
  Q_OBJECT

 public:
  explicit SettingsDialog(QWidget* parent);

 signals:
  void languageChanged();
};

}  // namespace espalier::ui
