// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <memory>

namespace espalier::ui {

class MainWindow;
class Workspace;

// The running program: one workspace, and the window around it, which is made anew when the language
// changes.
class Designer : public QObject {
  Q_OBJECT

 public:
  Designer();
  ~Designer() override;

  MainWindow& window() const { return *m_window; }
  Workspace& workspace() const { return *m_workspace; }

 private:
  std::unique_ptr<Workspace> m_workspace;
  std::unique_ptr<MainWindow> m_window;

  void makeWindow();
  void remakeWindow();
};

}  // namespace espalier::ui
