// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/fields/problem_bubble.h"

#include <QEvent>
#include <algorithm>

namespace espalier::ui {
namespace {

constexpr int kLife = 9000;  // ms
constexpr int kLeast = 240, kGap = 3;

}  // namespace

ProblemBubble::ProblemBubble(QWidget* window) : QLabel(window) {
  setObjectName(QStringLiteral("problemBubble"));
  setProperty("role", "problem");
  setWordWrap(true);
  setAttribute(Qt::WA_TransparentForMouseEvents);
  m_life.setSingleShot(true);
  m_life.setInterval(kLife);
  connect(&m_life, &QTimer::timeout, this, [this] { watch(nullptr); });
}

ProblemBubble* ProblemBubble::of(QWidget* field, bool make) {
  QWidget* window = field->window();
  for (QObject* child : window->children())
    if (auto* bubble = qobject_cast<ProblemBubble*>(child)) return bubble;
  return make ? new ProblemBubble(window) : nullptr;
}

void ProblemBubble::show(QWidget* field, const QString& sentence) {
  if (!field->isVisible()) return;
  ProblemBubble* bubble = of(field, true);
  bubble->setText(sentence);
  bubble->watch(field);
  bubble->m_life.start();
}

void ProblemBubble::hide(QWidget* field) {
  ProblemBubble* bubble = of(field, false);
  if (bubble != nullptr && bubble->m_field == field) bubble->watch(nullptr);
}

void ProblemBubble::watch(QWidget* field) {
  for (QWidget* w = m_field; w != nullptr; w = w->isWindow() ? nullptr : w->parentWidget())
    w->removeEventFilter(this);
  m_field = field;
  for (QWidget* w = m_field; w != nullptr; w = w->isWindow() ? nullptr : w->parentWidget())
    w->installEventFilter(this);
  setVisible(m_field != nullptr);
  if (m_field == nullptr) return;
  raise();
  place();
}

void ProblemBubble::place() {
  const QRect room = parentWidget()->rect();
  const QRect at(m_field->mapTo(parentWidget(), QPoint(0, 0)), m_field->size());
  // Out of the view of its panel: a bubble would be beside something else.
  if (m_field->visibleRegion().isEmpty()) return QLabel::hide();
  const int width = std::min(std::max(kLeast, at.width()), room.width());
  resize(width, std::max(heightForWidth(width), sizeHint().height()));
  int top = at.bottom() + kGap;
  if (top + height() > room.bottom()) top = at.top() - height() - kGap;
  move(std::clamp(at.right() - width + 1, 0, std::max(0, room.width() - width)), top);
  QLabel::show();
}

bool ProblemBubble::eventFilter(QObject* watched, QEvent* event) {
  switch (event->type()) {
    case QEvent::Move:
    case QEvent::Resize:
      if (m_field != nullptr) place();
      break;
    case QEvent::Hide:
    case QEvent::ParentChange:
      watch(nullptr);
      break;
    default:
      break;
  }
  return QLabel::eventFilter(watched, event);
}

}  // namespace espalier::ui
