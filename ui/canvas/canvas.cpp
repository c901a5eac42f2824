// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/canvas/canvas.h"

#include <QPainter>

#include "ui/canvas/accessible.h"
#include "ui/canvas/canvas_actions.h"
#include "ui/canvas/paint/scene_painter.h"
#include "ui/canvas/panels/legend.h"
#include "ui/canvas/panels/minimap.h"
#include "ui/canvas/panels/path_bar.h"
#include "ui/document/auto_layout.h"
#include "ui/document/draft.h"
#include "ui/widgets/theme.h"

namespace espalier::ui {

Canvas::Canvas(Document& document, QWidget* parent)
    : QWidget(parent), m_document(document), m_scene(document, ui::tokens()) {
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setAcceptDrops(true);
  setAttribute(Qt::WA_OpaquePaintEvent);
  setMinimumSize(320, 200);
  setAccessibleName(tr("Network canvas"));
  m_pathBar = new PathBar(document, this);
  m_minimap = new Minimap(m_scene, m_view, this);
  m_legend = new Legend(m_scene, this);
  m_layout = new AutoLayout(this);
  m_actions = new CanvasActions(*this);
  installCanvasAccessibility();

  connect(m_pathBar, &PathBar::resized, this, &Canvas::placePanels);
  connect(m_minimap, &Minimap::centerRequested, this, &Canvas::centerOn);
  connect(m_layout, &AutoLayout::finished, this, &Canvas::useLayout);
  connect(&document, &Document::pathChanged, this, [this] {
    cancelTool();
    m_fitPending = true;
  });
  connect(&document, &Document::changed, this, [this](const Change& change) {
    m_scene.follow(change);
    if (change.everything) showGraph();
    m_minimap->sceneChanged();
    m_legend->refresh();
    update();
  });
  connect(&document, &Document::selectionChanged, this, [this] {
    placePanels();
    update();
  });
  connect(&document, &Document::overlayChanged, this, [this] {
    m_scene.refreshShares();
    m_minimap->sceneChanged();
    m_legend->refresh();
    placePanels();
    update();
  });
  connect(&document, &Document::badgesChanged, this, [this] {
    m_scene.rebuild();
    update();
  });
  connect(&document, &Document::revealed, this, [this](NodeId id) {
    if (const CardView* card = m_scene.card(id)) ensureVisible(card->rect);
    setFocus();
  });
  connect(&document, &Document::refused, this, &Canvas::message);
  connect(&Theme::instance(), &Theme::changed, this, [this] {
    m_scene.setTokens(ui::tokens());
    m_minimap->sceneChanged();
    m_legend->refresh();
    update();
  });
  connect(&m_motion, &QVariantAnimation::valueChanged, this, [this](const QVariant& value) {
    const QRectF to = value.toRectF();
    if (to.isEmpty()) return;
    m_view.scale = m_view.size.width() / to.width();
    m_view.origin = to.topLeft();
    viewMoved();
  });
  m_edgeTimer.setInterval(16);
  connect(&m_edgeTimer, &QTimer::timeout, this, &Canvas::scrollAtEdge);
  m_minimap->sceneChanged();
  arrangeIfUnplaced();
}

Canvas::~Canvas() {
  // Children talk to the scene until they are gone.
  m_tool.reset();
  disconnect(&m_document, nullptr, this, nullptr);
}

// ---- view

void Canvas::setScale(double scale, QPointF around) {
  m_motion.stop();
  m_view.zoomAt(around, scale);
  viewMoved();
}

void Canvas::scrollBy(QPointF pixels) {
  m_motion.stop();
  m_view.origin += pixels / m_view.scale;
  viewMoved();
}

void Canvas::centerOn(QPointF scene) {
  Viewport to = m_view;
  to.centerOn(scene);
  m_motion.stop();
  m_view = to;
  viewMoved();
}

void Canvas::moveView(const Viewport& to) {
  m_motion.stop();
  const int duration = isVisible() ? Theme::instance().motion() : 0;
  if (duration == 0) {
    m_view = to;
    viewMoved();
    return;
  }
  m_motion.setDuration(duration);
  m_motion.setEasingCurve(QEasingCurve::OutCubic);
  m_motion.setStartValue(m_view.visible());
  m_motion.setEndValue(to.visible());
  m_motion.start();
}

void Canvas::viewMoved() {
  ViewLayout view;
  view.center = toPoint(m_view.center());
  view.zoom = m_view.scale;
  m_document.rememberView(view);
  m_minimap->viewChanged();
  placePanels();
  update();
  emit viewChanged();
}

void Canvas::fitAll() {
  if (m_scene.bounds().isEmpty()) return;
  Viewport to = m_view;
  to.fit(m_scene.bounds(), {32, 64, 32, 48});
  moveView(to);
}

void Canvas::fitSelection() {
  QRectF rect = m_scene.boundsOf(m_document.selection());
  if (rect.isEmpty()) return fitAll();
  Viewport to = m_view;
  to.fit(rect, {64, 80, 64, 64});
  moveView(to);
}

void Canvas::ensureVisible(const QRectF& scene) {
  constexpr double kMargin = 32;
  const QRectF inside = m_view.visible().adjusted(kMargin, kMargin + 24, -kMargin, -kMargin);
  if (scene.isEmpty() || inside.contains(scene)) return;
  Viewport to = m_view;
  if (scene.width() > inside.width() || scene.height() > inside.height()) {
    to.centerOn(scene.center());
  } else {
    QPointF by;
    if (scene.left() < inside.left()) by.setX(scene.left() - inside.left());
    if (scene.right() > inside.right()) by.setX(scene.right() - inside.right());
    if (scene.top() < inside.top()) by.setY(scene.top() - inside.top());
    if (scene.bottom() > inside.bottom()) by.setY(scene.bottom() - inside.bottom());
    to.origin += by;
  }
  moveView(to);
}

QPointF Canvas::pointerInScene() const {
  return rect().contains(m_pointer.toPoint()) ? m_view.toScene(m_pointer) : m_view.center();
}

void Canvas::showGraph() {
  m_fitPending = true;
  if (!m_view.size.isEmpty() && isVisible()) {
    const ViewLayout& view = m_document.sheet().view;
    m_fitPending = false;
    m_motion.stop();
    // A file's view is where its author left it; one that was never seen is fitted.
    if (view == ViewLayout()) {
      m_view.fit(m_scene.bounds(), {32, 64, 32, 48});
      if (m_scene.cards().empty()) m_view = {1, {}, m_view.size};
    } else {
      m_view.scale = std::clamp(view.zoom, Viewport::kLeast, Viewport::kMost);
      m_view.centerOn(toPointF(view.center));
    }
    viewMoved();
  }
  arrangeIfUnplaced();
}

void Canvas::resizeEvent(QResizeEvent*) {
  // The middle stays in the middle.
  const QPointF center = m_view.center();
  const bool first = m_view.size.isEmpty();
  m_view.size = size();
  if (!first) m_view.centerOn(center);
  placePanels();
  if (m_fitPending && isVisible()) showGraph();
}

void Canvas::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (m_fitPending) showGraph();
}

