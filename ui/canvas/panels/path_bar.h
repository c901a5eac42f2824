// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

#include "ui/document/document.h"

namespace espalier::ui {

// The line above the canvas: the way into the group that is shown, each part a link, and what the
// network costs: "Network › 24 layers · 171,498 parameters · 31.2 M MAC · 6.4 MB activations at
// batch 64".
class PathBar : public QLabel {
  Q_OBJECT

 public:
  PathBar(Document& document, QWidget* parent);
  void refresh();

 signals:
  void resized();

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  Document& m_document;
};

// The cost of what is shown, as a sentence for the line above.
QString costLine(const Document& document);

}  // namespace espalier::ui
