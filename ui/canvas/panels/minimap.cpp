// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/canvas/panels/minimap.h"

#include <QMouseEvent>
#include <QPainter>

#include "ui/canvas/paint/scene_painter.h"

namespace espalier::ui {

Minimap::Minimap(const Scene& scene, const Viewport& view, QWidget* parent)
    : QWidget(parent), m_scene(scene), m_view(view) {
  setAccessibleName(tr("Overview of the graph"));
  setCursor(Qt::PointingHandCursor);
  setFocusPolicy(Qt::NoFocus);
  resize(sizeHint());
}

void Minimap::sceneChanged() {
  m_stale = true;
  viewChanged();
}

void Minimap::viewChanged() {
  setVisible(m_scene.cards().size() > 1 && !m_view.visible().contains(m_scene.bounds()));
  update();
}

QTransform Minimap::toMap() const {
  const QRectF bounds = m_scene.bounds().adjusted(-40, -40, 40, 40);
  const QRectF inside = QRectF(rect()).adjusted(6, 6, -6, -6);
  const double scale = std::min(inside.width() / bounds.width(), inside.height() / bounds.height());
  return QTransform::fromTranslate(inside.center().x(), inside.center().y())
      .scale(scale, scale)
      .translate(-bounds.center().x(), -bounds.center().y());
}

void Minimap::paintPicture() {
  m_stale = false;
  const double ratio = devicePixelRatioF();
  m_picture = QPixmap(size() * ratio);
  m_picture.setDevicePixelRatio(ratio);
  m_picture.fill(Qt::transparent);
  if (m_scene.cards().empty()) return;
  QPainter p(&m_picture);
  const QTransform map = toMap();
  PaintState state;
  state.scale = std::min(map.m11(), 0.2);  // always boxes
  state.visible = m_scene.bounds().adjusted(-100, -100, 100, 100);
  p.setTransform(map, true);
  ScenePainter(p, m_scene, state).paint();
}

void Minimap::paintEvent(QPaintEvent*) {
  if (m_stale || m_picture.size() != size() * devicePixelRatioF()) paintPicture();
  const ThemeTokens& t = m_scene.tokens();
  QPainter p(this);
  p.setRenderHint(QPainter::Antialiasing);
  p.setPen(QPen(t.line, 1));
  p.setBrush(t.panel);
  p.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), t.radiusCard, t.radiusCard);
  p.drawPixmap(0, 0, m_picture);
  if (m_scene.cards().empty()) return;
  const QRectF seen =
      toMap().mapRect(m_view.visible()).intersected(QRectF(rect()).adjusted(2, 2, -2, -2));
  p.setPen(QPen(t.accent, 1.2));
  p.setBrush(Qt::NoBrush);
  p.drawRoundedRect(seen, 2, 2);
}

void Minimap::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton)
    emit centerRequested(toMap().inverted().map(event->position()));
}

void Minimap::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons().testFlag(Qt::LeftButton)) {
    emit centerRequested(toMap().inverted().map(event->position()));
  }
}

}  // namespace espalier::ui
