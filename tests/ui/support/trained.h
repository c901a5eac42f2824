// SPDX-License-Identifier: GPL-3.0-or-later
//
// A window with a network that it has trained: the spirals, for three epochs.
#pragma once

#include <QFile>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <memory>

#include "tests/ui/support/drawing.h"
#include "ui/shell/file_actions.h"
#include "ui/shell/main_window.h"
#include "ui/shell/preferences.h"
#include "ui/shell/workspace.h"

namespace espalier::ui {

class Trained {
 public:
  explicit Trained(const char* program) {
    QStandardPaths::setTestModeEnabled(true);
    QCoreApplication::setOrganizationName(QStringLiteral("espalier-test"));
    QCoreApplication::setApplicationName(QLatin1String(program));
    QSettings().clear();
    applyTheme();
    const QString spirals = QStringLiteral(ESPALIER_SOURCE_DIR "/projects/spirals/");
    for (const char* name : {"mlp.espalier", "train.csv", "test.csv"})
      if (!QFile::copy(spirals + QLatin1String(name), filePath(QLatin1String(name))))
        qFatal("%s cannot be copied", name);
    m_workspace = std::make_unique<Workspace>();
    m_window = std::make_unique<MainWindow>(*m_workspace);
    m_window->show();
    if (!m_window->files().openFile(filePath(QStringLiteral("mlp.espalier"))) ||
        !m_workspace->document().apply(SetSetting("training.epochs", std::int64_t{3})))
      qFatal("the project cannot be opened");
    QSignalSpy ended(&m_workspace->run(), &RunControl::ended);
    m_workspace->run().run();
    if (!ended.wait(120000) || ended[0][0].value<RunStateChanged>().state != RunState::finished)
      qFatal("the run did not end well");
  }

  Workspace& workspace() { return *m_workspace; }
  MainWindow& window() { return *m_window; }
  QString filePath(const QString& name) const { return m_folder.filePath(name); }

 private:
  QTemporaryDir m_folder;
  std::unique_ptr<Workspace> m_workspace;
  std::unique_ptr<MainWindow> m_window;  // goes before the workspace
};

}  // namespace espalier::ui
