// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPixmap>
#include <QWidget>

#include "ui/canvas/scene/scene.h"
#include "ui/canvas/viewport.h"

namespace espalier::ui {

// The whole graph in a corner, with the part that is seen; a click or drag goes there. The picture is
// kept and painted anew only when the graph changed.
class Minimap : public QWidget {
  Q_OBJECT

 public:
  Minimap(const Scene& scene, const Viewport& view, QWidget* parent);
  void sceneChanged();
  void viewChanged();
  QSize sizeHint() const override { return {144, 88}; }

 signals:
  void centerRequested(QPointF scene);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;

 private:
  const Scene& m_scene;
  const Viewport& m_view;
  QPixmap m_picture;
  bool m_stale = true;

  QTransform toMap() const;
  void paintPicture();
};

}  // namespace espalier::ui
