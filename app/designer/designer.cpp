// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/designer/designer.h"

#include "ui/shell/main_window.h"
#include "ui/shell/workspace.h"

namespace espalier::ui {

Designer::Designer() : m_workspace(std::make_unique<Workspace>()) { makeWindow(); }

// The window first: it looks at the workspace.
Designer::~Designer() { m_window.reset(); }

void Designer::makeWindow() {
  m_window = std::make_unique<MainWindow>(*m_workspace);
  // Queued: it is asked for from within a dialog of the window.
  connect(m_window.get(), &MainWindow::languageChanged, this, &Designer::remakeWindow,
          Qt::QueuedConnection);
}

void Designer::remakeWindow() {
  m_window->rememberLayout();
  const std::unique_ptr<MainWindow> before = std::move(m_window);
  makeWindow();
  m_window->setGeometry(before->geometry());
  m_window->show();
}

}  // namespace espalier::ui
