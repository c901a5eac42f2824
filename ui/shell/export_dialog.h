// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QPointer>

#include "engine/session/events.h"

class QLabel;
class QProgressBar;
class QPushButton;

namespace espalier::ui {

class BundleRows;
class Field;
class Form;
class Workspace;

// Writes the network as an ONNX file or compiles it to C; shows how far that is, can be cancelled, and
// ends with what was measured on the written result. The window stays usable meanwhile.
class ExportDialog : public QDialog {
  Q_OBJECT

 public:
  enum class Kind { onnx, bundle };
  ExportDialog(Workspace& workspace, Kind kind, QWidget* parent);
  void reject() override;  // cancels what runs

  // For those who drive it without a person.
  void setOutput(const QString& path);
  void start();
  bool done() const { return m_done; }
  bool succeeded() const { return m_ok; }

 private:
  Workspace& m_workspace;
  Kind m_kind;
  QString m_output;
  QString m_agreed;           // a file that may be replaced without asking again
  QPointer<QWidget> m_focus;  // had the focus when it began
  int m_opset = 17;
  JobId m_job = 0;
  bool m_done = false, m_ok = false;
  Form* m_options;
  Field* m_path = nullptr;
  BundleRows* m_bundle = nullptr;  // of a bundle
  Form* m_result;
  QProgressBar* m_bar;
  QLabel* m_doing;
  QPushButton* m_start;
  QPushButton* m_close;
  QPushButton* m_show;

  void makeOptions();
  void choose();
  bool mayWrite();  // asks about a file that is there
  void tellEnd(const QString& sentence, const char* role);
  void onProgress(const JobProgress& event);
  void onDone(const JobDone& event);
  void showResult(const JobDone& event);
};

}  // namespace espalier::ui
