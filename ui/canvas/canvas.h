// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <QVariantAnimation>
#include <QWidget>
#include <memory>

#include "ui/canvas/hit.h"
#include "ui/canvas/tools/tool.h"
#include "ui/canvas/viewport.h"
#include "ui/document/suggest.h"

namespace espalier::ui {

class AutoLayout;
class CanvasActions;
class FindBar;
class InlineEditor;
class Legend;
class Minimap;
class PathBar;
class QuickAdd;
enum class LayoutDirection;

// What quick-add does with the kind that is chosen.
struct QuickAddRequest {
  QPointF scene;                  // where the new layer goes
  SuggestContext context;         // the wire in hand, if any
  NodeId replace;                 // replaces this layer instead of adding one
  std::optional<PortRef> insert;  // or goes onto this wire
};

// The canvas of one document: shows the graph, and turns gestures into edits. Mouse gestures are
// classes in ui/canvas/tools, commands are actions in CanvasActions; both talk to the document.
class Canvas : public QWidget {
  Q_OBJECT

 public:
  explicit Canvas(Document& document, QWidget* parent = nullptr);
  ~Canvas() override;

  Document& document() const { return m_document; }
  const Scene& scene() const { return m_scene; }
  CanvasActions& actions() const { return *m_actions; }

  // ---- view
  const Viewport& viewport() const { return m_view; }
  void setScale(double scale, QPointF around);  // in the widget
  void scrollBy(QPointF pixels);
  void centerOn(QPointF scene);
  void fitAll();
  void fitSelection();
  void ensureVisible(const QRectF& scene);
  QPointF viewCenter() const { return m_view.center(); }
  // Where the pointer is, or the middle where it is outside: pastes land there.
  QPointF pointerInScene() const;

  // ---- gestures
  void beginTool(std::unique_ptr<Tool> tool);
  void endTool();
  void cancelTool();
  Tool* tool() const { return m_tool.get(); }
  Hit hitAt(QPointF view) const;
  // What a gesture shows while it lasts.
  void setDragged(const CardPlaces& places);
  void highlightWire(std::optional<PortRef> wire);
  void highlightCard(NodeId card);

  // ---- things that open on the canvas
  void openQuickAdd(const QuickAddRequest& request);
  void rename(NodeId node);
  void renameAnnotation(std::uint32_t id);
  void openFind();
  void showMenu(const Hit& hit, QPoint global);
  // Adds a layer in the middle of the view, or beside what is selected: the palette's double-click.
  void addAtCenter(const LayerKind& kind);
  void add(const LayerKind& kind, const QuickAddRequest& request);

  // Lays the shown graph out; what is selected where more than one layer is. Goes on while people
  // draw; what they deleted meanwhile is left out.
  void startLayout(LayoutDirection direction);
  void cancelLayout();
  bool isLayingOut() const;

  QSize sizeHint() const override { return {900, 600}; }

 signals:
  void editRequested(espalier::NodeId node);  // Enter on a layer: the inspector takes the focus
  void viewChanged();
  void message(const QString& text);  // for the status line

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void keyReleaseEvent(QKeyEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dragMoveEvent(QDragMoveEvent* event) override;
  void dragLeaveEvent(QDragLeaveEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  bool event(QEvent* event) override;
  void changeEvent(QEvent* event) override;
  bool focusNextPrevChild(bool next) override;

 private:
  Document& m_document;
  Scene m_scene;
  Viewport m_view;
  PaintState m_state;
  std::unique_ptr<Tool> m_tool, m_endedTool;
  CanvasActions* m_actions;
  PathBar* m_pathBar;
  Minimap* m_minimap;
  Legend* m_legend;
  QuickAdd* m_quickAdd = nullptr;
  FindBar* m_find = nullptr;
  InlineEditor* m_editor = nullptr;
  AutoLayout* m_layout;
  std::set<NodeId> m_layoutOnly;
  QVariantAnimation m_motion;
  QTimer m_edgeTimer;
  QPointF m_pointer{-1, -1};
  bool m_space = false;
  bool m_menuPending = false;  // a right press that may become a menu
  bool m_fitPending = true;    // the view is chosen when the size is known

  PointerEvent pointer(const QMouseEvent& event) const;
  void settleTool();
  void setHovered(const Hit& hit);
  void moveView(const Viewport& to);
  void viewMoved();
  void showGraph();  // another graph is shown: its own view, or all of it
  void arrangeIfUnplaced();
  void placePanels();
  void scrollAtEdge();
  void paintEmpty(QPainter& painter) const;
  void useLayout(const CardPlaces& places);
  bool touchpad(QWheelEvent* event);
};

}  // namespace espalier::ui
