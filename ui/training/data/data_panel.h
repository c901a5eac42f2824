// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>
#include <memory>

#include "ui/document/document.h"
#include "ui/training/data/data_look.h"

class QLabel;
class QPushButton;

namespace espalier::ui {

class Field;
class Form;
class BottomStrip;
class SampleGrid;
class SettingsForm;

// Where the samples come from, what becomes of their values, and a look at them. Files are read on
// another thread, when the settings have rested for a moment.
class DataPanel : public QWidget {
  Q_OBJECT

 public:
  explicit DataPanel(Document& document, QWidget* parent = nullptr);
  const DataLook& look() const { return m_look; }

 signals:
  void looked();  // the look is up to date

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  Document& m_document;
  SettingsForm* m_settings;
  Form* m_figures;
  SampleGrid* m_grid;
  BottomStrip* m_strip;  // below, so that the settings stay where they are
  QLabel* m_problem;
  Field* m_split;
  QPushButton* m_next;
  QTimer m_rest;
  DataLook m_look;
  QString m_lookedAt;  // what the open data set belongs to
  bool m_stale = true, m_busy = false, m_again = false;
  Split m_shownSplit = Split::train;
  std::int64_t m_skip = 0;

  void refresh(bool everything);
  void startLook();
  void takeLook(DataLook look, const QString& of);
  void showFigures();
};

}  // namespace espalier::ui
