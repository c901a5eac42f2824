// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTreeWidget>

#include "ui/document/document.h"

namespace espalier::ui {

// What is wrong in the network, layer by layer. A click shows the layer; where there is a cure, a
// button applies it.
class ProblemsPanel : public QWidget {
  Q_OBJECT

 public:
  explicit ProblemsPanel(Document& document, QWidget* parent = nullptr);

 private:
  Document& m_document;
  QTreeWidget* m_list;
  class QLabel* m_empty;

  void refresh();
};

}  // namespace espalier::ui
