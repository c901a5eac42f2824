// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

namespace espalier::ui {

class AboutDialog : public QDialog {
  Q_OBJECT

 public:
  explicit AboutDialog(QWidget* parent);
};

}  // namespace espalier::ui
