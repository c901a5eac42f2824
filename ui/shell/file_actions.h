// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QObject>
#include <QTimer>

#include "ui/shell/banner.h"
#include "ui/shell/workspace.h"

class QMenu;

namespace espalier::ui {

// What the File menu does. Sentences about files go to the banners.
class FileActions : public QObject {
  Q_OBJECT

 public:
  FileActions(Workspace& workspace, Banners& banners, QWidget* window);

  void newProject();
  void open();
  bool openFile(const QString& file);  // a project or an ONNX file
  bool save();
  bool saveAs();
  void importOnnx();
  void fillRecent(QMenu* menu);
  void fillExamples(QMenu* menu);
  // Asks about changes that are not saved; false: stay.
  bool mayLeave();
  void lookForRecovery();

 signals:
  void said(const QString& sentence);

 private:
  Workspace& m_workspace;
  Banners& m_banners;
  QWidget* m_window;
  QTimer m_watch;
  QString m_importing;
  QDateTime m_seen;  // the file's time when it was last looked at

  QString m_offeredFor;  // whose copies the recovery banner is about

  void startImport(const QString& file);
  void recover(const QString& copy);
  void fileIsOurs();
  void checkDisk();
  void refuse(const QString& reason);
  void showWarnings();
};

// Where the examples lie: beside the program, where it is installed, or in the working folder; empty
// where there are none.
QString examplesFolder();

}  // namespace espalier::ui
