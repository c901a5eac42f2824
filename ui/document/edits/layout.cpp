// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/edits/layout.h"

#include "ui/document/draft.h"

namespace espalier::ui {

Move& Move::with(std::map<std::uint32_t, QPointF> annotations) {
  m_annotations = std::move(annotations);
  return *this;
}

Move& Move::with(std::map<PortRef, std::vector<Point>> knots) {
  m_knots = std::move(knots);
  return *this;
}

QString Move::text() const {
  if (!m_text.isEmpty()) return m_text;
  return m_cards.empty() ? tr("Move") : tr("Move %n layer(s)", nullptr, int(m_cards.size()));
}

Outcome Move::apply(Draft& draft) {
  for (const auto& [id, at] : m_cards) {
    if (draft.graph().contains(id)) draft.setPlace(id, at);
  }
  for (const auto& [id, at] : m_annotations) {
    if (const auto it = draft.sheet().frames.find(id); it != draft.sheet().frames.end()) {
      FrameLayout frame = it->second;
      frame.at = toPoint(at);
      draft.setFrame(id, frame);
    } else if (const auto n = draft.sheet().notes.find(id); n != draft.sheet().notes.end()) {
      NoteLayout note = n->second;
      note.at = toPoint(at);
      draft.setNote(id, note);
    }
  }
  for (const auto& [wire, knots] : m_knots) draft.setKnots(wire, knots);
  return {};
}

Outcome SetKnots::apply(Draft& draft) {
  draft.setKnots(m_wire, m_knots);
  return {};
}

Outcome SetPinned::apply(Draft& draft) {
  for (const NodeId id : m_nodes) {
    const auto it = draft.sheet().cards.find(id);
    CardLayout card = it == draft.sheet().cards.end() ? CardLayout() : it->second;
    card.pinned = m_pinned;
    draft.setCard(id, card);
  }
  return {};
}

Outcome SetColor::apply(Draft& draft) {
  const std::string color = m_color.isValid() ? m_color.name().toStdString() : std::string();
  for (const NodeId id : m_nodes) {
    const auto it = draft.sheet().cards.find(id);
    CardLayout card = it == draft.sheet().cards.end() ? CardLayout() : it->second;
    card.color = color;
    draft.setCard(id, card);
  }
  for (const int key : m_frames) {
    const auto id = std::uint32_t(key);
    if (const auto it = draft.sheet().frames.find(id); it != draft.sheet().frames.end()) {
      FrameLayout frame = it->second;
      frame.color = color;
      draft.setFrame(id, frame);
    } else if (const auto n = draft.sheet().notes.find(id); n != draft.sheet().notes.end()) {
      NoteLayout note = n->second;
      note.color = color;
      draft.setNote(id, note);
    }
  }
  return {};
}

Outcome PutFrame::apply(Draft& draft) {
  m_new = m_id == 0;
  if (m_new) m_id = draft.freeAnnotation();
  draft.setFrame(m_id, m_frame);
  if (m_new) draft.selectAfter({{}, {}, {int(m_id)}, {}});
  return {};
}

Outcome PutNote::apply(Draft& draft) {
  m_new = m_id == 0;
  if (m_new) m_id = draft.freeAnnotation();
  draft.setNote(m_id, m_note);
  if (m_new) draft.selectAfter({{}, {}, {int(m_id)}, {}});
  return {};
}

}  // namespace espalier::ui
