// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/canvas/scene/scene.h"

namespace espalier::ui {

// What the bars on the cards mean: the overlay's name and its scale from 0 to the greatest share.
class Legend : public QWidget {
  Q_OBJECT

 public:
  Legend(const Scene& scene, QWidget* parent);
  void refresh();
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  const Scene& m_scene;
};

}  // namespace espalier::ui
