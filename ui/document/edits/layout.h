// SPDX-License-Identifier: GPL-3.0-or-later
//
// Edits of where things lie and how they look; none of them changes what the network computes.
#pragma once

#include <QColor>
#include <QPointF>
#include <QRectF>
#include <map>
#include <set>
#include <vector>

#include "engine/graph/ids.h"
#include "engine/project/layout.h"
#include "ui/document/edit.h"

namespace espalier::ui {

// Cards (and knots, notes, frames) go to new places.
class Move final : public Edit {
  Q_DECLARE_TR_FUNCTIONS(Move)

 public:
  explicit Move(std::map<NodeId, QPointF> cards, QString text = {}, QString mergeKey = {})
      : m_cards(std::move(cards)), m_text(std::move(text)), m_mergeKey(std::move(mergeKey)) {}
  // Frames and notes by their ids, with them.
  Move& with(std::map<std::uint32_t, QPointF> annotations);
  Move& with(std::map<PortRef, std::vector<Point>> knots);
  QString text() const override;
  QString mergeKey() const override { return m_mergeKey; }
  Outcome apply(Draft& draft) override;

 private:
  std::map<NodeId, QPointF> m_cards;
  std::map<std::uint32_t, QPointF> m_annotations;
  std::map<PortRef, std::vector<Point>> m_knots;
  QString m_text, m_mergeKey;
};

// The bends of a wire; none: it runs by itself.
class SetKnots final : public Edit {
  Q_DECLARE_TR_FUNCTIONS(SetKnots)

 public:
  SetKnots(PortRef wire, std::vector<Point> knots) : m_wire(wire), m_knots(std::move(knots)) {}
  QString text() const override { return tr("Bend wire"); }
  Outcome apply(Draft& draft) override;

 private:
  PortRef m_wire;
  std::vector<Point> m_knots;
};

// Automatic layout leaves pinned cards where they are.
class SetPinned final : public Edit {
  Q_DECLARE_TR_FUNCTIONS(SetPinned)

 public:
  SetPinned(std::set<NodeId> nodes, bool pinned) : m_nodes(std::move(nodes)), m_pinned(pinned) {}
  QString text() const override { return m_pinned ? tr("Pin") : tr("Unpin"); }
  Outcome apply(Draft& draft) override;

 private:
  std::set<NodeId> m_nodes;
  bool m_pinned;
};

// The colour of cards' stripes, or of frames and notes; an invalid one is the theme's.
class SetColor final : public Edit {
  Q_DECLARE_TR_FUNCTIONS(SetColor)

 public:
  SetColor(std::set<NodeId> nodes, std::set<int> frames, QColor color)
      : m_nodes(std::move(nodes)), m_frames(std::move(frames)), m_color(color) {}
  QString text() const override { return tr("Set colour"); }
  Outcome apply(Draft& draft) override;

 private:
  std::set<NodeId> m_nodes;
  std::set<int> m_frames;
  QColor m_color;
};

// A frame around a place, or a note at it. Id 0: a new one.
class PutFrame final : public Edit {
  Q_DECLARE_TR_FUNCTIONS(PutFrame)

 public:
  explicit PutFrame(FrameLayout frame, std::uint32_t id = 0)
      : m_frame(std::move(frame)), m_id(id) {}
  QString text() const override { return m_new ? tr("Add frame") : tr("Change frame"); }
  Outcome apply(Draft& draft) override;
  std::uint32_t id() const { return m_id; }

 private:
  FrameLayout m_frame;
  std::uint32_t m_id;
  bool m_new = false;
};

class PutNote final : public Edit {
  Q_DECLARE_TR_FUNCTIONS(PutNote)

 public:
  explicit PutNote(NoteLayout note, std::uint32_t id = 0) : m_note(std::move(note)), m_id(id) {}
  QString text() const override { return m_new ? tr("Add note") : tr("Change note"); }
  Outcome apply(Draft& draft) override;
  std::uint32_t id() const { return m_id; }

 private:
  NoteLayout m_note;
  std::uint32_t m_id;
  bool m_new = false;
};

}  // namespace espalier::ui
