// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFutureWatcher>
#include <QObject>
#include <QProcess>
#include <QSizeF>
#include <atomic>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "ui/document/arrange.h"

namespace espalier::ui {

enum class LayoutDirection { leftToRight, topDown };

// What is laid out; a value, so that it can be worked on elsewhere.
struct LayoutTask {
  struct Wire {
    NodeId from, to;
  };
  std::vector<std::pair<NodeId, QSizeF>> cards;
  std::vector<Wire> wires;
  CardPlaces now;           // where cards are
  std::set<NodeId> pinned;  // stay where they are; the rest is shifted to fit them best
  LayoutDirection direction = LayoutDirection::leftToRight;
};

// Layers by longest path, ordered to lessen crossings (barycentres, a few sweeps): what is used above
// 3,000 cards and where `dot` is missing. Stops early, with nothing, once `cancelled` is set.
CardPlaces layeredLayout(const LayoutTask& task, const std::atomic<bool>& cancelled);

// Lays a drawing out without making anyone wait: Graphviz's `dot` as a child process, or
// layeredLayout() on another thread.
class AutoLayout : public QObject {
  Q_OBJECT

 public:
  explicit AutoLayout(QObject* parent = nullptr);
  ~AutoLayout() override;

  static constexpr std::size_t kMostForDot = 3000;

  void start(LayoutTask task);  // cancels what runs
  void cancel();
  bool isRunning() const;
  // Another program in the place of `dot`, for tests.
  void setProgram(const QString& program) { m_program = program; }

 signals:
  void finished(const espalier::ui::CardPlaces& places);
  void cancelled();

 private:
  QString m_program = QStringLiteral("dot");
  LayoutTask m_task;
  std::unique_ptr<QProcess> m_dot;
  QFutureWatcher<CardPlaces> m_own;
  std::shared_ptr<std::atomic<bool>> m_stop;

  void startDot();
  void startOwn();
  void dotEnded();
  void deliver(CardPlaces places);
};

}  // namespace espalier::ui
