// SPDX-License-Identifier: GPL-3.0-or-later
//
// What one tab of the designer edits. The document owns the project and its inference (shapes, costs,
// diagnostics), which is up to date after every edit; views listen to changed() and keep no truth of
// their own. All of it lives in the UI thread and none of it waits for the engine's work.
//
//   document.apply(SetAttribute(id, "channels", std::int64_t{64}));      // one step of undo
//
//   Transaction step(document, tr("Paste"));                             // several edits, one step
//   if (!document.apply(first) || !document.apply(second)) return;       // left early: rolled back
//   step.commit();
//
// The edits are small classes in ui/document/edits/.
#pragma once

#include <QObject>
#include <QPointF>
#include <QStringList>
#include <QUndoStack>
#include <memory>
#include <vector>

#include "engine/graph/inference.h"
#include "engine/project/layout.h"
#include "engine/project/project.h"
#include "ui/document/change.h"
#include "ui/document/edit.h"
#include "ui/document/overlay.h"
#include "ui/document/selection.h"

namespace espalier::ui {

class Transaction;

// A group that was entered, from the outermost inward.
struct Level {
  NodeId instance;    // in the graph around it
  std::string name;   // of the instance
  std::string group;  // of the definition
  bool operator==(const Level&) const = default;
};
using GroupPath = std::vector<Level>;

// A diagnostic with the way to its layer, for the list of problems.
struct Problem {
  LayerKey layer;
  Diagnostic diagnostic;
  QString name;      // "stages/conv2"
  QString sentence;  // translated
};

class Document : public QObject {
  Q_OBJECT

 public:
  explicit Document(QObject* parent = nullptr);
  ~Document() override;

  // ---- the project
  const Project& project() const;
  // A copy for the session or another thread; shares its parts.
  Project snapshot() const;
  const Inference& inference() const;  // of the main graph
  // The project's weights: as loaded, or as the last run left them. Not a step of undo; what was
  // there becomes a version to go back to where a label is given.
  void setWeights(WeightSet weights, const QString& keepOldAs = {});
  void restoreVersion(std::size_t index);  // swaps with the current weights

  // ---- the graph that is shown: the main one, or the body of the group that was entered
  const GroupPath& path() const;
  const std::string& shownGroup() const;  // the definition's name; empty: the main graph
  const Graph& graph() const;
  const SheetLayout& sheet() const;           // where its cards, knots, notes and frames lie
  const Inference* shownInference() const;    // null where the group's instance has none
  const NodeInfo* info(NodeId id) const;      // null where inference has none
  QPointF place(NodeId id) const;             // the card's top left corner
  void rememberView(const ViewLayout& view);  // kept in the file; no step of undo, not "modified"
  QString inputName(PortRef port) const;      // "conv1.X", for sentences
  QString outputName(ValueRef value) const;
  // Of a node of the graph that is shown: its key in the network, and that as "stages/conv2".
  LayerKey layerKey(NodeId id) const;
  QString layerPath(NodeId id) const;
  Outcome enter(NodeId instance);
  void leave();  // one level up
  void goTo(const GroupPath& path);
  // Shows the graph that the layer is in and selects it: a click in the list of problems. False
  // where the drawing has no such layer (any more).
  bool reveal(const LayerKey& layer);
  // The layer as it is drawn; null where the drawing has it not (any more).
  const Node* layer(const LayerKey& key) const;

  // ---- selection, in the graph that is shown
  const Selection& selection() const;
  void select(Selection selection);
  void select(NodeId node);
  void selectAll();
  void clearSelection();

  // ---- edits
  // Applies an edit and makes it a step of undo, or a part of the open transaction.
  Outcome apply(Edit& edit);
  Outcome apply(Edit&& edit) { return apply(edit); }
  // The next edit begins a new step even if its merge key is that of the last.
  void endMerge();
  // For the history panel, menus and "modified" marks. Call undo() and redo() here, not there.
  QUndoStack* history() const;
  void undo();
  void redo();
  bool inTransaction() const;

  // ---- what is wrong, in every graph of the network; groups in order of their instances
  const std::vector<Problem>& problems() const;
  int errorCount() const;

  // ---- values painted on the cards
  const Overlay& overlay() const;
  void setOverlay(Overlay overlay);
  double overlayShare(NodeId id) const;  // of a node of the graph that is shown; < 0: none
  // A word on a card: the precision that its layer runs in.
  void setBadges(Badges badges);
  QString badge(NodeId id) const;  // of a node of the graph that is shown; empty: none

  // ---- file. A refusal's sentence names the file, the place and the cure.
  QString fileName() const;     // absolute; empty: never saved
  QString displayName() const;  // the file's name without ending, or "Untitled"
  bool isModified() const;
  void newProject();
  Outcome open(const QString& file);
  // What open() or recover() left out: weights of another shape … Sentences for a banner.
  const QStringList& warnings() const;
  // Takes over a project that was made elsewhere (ONNX import, example, history of runs). It counts
  // as modified and has no file yet.
  void adopt(Project project, const QString& displayName = {});
  Outcome save();  // to fileName()
  Outcome saveAs(const QString& file);
  // Another program changed the file since it was opened or saved; save() refuses then, and
  // saveAs() to the same name writes over it.
  bool changedOnDisk() const;

  // ---- recovery: a copy beside the file (or in the user's state folder) that a clean end removes
  QString autosaveFile() const;
  static QString autosaveFolder();  // of projects that were never saved
  void autosave();                  // on another thread, where something changed since the last one
  // Copies that sessions left behind which ended without a question, the newest first: of the file, or
  // of projects that were never saved. From now on they are kept apart: only recover() and
  // discardCopy() touch them.
  QStringList leftBehind();
  // Takes such a copy over, modified; it is this session's autosave from then on.
  Outcome recover(const QString& copy);
  static void discardCopy(const QString& copy);
  void removeAutosave();  // this session's

 signals:
  void changed(const espalier::ui::Change& change);
  void selectionChanged();
  void pathChanged();  // another group is shown; changed() with `everything` follows
  void overlayChanged();
  void badgesChanged();
  void problemsChanged();
  void modifiedChanged(bool modified);
  void fileNameChanged();
  void weightsChanged();
  void autosaved();
  void revealed(espalier::NodeId node);  // reveal() was asked for: bring it into view
  void refused(const QString& reason);   // an edit was: for the status line

 private:
  friend class Transaction;
  friend class Step;
  struct Private;
  std::unique_ptr<Private> d;
};

// Several edits as one step. Left without commit() it takes all of them back.
class Transaction {
 public:
  Transaction(Document& document, QString text, QString mergeKey = {});
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  void commit();    // nothing changed: no step
  void rollback();  // back to the state at the start; the transaction stays open
  void setText(const QString& text) { m_text = text; }

 private:
  Document& m_document;
  QString m_text, m_mergeKey;
  bool m_open = false;  // false too for a transaction within another: it joins
};

}  // namespace espalier::ui
