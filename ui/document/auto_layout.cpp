// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/auto_layout.h"

#include <QStandardPaths>
#include <QtConcurrent>

#include "ui/document/fold_layout.h"
#include "ui/document/placement.h"

namespace espalier::ui {
namespace {

constexpr double kPointsPerInch = 72;

// Graphviz wants inches; a scene pixel is taken as a point.
QByteArray dotText(const LayoutTask& task) {
  const bool right = task.direction == LayoutDirection::leftToRight;
  QByteArray text = "digraph {\n";
  text += right ? "rankdir=LR;" : "rankdir=TB;";
  text += "nodesep=" + QByteArray::number(kGapY / kPointsPerInch) + ";";
  text += "ranksep=" + QByteArray::number((right ? kGapX : kGapY + 16) / kPointsPerInch) + ";";
  text += "splines=false;node[shape=box fixedsize=true label=\"\"];\n";
  for (const auto& [id, size] : task.cards) {
    text += "n" + QByteArray::number(id.value) +
            "[width=" + QByteArray::number(size.width() / kPointsPerInch) +
            " height=" + QByteArray::number(size.height() / kPointsPerInch) + "];\n";
  }
  for (const LayoutTask::Wire& wire : task.wires) {
    text += "n" + QByteArray::number(wire.from.value) + "->n" + QByteArray::number(wire.to.value) +
            ";\n";
  }
  return text + "}\n";
}

// Reads `dot -Tplain`: "node n12 x y width height …", in inches, y upward.
CardPlaces fromPlain(const QByteArray& plain, const LayoutTask& task) {
  std::map<NodeId, QSizeF> sizes(task.cards.begin(), task.cards.end());
  CardPlaces places;
  for (const QByteArray& line : plain.split('\n')) {
    const QList<QByteArray> words = line.split(' ');
    if (words.size() < 4 || words[0] != "node") continue;
    const NodeId id{words[1].mid(1).toUInt()};
    const auto size = sizes.find(id);
    if (size == sizes.end()) continue;
    const QPointF middle(words[2].toDouble() * kPointsPerInch,
                         -words[3].toDouble() * kPointsPerInch);
    places[id] = middle - QPointF(size->second.width(), size->second.height()) / 2;
  }
  return places;
}

}  // namespace

AutoLayout::AutoLayout(QObject* parent) : QObject(parent) {
  connect(&m_own, &QFutureWatcher<CardPlaces>::finished, this, [this] {
    if (m_stop != nullptr && !m_stop->load()) deliver(m_own.result());
  });
}

AutoLayout::~AutoLayout() {
  disconnect(&m_own, nullptr, this, nullptr);
  if (m_stop != nullptr) m_stop->store(true);
  if (m_dot != nullptr) {
    disconnect(m_dot.get(), nullptr, this, nullptr);
    m_dot->kill();
    m_dot->waitForFinished(1000);
  }
  m_own.waitForFinished();
}

bool AutoLayout::isRunning() const {
  return m_dot != nullptr || (m_own.isRunning() && m_stop != nullptr && !m_stop->load());
}

void AutoLayout::start(LayoutTask task) {
  cancel();
  m_task = std::move(task);
  const bool found = !QStandardPaths::findExecutable(m_program).isEmpty();
  if (found && m_task.cards.size() <= kMostForDot) {
    startDot();
  } else {
    startOwn();
  }
}

void AutoLayout::cancel() {
  if (!isRunning()) return;
  if (m_stop != nullptr) m_stop->store(true);
  if (m_dot != nullptr) {
    disconnect(m_dot.get(), nullptr, this, nullptr);
    m_dot->kill();
    m_dot.release()->deleteLater();
  }
  emit cancelled();
}

void AutoLayout::startDot() {
  m_dot = std::make_unique<QProcess>();
  connect(m_dot.get(), &QProcess::finished, this, [this] { dotEnded(); });
  connect(m_dot.get(), &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
    if (error == QProcess::FailedToStart) dotEnded();
  });
  m_dot->start(m_program, {QStringLiteral("-Tplain")});
  m_dot->write(dotText(m_task));
  m_dot->closeWriteChannel();
}

void AutoLayout::dotEnded() {
  CardPlaces places = fromPlain(m_dot->readAllStandardOutput(), m_task);
  m_dot.release()->deleteLater();
  if (places.size() == m_task.cards.size()) {
    deliver(std::move(places));
  } else {
    startOwn();
  }
}

void AutoLayout::startOwn() {
  m_stop = std::make_shared<std::atomic<bool>>(false);
  m_own.setFuture(
      QtConcurrent::run([task = m_task, stop = m_stop] { return layeredLayout(task, *stop); }));
}

void AutoLayout::deliver(CardPlaces places) {
  if (m_task.pinned.empty()) places = foldedLayout(m_task, std::move(places));
  // The new drawing lies where the old one did: its pinned cards on theirs, or else corner on corner.
  QPointF shift;
  int pinned = 0;
  for (const NodeId id : m_task.pinned) {
    if (!places.contains(id) || !m_task.now.contains(id)) continue;
    shift += m_task.now[id] - places[id];
    ++pinned;
  }
  if (pinned > 0) {
    shift /= pinned;
  } else {
    QPointF before(1e9, 1e9), after(1e9, 1e9);
    for (const auto& [id, at] : places) {
      after = {std::min(after.x(), at.x()), std::min(after.y(), at.y())};
      const auto now = m_task.now.find(id);
      if (now == m_task.now.end()) continue;
      before = {std::min(before.x(), now->second.x()), std::min(before.y(), now->second.y())};
    }
    shift = before.x() < 1e9 ? before - after : -after;
  }
  for (auto& [id, at] : places) {
    at = m_task.pinned.contains(id) && m_task.now.contains(id) ? m_task.now[id]
                                                               : snapped(at + shift);
  }
  emit finished(places);
}

}  // namespace espalier::ui
