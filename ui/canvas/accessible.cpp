// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/canvas/accessible.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QHash>

#include "ui/canvas/canvas.h"

namespace espalier::ui {
namespace {

class CanvasInterface;

// One card. Lives as long as its canvas' interface; valid while the layer is there.
class CardInterface : public QAccessibleInterface {
 public:
  CardInterface(Canvas* canvas, NodeId id) : m_canvas(canvas), m_id(id) {}
  bool isValid() const override { return m_canvas != nullptr && card() != nullptr; }
  QObject* object() const override { return nullptr; }
  QWindow* window() const override {
    return m_canvas ? m_canvas->window()->windowHandle() : nullptr;
  }
  QAccessibleInterface* parent() const override {
    return QAccessible::queryAccessibleInterface(m_canvas);
  }
  QAccessibleInterface* child(int) const override { return nullptr; }
  QAccessibleInterface* childAt(int, int) const override { return nullptr; }
  int childCount() const override { return 0; }
  int indexOfChild(const QAccessibleInterface*) const override { return -1; }
  QString text(QAccessible::Text which) const override {
    if (which != QAccessible::Name || !isValid()) return {};
    return cardDescription(m_canvas->document(), m_id).replace(u'\n', QStringLiteral(", "));
  }
  void setText(QAccessible::Text, const QString&) override {}
  QRect rect() const override {
    if (!isValid()) return {};
    const QRect view = m_canvas->viewport().toView(card()->rect).toRect();
    return {m_canvas->mapToGlobal(view.topLeft()), view.size()};
  }
  QAccessible::Role role() const override { return QAccessible::ListItem; }
  QAccessible::State state() const override {
    QAccessible::State s;
    if (!isValid()) {
      s.invalid = true;
      return s;
    }
    const Selection& selection = m_canvas->document().selection();
    s.focusable = s.selectable = s.multiSelectable = true;
    s.selected = selection.nodes.contains(m_id);
    s.focused = m_canvas->hasFocus() && selection.focus == m_id;
    s.offscreen = !m_canvas->viewport().visible().intersects(card()->rect);
    return s;
  }

 private:
  QPointer<Canvas> m_canvas;
  NodeId m_id;
  const CardView* card() const { return m_canvas->scene().card(m_id); }
};

class CanvasInterface : public QAccessibleWidget {
 public:
  explicit CanvasInterface(Canvas* canvas) : QAccessibleWidget(canvas, QAccessible::List) {}
  ~CanvasInterface() override {
    for (const QAccessible::Id id : m_ids) QAccessible::deleteAccessibleInterface(id);
  }
  int childCount() const override { return int(canvas()->scene().cards().size()); }
  QAccessibleInterface* child(int index) const override {
    const auto& cards = canvas()->scene().cards();
    if (index < 0 || std::size_t(index) >= cards.size()) return nullptr;
    return card(cards[std::size_t(index)].id);
  }
  int indexOfChild(const QAccessibleInterface* child) const override {
    for (int i = 0; i < childCount(); ++i) {
      if (this->child(i) == child) return i;
    }
    return -1;
  }
  QAccessibleInterface* childAt(int x, int y) const override {
    const QPoint at = canvas()->mapFromGlobal(QPoint(x, y));
    const CardView* found = cardAt(canvas()->scene(), canvas()->viewport().toScene(at));
    return found == nullptr ? nullptr : card(found->id);
  }
  QAccessibleInterface* focusChild() const override {
    const NodeId id = canvas()->document().selection().focus;
    return id ? card(id) : nullptr;
  }
  QAccessibleInterface* card(NodeId id) const {
    const auto it = m_ids.constFind(id.value);
    if (it != m_ids.constEnd()) return QAccessible::accessibleInterface(*it);
    auto* interface = new CardInterface(canvas(), id);
    m_ids[id.value] = QAccessible::registerAccessibleInterface(interface);
    return interface;
  }

 private:
  mutable QHash<std::uint32_t, QAccessible::Id> m_ids;
  Canvas* canvas() const { return static_cast<Canvas*>(widget()); }
};

QAccessibleInterface* factory(const QString& key, QObject* object) {
  if (key != QLatin1String("espalier::ui::Canvas")) return nullptr;
  auto* canvas = qobject_cast<Canvas*>(object);
  return canvas == nullptr ? nullptr : new CanvasInterface(canvas);
}

}  // namespace

void installCanvasAccessibility() {
  static const bool kOnce = [] {
    QAccessible::installFactory(factory);
    return true;
  }();
  Q_UNUSED(kOnce);
}

}  // namespace espalier::ui
