// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <optional>
#include <string>
#include <string_view>

#include "engine/graph/inference.h"
#include "ui/document/delta.h"
#include "ui/document/outcome.h"
#include "ui/document/selection.h"

namespace espalier::ui {

Outcome outcome(const std::optional<Refusal>& refusal);  // translated
Point toPoint(QPointF p);
QPointF toPointF(const Point& p);

// The document as an edit sees it: everything can be read, and whatever is changed through it is
// recorded. Edits act on the graph that is shown unless they name another.
class Draft {
 public:
  Draft(Project& project, std::string sheet, const Inference* inference,
        const Selection& selection);

  // ---- reading
  const Project& project() const { return m_project; }
  const Network& network() const { return m_project.network; }
  const std::string& sheetName() const { return m_sheet; }  // "" is the main graph
  const Graph& graph() const { return graph(m_sheet); }
  const Graph& graph(std::string_view sheet) const;
  const SheetLayout& sheet() const { return sheet(m_sheet); }
  const SheetLayout& sheet(std::string_view name) const;
  QPointF place(NodeId id) const;  // of a card; (0, 0) where it has none
  // As it was before this edit; null in a group without an instance.
  const Inference* inference() const { return m_inference; }
  const Selection& selection() const { return m_selection; }

  // ---- changing
  Graph& edit() { return edit(m_sheet); }
  Graph& edit(std::string_view sheet);             // precondition: the graph exists
  Network& editNetworkOf(std::string_view sheet);  // for paste(): definitions may be added; then
  void noteNewGroup(const std::string& name);      // tell which
  void define(const std::string& name, std::optional<GroupDef> def);  // nothing: removes it
  void setCard(NodeId id, std::optional<CardLayout> card) { setCard(m_sheet, id, std::move(card)); }
  void setCard(const std::string& sheet, NodeId id, std::optional<CardLayout> card);
  void setPlace(NodeId id, QPointF at);
  void setKnots(PortRef wire, std::optional<std::vector<Point>> knots);
  void setKnots(const std::string& sheet, PortRef wire, std::optional<std::vector<Point>> knots);
  void setNote(std::uint32_t id, std::optional<NoteLayout> note);
  void setFrame(std::uint32_t id, std::optional<FrameLayout> frame);
  std::uint32_t freeAnnotation() const;  // an id that no note and no frame of the sheet has
  void moveSheet(const std::string& from, const std::string& to);  // layout of a renamed group
  DataSpec& editData();
  TrainingSettings& editTraining();
  Quantization& editQuantization();
  std::string& editNotes();
  void renameWeight(const std::string& from, const std::string& to);
  // Removes a node with its card and the knots of its wires.
  void removeNode(NodeId id);
  // What is to be selected once the edit is done; otherwise the selection stays.
  void selectAfter(Selection s) { m_selectAfter = std::move(s); }

  // ---- for the document: completes instances of definitions whose ports changed, fills in what
  // things are now, and hands over what was recorded.
  Outcome settle();
  Delta take();
  const std::optional<Selection>& selectionAfter() const { return m_selectAfter; }

 private:
  Project& m_project;
  std::string m_sheet;
  const Inference* m_inference;
  const Selection& m_selection;
  Delta m_delta;
  std::optional<Selection> m_selectAfter;

  Outcome settlePorts(const std::string& group, const Graph& before);
};

}  // namespace espalier::ui
