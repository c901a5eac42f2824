// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>

class QLabel;
class QProgressBar;

namespace espalier::ui {

class Workspace;

// At any moment: how far, how fast, how long still, is anything unsaved.
class StatusLine : public QWidget {
  Q_OBJECT

 public:
  explicit StatusLine(Workspace& workspace, QWidget* parent = nullptr);
  // A sentence in the middle for some seconds: a refused edit, a file that was written.
  void say(const QString& sentence, bool bad = false);

 private:
  Workspace& m_workspace;
  QProgressBar* m_bar;
  QLabel* m_progress;
  QLabel* m_message;
  QLabel* m_loader;
  QLabel* m_state;
  QTimer m_forget, m_tick;
  qint64 m_savedAt = 0, m_autosavedAt = 0;
  QString m_last;  // how the last run ended

  void showProgress();
  void showState();
};

QString durationText(double seconds);  // "42 s", "3 min 20 s", "1 h 5 min"

}  // namespace espalier::ui
