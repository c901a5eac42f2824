// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <vector>

#include "ui/document/document.h"

class QLabel;

namespace espalier::ui {

class SearchField;

// Finds layers of the shown graph by name, operator or problem. Enter goes from one to the next.
class FindBar : public QFrame {
  Q_OBJECT

 public:
  FindBar(Document& document, QWidget* parent);
  void open();

 signals:
  void found(espalier::NodeId node);
  void closed();

 private:
  Document& m_document;
  SearchField* m_field;
  QLabel* m_count;
  std::vector<NodeId> m_matches;
  std::size_t m_at = 0;

  void search();
  void step(int by);
  void showCount();
};

}  // namespace espalier::ui