void Canvas::placePanels() {
  constexpr int kMargin = 16;
  m_pathBar->move(kMargin, 14);
  m_pathBar->setMaximumWidth(std::max(100, width() - 2 * kMargin));
  // Not over what is being worked on: a card that was just added or pasted is selected.
  const QRectF selected = m_view.transform().mapRect(m_scene.boundsOf(m_document.selection()));
  QRect map(
      QPoint(width() - m_minimap->width() - kMargin, height() - m_minimap->height() - kMargin),
      m_minimap->size());
  if (selected.intersects(map)) {
    const QRect above(QPoint(map.left(), m_pathBar->geometry().bottom() + kMargin), map.size());
    if (!selected.intersects(above) && !above.intersects(map)) map = above;
  }
  m_minimap->move(map.topLeft());
  m_legend->move(kMargin, height() - m_legend->height() - kMargin);
}

// ---- painting

void Canvas::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const ThemeTokens& t = m_scene.tokens();
  painter.fillRect(rect(), t.background);
  m_state.scale = m_view.scale;
  m_state.visible = m_view.visible();
  m_state.selection = m_document.selection();
  m_state.focused = hasFocus();
  // The card under the pointer, or the one that is selected, tells what the overlay knows of it.
  m_state.detailed = m_state.hovered ? m_state.hovered : m_state.selection.focus;
  m_state.details.clear();
  if (m_state.detailed && m_tool == nullptr) {
    const auto& details = m_document.overlay().details;
    const auto it = details.find(m_document.layerKey(m_state.detailed));
    if (it != details.end()) m_state.details = it->second;
  }
  m_state.portLook = nullptr;
  if (m_tool != nullptr && m_tool->showsPorts()) {
    m_state.portLook = [this](NodeId node, std::uint32_t port, bool input) {
      return m_tool->portLook(node, port, input);
    };
  }
  const QTransform base = painter.transform();
  painter.setTransform(m_view.transform(), true);
  ScenePainter scene(painter, m_scene, m_state);
  scene.grid();
  scene.paint();
  if (m_tool != nullptr) {
    painter.setRenderHint(QPainter::Antialiasing);
    m_tool->paint(painter);
  }
  painter.setTransform(base);
  painter.setRenderHint(QPainter::Antialiasing);
  if (m_scene.cards().empty()) paintEmpty(painter);
  if (m_tool != nullptr) m_tool->paintOnTop(painter);
}

void Canvas::paintEmpty(QPainter& painter) const {
  const ThemeTokens& t = m_scene.tokens();
  painter.setFont(t.font(t.large));
  painter.setPen(t.secondary);
  painter.drawText(rect(), Qt::AlignCenter,
                   tr("Press Tab or double-click to add a layer,\nor drag one from the palette."));
}

}  // namespace espalier::ui
