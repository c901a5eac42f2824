// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every command of the window, by menus. The canvas's own commands are shown where they belong.
#include <QDockWidget>
#include <QMenu>
#include <QMenuBar>

#include "ui/canvas/canvas.h"
#include "ui/canvas/canvas_actions.h"
#include "ui/shell/about_dialog.h"
#include "ui/shell/banner.h"
#include "ui/shell/command_palette.h"
#include "ui/shell/export_dialog.h"
#include "ui/shell/file_actions.h"
#include "ui/shell/main_window.h"
#include "ui/shell/settings_dialog.h"
#include "ui/shell/top_bar.h"
#include "ui/shell/workspace.h"
#include "ui/training/runs/runs_panel.h"

namespace espalier::ui {

QAction* MainWindow::add(QMenu* menu, const char* id, const QString& text, const QKeySequence& key,
                         std::function<void()> run) {
  auto* action = new QAction(text, this);
  action->setObjectName(QLatin1String(id));
  action->setShortcut(key);
  connect(action, &QAction::triggered, this, [run = std::move(run)] { run(); });
  menu->addAction(action);
  m_commands.insert(QLatin1String(id), action);
  return action;
}

void MainWindow::addCanvas(QMenu* menu, std::initializer_list<const char*> ids) {
  for (const char* id : ids) {
    if (*id == '\0')
      menu->addSeparator();
    else if (QAction* action = m_canvas->actions().action(QLatin1String(id)))
      menu->addAction(action);
  }
}

void MainWindow::makeMenus() {
  makeFileMenu();
  makeEditMenu();
  makeLayerMenu();
  makeRunMenu();
  makeViewMenu();
  makeHelpMenu();
}

void MainWindow::makeFileMenu() {
  QMenu* menu = menuBar()->addMenu(tr("&File"));
  add(menu, "file.new", tr("New"), QKeySequence::New, [this] { m_files->newProject(); });
  add(menu, "file.open", tr("Open…"), QKeySequence::Open, [this] { m_files->open(); });
  QMenu* recent = menu->addMenu(tr("Open recent"));
  connect(recent, &QMenu::aboutToShow, this, [this, recent] { m_files->fillRecent(recent); });
  QMenu* examples = menu->addMenu(tr("Examples"));
  connect(examples, &QMenu::aboutToShow, this,
          [this, examples] { m_files->fillExamples(examples); });
  m_files->fillRecent(recent);
  m_files->fillExamples(examples);
  menu->addSeparator();
  add(menu, "file.save", tr("Save"), QKeySequence::Save, [this] { m_files->save(); });
  add(menu, "file.saveAs", tr("Save as…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S),
      [this] { m_files->saveAs(); });
  menu->addSeparator();
  add(menu, "file.import", tr("Import ONNX…"), {}, [this] { m_files->importOnnx(); });
  auto* out = new QMenu(tr("Export, compile"), this);
  add(out, "export.onnx", tr("Export as ONNX…"), QKeySequence(Qt::CTRL | Qt::Key_E),
      [this] { openExport(); });
  add(out, "export.bundle", tr("Compile to C…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E),
      [this] { openCompile(); });
  menu->addMenu(out);
  m_top->setExportMenu(out);
  menu->addSeparator();
  add(menu, "app.settings", tr("Settings…"), QKeySequence(Qt::CTRL | Qt::Key_Comma), [this] {
    openSettings();
  })->setMenuRole(QAction::PreferencesRole);
  add(menu, "app.quit", tr("Quit"), QKeySequence::Quit, [this] {
    close();
  })->setMenuRole(QAction::QuitRole);
}

void MainWindow::makeEditMenu() {
  QMenu* menu = menuBar()->addMenu(tr("&Edit"));
  addCanvas(menu, {"edit.undo", "edit.redo", "", "edit.cut", "edit.copy", "edit.paste",
                   "edit.pasteWired", "edit.duplicate", "", "edit.delete", "edit.heal", "",
                   "edit.selectAll", "edit.find", "edit.rename"});
}

void MainWindow::makeLayerMenu() {
  QMenu* menu = menuBar()->addMenu(tr("&Layer"));
  addCanvas(menu, {"add.quick", "layer.edit", "layer.replace", "layer.mute", "layer.pin",
                   "layer.fix", "wire.start", "", "group.make", "group.expand", "group.enter",
                   "group.leave", "", "frame.add", "note.add", ""});
  QMenu* arrange = menu->addMenu(tr("Arrange"));
  addCanvas(arrange, {"arrange.leftToRight", "arrange.topDown", "arrange.straighten", "",
                      "align.left", "align.right", "align.top", "align.bottom", "",
                      "distribute.horizontally", "distribute.vertically"});
}

void MainWindow::makeRunMenu() {
  QMenu* menu = menuBar()->addMenu(tr("&Run"));
  RunControl& run = m_workspace.run();
  QAction* toggle = add(menu, "run.toggle", tr("Run or pause"), Qt::Key_F5,
                        [this] { m_workspace.run().toggle(); });
  QAction* stop = add(menu, "run.stop", tr("Stop"), QKeySequence(Qt::SHIFT | Qt::Key_F5),
                      [this] { m_workspace.run().stop(); });
  QAction* resume = add(menu, "run.resume", tr("Resume from the last checkpoint"), {},
                        [this] { m_workspace.run().run(true); });
  menu->addSeparator();
  add(menu, "run.profileTraining", tr("Profile a training step"), {}, [this] {
    m_workspace.run().measure(true);
    showPanel(QStringLiteral("profile"));
  });
  add(menu, "run.profile", tr("Profile inference"), {}, [this] {
    m_workspace.run().measure(false);
    showPanel(QStringLiteral("profile"));
  });
  add(menu, "run.evaluate", tr("Evaluate on the test data"), {}, [this] {
    m_workspace.run().evaluate("test");
    showPanel(QStringLiteral("confusion"));
  });
  const auto refresh = [&run, toggle, stop, resume] {
    toggle->setEnabled(run.phase() == RunPhase::running || run.phase() == RunPhase::paused ||
                       (run.phase() == RunPhase::idle && run.canRun()));
    stop->setEnabled(run.active());
    resume->setEnabled(!run.active() && run.canResume());
  };
  connect(&run, &RunControl::phaseChanged, toggle, refresh);
  connect(&run, &RunControl::estimateChanged, toggle, refresh);
  connect(menu, &QMenu::aboutToShow, toggle, refresh);
  refresh();
}

void MainWindow::makeViewMenu() {
  QMenu* menu = menuBar()->addMenu(tr("&View"));
  add(menu, "view.commands", tr("All commands…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P),
      [this] {
        auto* palette = new CommandPalette(*menuBar(), this);
        palette->move(mapToGlobal(QPoint((width() - palette->width()) / 2, 80)));
        palette->show();
      });
  menu->addSeparator();
  addCanvas(menu, {"view.fitAll", "view.fitSelection", "view.actualSize", "view.zoomIn",
                   "view.zoomOut", ""});
  QMenu* overlay = menu->addMenu(tr("Cards show"));
  add(overlay, "overlay.none", tr("Shapes"), {}, [this] { m_workspace.setOverlay({}); });
  add(overlay, "overlay.time", tr("Time"), {},
      [this] { m_workspace.setOverlay(QStringLiteral("time")); });
  add(overlay, "overlay.memory", tr("Memory"), {},
      [this] { m_workspace.setOverlay(QStringLiteral("memory")); });
  add(overlay, "overlay.int8", tr("Error in 8 bits"), {},
      [this] { m_workspace.setOverlay(QStringLiteral("int8")); });
  QMenu* panels = menu->addMenu(tr("Panels"));
  for (const char* id : {"palette", "inspector", "run", "data", "curves", "profile", "confusion",
                         "runs", "problems", "devices", "quantization", "try"})
    panels->addAction(m_docks[QLatin1String(id)]->toggleViewAction());
  add(menu, "view.restore", tr("Restore the panels"), {}, [this] {
    for (QDockWidget* dock : std::as_const(m_docks)) dock->setFloating(false);
    arrangePanels();
  });
  // From one part of the window to the next.
  add(menu, "view.nextPart", tr("Next part of the window"), Qt::Key_F6, [this] {
    QList<QWidget*> parts = {m_canvas};
    for (const char* id :
         {"inspector", "run", "data", "curves", "profile", "problems", "palette"}) {
      QWidget* content = m_docks[QLatin1String(id)]->widget();
      if (content->isVisible() && !content->visibleRegion().isEmpty()) parts += content;
    }
    qsizetype at = 0;
    for (qsizetype i = 0; i < parts.size(); ++i) {
      const QWidget* focus = focusWidget();
      if (focus != nullptr && (parts[i] == focus || parts[i]->isAncestorOf(focus))) at = i;
    }
    QWidget* next = parts[(at + 1) % parts.size()];
    if (next == m_canvas) {
      m_canvas->setFocus(Qt::ShortcutFocusReason);
      return;
    }
    for (QWidget* child : next->findChildren<QWidget*>()) {
      if (child->isVisible() && (child->focusPolicy() & Qt::TabFocus)) {
        child->setFocus(Qt::ShortcutFocusReason);
        return;
      }
    }
  });
}

void MainWindow::makeHelpMenu() {
  QMenu* menu = menuBar()->addMenu(tr("&Help"));
  add(menu, "help.about", tr("About Espalier"), {}, [this] {
    (new AboutDialog(this))->show();
  })->setMenuRole(QAction::AboutRole);
}

void MainWindow::openExport() {
  (new ExportDialog(m_workspace, ExportDialog::Kind::onnx, this))->show();
}

void MainWindow::openCompile() {
  (new ExportDialog(m_workspace, ExportDialog::Kind::bundle, this))->show();
}

void MainWindow::openSettings() {
  auto* dialog = new SettingsDialog(this);
  connect(dialog, &SettingsDialog::languageChanged, this, &MainWindow::languageChanged);
  dialog->show();
}

}  // namespace espalier::ui
