// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/document/document.h"

class QLabel;
class QPushButton;

namespace espalier::ui {

class Form;
class SchedulePlot;
class BottomStrip;
class SettingsForm;

// What the run panel shows of the run; sentences are ready to be read.
struct RunSummary {
  bool active = false, pending = false, canResume = false;
  bool drawingChanged = false;   // since the run began
  QString whyNot;                // empty: it can run
  QString memory, time, device;  // empty: not known yet
  std::int64_t stepsPerEpoch = 0;
};

// The training settings, the learning rate to come, and what the run will take.
class RunPanel : public QWidget {
  Q_OBJECT

 public:
  explicit RunPanel(Document& document, QWidget* parent = nullptr);
  // Ids and names of the devices that can train.
  void setDevices(const QStringList& ids, const QStringList& names);
  void setSummary(const RunSummary& summary);

 signals:
  void devicesWanted();    // whenever it is seen
  void resumeRequested();  // from the last checkpoint

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  Document& m_document;
  RunSummary m_summary;
  SettingsForm* m_settings;
  SchedulePlot* m_schedule;
  QLabel* m_memory;
  QLabel* m_time;
  QLabel* m_device;
  BottomStrip* m_strip;  // below, so that the settings stay where they are
  QLabel* m_note;
  QPushButton* m_resume;

  void refresh();
};

}  // namespace espalier::ui
