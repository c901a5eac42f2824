// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <map>
#include <memory>
#include <vector>

#include "engine/project/project.h"
#include "engine/train/run_store.h"
#include "ui/document/document.h"
#include "ui/training/curves/run_curves.h"

class QLabel;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace espalier::ui {

// The history of the project's runs: what came out, curves laid over those of now, the drawing of
// then, and deletion. The history is read on another thread.
class RunsPanel : public QWidget {
  Q_OBJECT

 public:
  explicit RunsPanel(Document& document, QWidget* parent = nullptr);
  void reload();

 signals:
  void comparedChanged(std::vector<std::shared_ptr<const espalier::ui::RunCurves>> runs);
  void openRequested(const espalier::Project& project, const QString& name);
  void failed(const QString& sentence);

 private:
  Document& m_document;
  QTreeWidget* m_list;
  QLabel* m_empty;
  QPushButton* m_open;
  QPushButton* m_remove;
  std::map<std::int64_t, std::shared_ptr<const RunCurves>> m_compared;
  int m_generation = 0;  // of the list that was asked for last

  void show(const std::vector<RunRecord>& runs);
  std::int64_t current() const;
  void itemChanged(QTreeWidgetItem* item);
  void openCurrent();
  void removeCurrent();
  void enableButtons();
};

// The file of a project's history; nothing is made.
std::filesystem::path historyOf(const QString& projectFile);
// How many epochs the newest run was for, if it has come to its end; 0: it has not, or there is none.
// Blocks and throws Error.
int finishedEpochs(const std::filesystem::path& history);
// Blocks and throws Error. Null where there is no such run.
std::shared_ptr<const RunCurves> readCurves(const std::filesystem::path& history, std::int64_t run);
// Of the newest run; null where there is none.
std::shared_ptr<const RunCurves> readNewestCurves(const std::filesystem::path& history);

}  // namespace espalier::ui
