// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "engine/session/events.h"
#include "ui/document/document.h"

class QLabel;
class QPushButton;

namespace espalier::ui {

class ConfusionMatrix;

// Which class was taken for which: rows are what it was, columns what the network said.
class ConfusionPanel : public QWidget {
  Q_OBJECT

 public:
  explicit ConfusionPanel(Document& document, QWidget* parent = nullptr);
  void setConfusion(const Confusion& confusion);
  void setClassNames(const QStringList& names);

 signals:
  void evaluateRequested();

 private:
  Document& m_document;
  ConfusionMatrix* m_matrix;
  QLabel* m_summary;
  QPushButton* m_evaluate;

  void showSummary();
};

// The matrix as a grid of cells, darker where there are more; the count and the share of the class
// under the pointer.
class ConfusionMatrix : public QWidget {
  Q_OBJECT

 public:
  explicit ConfusionMatrix(QWidget* parent = nullptr);
  void setConfusion(const Confusion& confusion);
  void setClassNames(const QStringList& names);
  const Confusion& confusion() const { return m_confusion; }
  QString className(std::size_t index) const;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  Confusion m_confusion;
  QStringList m_names;
  int m_row = -1, m_column = -1;

  QRectF grid() const;
  double cell() const;
};

}  // namespace espalier::ui
