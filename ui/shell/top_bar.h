// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolBar>

class QButtonGroup;
class QLabel;
class QPushButton;
class QToolButton;

namespace espalier {
struct TrainingSettings;
}

namespace espalier::ui {

class Workspace;

// The bar above the canvas: what is open, what the cards show, where it runs, Run and Stop, and the
// way out.
class TopBar : public QToolBar {
  Q_OBJECT

 public:
  explicit TopBar(Workspace& workspace, QWidget* parent = nullptr);
  void setExportMenu(QMenu* menu);
  QPushButton* runButton() const { return m_run; }
  QPushButton* stopButton() const { return m_stop; }

 private:
  Workspace& m_workspace;
  QLabel* m_title;
  QLabel* m_folder;
  QButtonGroup* m_overlays;
  QLabel* m_device;
  QPushButton* m_run;
  QPushButton* m_stop;
  QToolButton* m_export;

  void showTitle();
  void showRun();
  void showOverlay();
};

// "CPU · AVX-512 · 2 cores", of this machine with the project's choice of threads and instructions.
QString deviceText(const TrainingSettings& settings);

}  // namespace espalier::ui
