// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QMainWindow>
#include <QTimer>

namespace espalier::ui {

class Banners;
class Canvas;
class ConfusionPanel;
class CurvesPanel;
class DataPanel;
class DevicesPanel;
class FileActions;
class Inspector;
class ProfilePanel;
class QuantizationPanel;
class RunPanel;
class RunsPanel;
class StatusLine;
class TopBar;
class TryPanel;
class Workspace;

// A window's geometry, made smaller and moved where it and its frame would not be on the screen.
QRect fitted(QRect window, const QMargins& frame, const QRect& screen);

// The window around one workspace. It holds no truth: it can be thrown away and made anew.
class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  explicit MainWindow(Workspace& workspace);
  ~MainWindow() override;

  FileActions& files() const { return *m_files; }
  Canvas& canvas() const { return *m_canvas; }
  CurvesPanel& curves() const { return *m_curves; }
  Banners& banners() const { return *m_banners; }
  void showPanel(const QString& id);  // "run", "curves" …
  QAction* command(const QString& id) const { return m_commands.value(id); }
  void rememberLayout() const;
  // Shows the window, frame and all, within the part of the screen that is free for windows.
  void showFitted();

 signals:
  void languageChanged();  // the window has to be made anew

 protected:
  void closeEvent(QCloseEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  Workspace& m_workspace;
  TopBar* m_top = nullptr;
  Banners* m_banners = nullptr;
  Canvas* m_canvas = nullptr;
  FileActions* m_files = nullptr;
  StatusLine* m_status = nullptr;
  Inspector* m_inspector = nullptr;
  RunPanel* m_runPanel = nullptr;
  DataPanel* m_data = nullptr;
  DevicesPanel* m_devices = nullptr;
  CurvesPanel* m_curves = nullptr;
  ProfilePanel* m_profile = nullptr;
  ConfusionPanel* m_confusion = nullptr;
  QuantizationPanel* m_quantization = nullptr;
  RunsPanel* m_runs = nullptr;
  TryPanel* m_try = nullptr;
  QHash<QString, QDockWidget*> m_docks;
  QHash<QString, QAction*> m_commands;
  QTimer m_titles;  // until docks that move have come to rest

  // main_window_panels.cpp
  void makePanels();
  QDockWidget* addPanel(const QString& id, const QString& title, QWidget* content,
                        Qt::DockWidgetArea area);
  void showTitles();
  void arrangePanels();  // as a new window has them
  void connectCanvas();
  void connectRun();
  void connectTry();
  void connectQuantization();
  void showQuantization();
  void showSummary();
  void showProblemCount();

  // main_window_menus.cpp
  void makeMenus();
  QAction* add(QMenu* menu, const char* id, const QString& text, const QKeySequence& key,
               std::function<void()> run);
  void addCanvas(QMenu* menu, std::initializer_list<const char*> ids);
  void makeFileMenu();
  void makeEditMenu();
  void makeLayerMenu();
  void makeViewMenu();
  void makeRunMenu();
  void makeHelpMenu();
  void openExport();
  void openCompile();
  void openSettings();
};

}  // namespace espalier::ui
