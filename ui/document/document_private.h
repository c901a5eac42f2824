// SPDX-License-Identifier: GPL-3.0-or-later
//
// The state of a document; for the sources of Document, Transaction and Step only.
#pragma once

#include <QElapsedTimer>
#include <QFuture>

#include "engine/project/project_file.h"
#include "ui/document/delta.h"
#include "ui/document/document.h"

namespace espalier::ui {

struct Document::Private {
  explicit Private(Document& document) : q(document) {}

  Document& q;
  Project project;
  Inference inference;
  QUndoStack stack;
  int mergeRow = 0;       // part of every merge key; endMerge() counts it up
  bool stepping = false;  // a step is being pushed that is applied already

  GroupPath path;
  std::string shown;  // definition of the last level
  Selection selection;
  std::vector<Problem> problems;
  int errors = 0;
  Overlay overlay;
  OverlayShares shares;
  Badges badges;

  // The open transaction.
  bool open = false;
  Delta gathered;
  Selection selectionAtStart;

  QString file, name;
  FileStamp stamp;
  QStringList warnings;
  bool weightsChanged = false;
  quint64 version = 0, savedVersion = 0;  // counts every change, for autosave
  bool autosaveOurs = false;              // this session wrote it: no crash left it behind
  QString unsavedCopy;                    // autosave file of a project without a file
  QFuture<void> autosaving;

  Graph& graph() { return shown.empty() ? project.network.graph : definition().graph; }
  GroupDef& definition() { return project.network.groups.find(shown)->second; }
  const Inference* shownInference() const;

  // After the project became another one: inference, path, selection, signals.
  void reset();
  // Brings everything up to date after a delta was applied. `before` is the graph that was shown.
  void follow(const Delta& delta, const Graph& before);
  bool validPath();  // cuts the path where its instances are gone; true where it was cut
  void setPath(GroupPath to);
  void collectProblems();
  void setSelection(Selection s);  // without what no longer exists
  void push(const QString& text, const QString& mergeKey, Delta delta, Selection before);
  void step(const Delta& delta, bool forth, const GroupPath& where, const Selection& after);
  void waitForAutosave();
  void touch();  // counts the change and tells whether the document is modified
};

// One step of undo.
class Step final : public QUndoCommand {
 public:
  Step(Document::Private& document, const QString& text, QString mergeKey, Delta delta,
       Selection before);
  void undo() override;
  void redo() override;
  int id() const override;
  bool mergeWith(const QUndoCommand* other) override;

 private:
  Document::Private& m_document;
  QString m_mergeKey;
  Delta m_delta;
  GroupPath m_path;
  Selection m_before, m_after;
};

}  // namespace espalier::ui
